import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { showFailure } from '#web/call/failure-toast.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { ConnectionError, Refusal, send } from '#web/call/send.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import type { SlipEditorProps } from './slip-editor.screen.tsx'
import type { Slip } from './slip.screen.tsx'
import { importSource, max_typed_lines, ticketImport } from './ticket-import.contract.ts'
import { whyNotApprove, whyNotChange, whyNotDelete, whyNotReturn } from './ticket-import.rules.ts'

const SlipEditor = lazyPart(() => import('./slip-editor.screen.tsx'), {
  mountWhen: ({ editor }: SlipEditorProps) => editor.session !== null,
})
const ReturnDialog = lazyPart(() => import('./slip-return.screen.tsx'))
const DeleteDialog = lazyPart(() => import('./slip-delete.screen.tsx'))

type OpenDialog = { act: 'return' | 'delete' | 'history'; slip: Slip }

/**
 * The actions on an import slip, for lists and details, each with why it is not possible now; `dialogs` must be
 * rendered once. `onGone` runs after the slip was deleted.
 */
export function useSlipActs(onGone: () => void) {
  const { me } = useRights()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const editor = useEditor({
    add: ticketImport.create,
    update: ticketImport.update,
    blank: { source: importSource.typed, tickets: [] },
  })
  const approve = useAct(ticketImport.approve, {
    success: 'Đã duyệt phiếu, vé đã vào kho.',
    invalidates: invalidated,
  })

  async function edit(slip: Slip) {
    try {
      editor.open(await slipWithLines(slip))
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ConnectionError)) throw error
      showFailure(error)
    }
  }

  const actsOf = (slip: Slip): RowAct[] => {
    const { ticket_import_id, version } = slip
    return [
      {
        call: ticketImport.approve,
        label: 'Duyệt',
        icon: 'check',
        whyNot: whyNotApprove(slip, me),
        confirm: approvalQuestion(slip),
        run: () => approve.mutate({ ticket_import_id, version }),
      },
      {
        call: ticketImport.update,
        label: 'Sửa',
        icon: 'pencil',
        whyNot: whyNotChange(slip) ?? (slip.line_count > max_typed_lines && too_large_text),
        run: () => void edit(slip),
      },
      {
        call: ticketImport.returnTickets,
        label: 'Trả vé',
        icon: 'undo',
        whyNot: whyNotReturn(slip),
        run: () => setDialog({ act: 'return', slip }),
      },
      { call: ticketImport.list, label: 'Lịch sử', icon: 'history', run: () => setDialog({ act: 'history', slip }) },
      {
        call: ticketImport.delete,
        label: 'Xóa',
        icon: 'trash',
        danger: true,
        whyNot: whyNotDelete(slip),
        run: () => setDialog({ act: 'delete', slip }),
      },
    ]
  }
  const close = () => setDialog(null)
  const dialogs = (
    <>
      <SlipEditor editor={editor} reopen={(slip) => void edit(slip)} />
      {dialog?.act === 'return' && <ReturnDialog slip={dialog.slip} onClose={close} />}
      {dialog?.act === 'delete' && <DeleteDialog slip={dialog.slip} onClose={close} onDeleted={onGone} />}
      {dialog?.act === 'history' && (
        <HistoryDrawer
          table="ticket_import"
          id={dialog.slip.ticket_import_id}
          title={dialog.slip.import_code}
          onClose={close}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}

const too_large_text = `Phiếu hơn ${numberText(max_typed_lines)} dòng không sửa tay được: hãy xóa phiếu và tải lại tệp.`

/** Shows the second person how many tickets for how much money come into which stock. */
function approvalQuestion(slip: Slip): Question {
  const { import_code, base_name, area_name, open_date, quantity, amount } = slip
  return {
    title: `Duyệt phiếu ${import_code}`,
    message: (
      <Stack gap={2}>
        <Signals signals={riskSignalsOf(slip)} />
        <Text>
          {`${numberText(quantity)} vé ${area_name} mở thưởng ${dayText(open_date)} vào ${base_name}, tổng ${moneyText(amount)}.`}
        </Text>
        <Text strong>{moneyWords(amount)}</Text>
        <Text tone="muted">Vé vào kho ngay. Phiếu đã duyệt không sửa và không xóa được, chỉ trả vé được.</Text>
      </Stack>
    ),
  }
}

/** The largest page that a list answers. */
const page_size = 300

/** The slip as it is now with all its lines; face-value prices are left empty. */
async function slipWithLines({ ticket_import_id, line_count, area_id }: Slip) {
  const pages = Array.from({ length: Math.ceil(line_count / page_size) }, (_, index) =>
    send(ticketImport.detail, { ticket_import_id, page_index: index + 1, page_size }),
  )
  const [{ face_value }, ...answers] = await Promise.all([send(drawArea.info, { area_id }), ...pages])
  const tickets = answers.flatMap(({ items }) =>
    items.map(({ number, series, quantity, price }) => ({
      number,
      series,
      quantity,
      price: price === face_value ? null : price,
    })),
  )
  return { ...answers[0]!.slip, tickets }
}
