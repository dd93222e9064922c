/** What can be done to a ticket in stock, the same in the list and beside its details; with the dialogs that it takes. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { Editor } from '#web/editor.tsx'
import { dayText } from '#web/format.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { today } from '#web/ui/date-text.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useEditor } from '#web/use-editor.ts'
import type { RowOf } from '#web/use-list.ts'
import { periodStatus } from '#features/results/period/period.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { slipPlace } from './slip-link.screen.tsx'
import type { TicketAddProps } from './ticket-add.screen.tsx'
import { ticketStatus, xsktTicket } from './xskt-ticket.contract.ts'

export type TicketRow = RowOf<typeof xsktTicket.list>

const TicketAdd = lazyPart(() => import('./ticket-add.screen.tsx'), {
  wanted: ({ editor }: TicketAddProps) => editor.session !== null,
})

/** Number and series, as a ticket is called. */
export function ticketName({ number, series }: Pick<TicketRow, 'number' | 'series'>): string {
  return [number, series].filter(Boolean).join(' ')
}

export function useTicketActs() {
  const navigate = useNavigate()
  const whyNotUpdate = useWhyNotUpdate()
  const [past, showPast] = useState<TicketRow | null>(null)
  const adding = useEditor({ add: xsktTicket.add, blank: { quantity: 1 } })
  const editor = useEditor({
    update: xsktTicket.update,
    fill: ({ status }) => ({
      status: status === ticketStatus.stopped ? ticketStatus.stopped : ticketStatus.on_sale,
    }),
    touches: ['cms/audit'],
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
      run: () => void navigate(slipPlace(row.ticket_import_id!)),
      whyNot: whyNotReturn(row),
    },
    { call: xsktTicket.list, label: 'Lịch sử', icon: 'history', run: () => showPast(row) },
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
      {past && (
        <HistoryDrawer
          table="xskt_ticket"
          id={past.xsdt_ticket_id}
          title={ticketName(past)}
          onClose={() => showPast(null)}
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

const closed = 'Kỳ này đã ngừng bán, vé không sửa được nữa.'

/** Only of today's draws the clock has to say it. */
function useWhyNotUpdate(): (row: TicketRow) => string | null {
  const day = today()
  const draws = useRead(drawArea.drawsOf, { open_date: day }, { fresh: 60_000, every: 60_000 })
  return ({ area_id, open_date }) => {
    if (open_date !== day) return open_date < day ? closed : null
    const period = draws.data?.items.find((area) => area.area_id === area_id)?.period
    return period && period.status >= periodStatus.stopped ? closed : null
  }
}
