/** The actions on a ticket in stock, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import { navigate } from '#web/route/location.ts'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { dayText } from '#web/value/format.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { slipAddress } from './slip-link.screen.tsx'
import type { TicketAddProps } from './ticket-add.screen.tsx'
import { xsktTicket } from './xskt-ticket.contract.ts'
import { ticketStatus } from './ticket.contract.ts'

export type TicketRow = RowOf<typeof xsktTicket.list>

const TicketAdd = lazyPart(() => import('./ticket-add.screen.tsx'), {
  mountWhen: ({ editor }: TicketAddProps) => editor.session !== null,
})

/** A ticket's name: number and series. */
export function ticketName({ number, series }: Pick<TicketRow, 'number' | 'series'>): string {
  return [number, series].filter(Boolean).join(' ')
}

export function useTicketActs() {
  const whyNotUpdate = useWhyNotUpdate()
  const [historyRow, setHistoryRow] = useState<TicketRow | null>(null)
  const adding = useEditor({ add: xsktTicket.add, blank: { quantity: 1 } })
  const editor = useEditor({
    update: xsktTicket.update,
    fill: ({ status }) => ({
      status: status === ticketStatus.stopped ? ticketStatus.stopped : ticketStatus.on_sale,
    }),
  })
  const edited = editor.session?.row as TicketRow | undefined

  const actsOf = (row: TicketRow): RowAct[] => [
    {
      call: xsktTicket.update,
      label: 'Sửa',
      icon: 'pencil',
      run: () => editor.open(row),
      whyNot: whyNotUpdate(row),
    },
    {
      call: ticketImport.returnTickets,
      label: 'Trả vé',
      icon: 'undo',
      run: () => navigate(slipAddress(row.ticket_import_id!)),
      whyNot: whyNotReturn(row),
    },
    { call: xsktTicket.list, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
  ]
  const dialogs = (
    <>
      <TicketAdd editor={adding} />
      <Editor
        editor={editor}
        noun="vé"
        subject={(row: TicketRow) => `${ticketName(row)} · ${row.area_name} ${dayText(row.open_date)}`}
        fields={edited && edited.sold > 0 ? ['status', 'image_url'] : ['price', 'status', 'image_url']}
        hints={edited && edited.sold > 0 ? { status: 'Vé đã bán nên không đổi giá được.' } : {}}
      />
      {historyRow && (
        <HistoryDrawer
          table="xskt_ticket"
          id={historyRow.xsdt_ticket_id}
          title={ticketName(historyRow)}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
  return { add: () => adding.open(), actsOf, dialogs }
}

function whyNotReturn({ ticket_import_id, in_stock }: TicketRow): string | null {
  if (ticket_import_id === null) return 'Vé không vào kho bằng phiếu nhập.'
  return in_stock === 0 ? 'Không còn vé tồn để trả.' : null
}

const closed_text = 'Kỳ này đã ngừng bán, vé không sửa được nữa.'

/** Whether the draw's sale has stopped: by the clock for today's draws, by the date for other days. */
function useWhyNotUpdate(): (row: TicketRow) => string | null {
  const day = today()
  const areasToday = useRead(drawArea.drawsOf, { open_date: day }, { fresh_ms: 60_000, every_ms: 60_000 })
  return ({ area_id, open_date }) => {
    if (open_date !== day) return open_date < day ? closed_text : null
    const period = areasToday.data?.items.find((area) => area.area_id === area_id)?.period
    return period && period.status >= periodStatus.stopped ? closed_text : null
  }
}
