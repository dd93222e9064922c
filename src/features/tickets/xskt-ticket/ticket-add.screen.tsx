/** Adds one ticket by hand, as a slip of one line that a second person approves. */
import { navigate } from '#web/route/location.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { serverNow } from '#web/call/clock.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import type { Session } from '#web/form/editor-session.ts'
import type { EditorState } from '#web/form/use-editor.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { whyNotStation } from '#features/tickets/draw-area/station-choice.rules.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { slipAddress } from './slip-link.screen.tsx'
import type { xsktTicket } from './xskt-ticket.contract.ts'

export interface TicketAddProps {
  editor: EditorState
}

const fields = ['open_date', 'area_id', 'number', 'series', 'quantity', 'price']
/** `store` is that of the person, who brings tickets into no other. */
const choicesFor = (store: number | null) => ({
  area_id: choicesOf(
    drawArea.byBase,
    (row) => ({
      value: row.area_id,
      label: row.area_name,
      detail: row.base_name ?? row.area_code,
      whyNot: whyNotStation(row, store, serverNow()),
    }),
    { by: 'open_date', input: { all: true } },
  ),
})

export default function TicketAdd({ editor }: TicketAddProps) {
  const { session } = editor
  return session && <OpenForm key={session.transid} session={session} onClose={editor.close} />
}

function OpenForm({ session, onClose }: { session: Session; onClose: () => void }) {
  const { me } = useRights()
  const choices = choicesFor(me.base_id)
  const record = useRecordForm({
    session,
    fields,
    choices,
    invalidates: ['cms/ticket_import', ...invalidated],
    onSaved: (answer) => {
      const { ticket_import_id, import_code, status } = answer as AnswerOf<typeof xsktTicket.add>
      const isWaiting = status === importStatus.waiting
      toast.success(isWaiting ? `Đã lập phiếu ${import_code}.` : `Vé đã vào kho bằng phiếu ${import_code}.`, {
        detail: isWaiting ? 'Vé có trong kho sau khi người khác duyệt phiếu.' : undefined,
        action: { label: 'Mở phiếu', run: () => navigate(slipAddress(ticket_import_id)) },
      })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Thêm vé"
      description="Vé được lập thành phiếu nhập một dòng, chờ người khác duyệt rồi mới có trong kho."
      dirty={record.changed}
      saving={record.pending}
      saveLabel="Lập phiếu nhập"
      onSubmit={record.save}
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
        <Fields
          record={record}
          fields={fields}
          choices={choices}
          hints={{ series: 'Để trống nếu vé không có ký hiệu', price: 'Để trống là bằng mệnh giá' }}
        />
      </Stack>
    </Dialog>
  )
}
