import { PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { infoOf } from '#contract/schema.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport, TicketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'

/** The address of a slip, as the router takes it. */
export function slipAddress(ticket_import_id: number) {
  return { to: storeTicketPage.url, search: { tab: 'slips', ticket_import_id: String(ticket_import_id) } }
}

/** A slip, for those who may see slips. */
export function useSlip(ticket_import_id: number) {
  const { can } = useRights()
  const enabled = can(ticketImport.detail)
  const read = useRead(ticketImport.detail, { ticket_import_id, page_size: 10, part: 'rows' }, { enabled })
  return { enabled, slip: read.data?.slip ?? null }
}

/** A slip with its code and status; those who may not see slips get its number only. */
export function SlipLink({ ticket_import_id }: { ticket_import_id: number }) {
  const { enabled, slip } = useSlip(ticket_import_id)
  const name = slip?.import_code ?? `Phiếu số ${ticket_import_id}`
  if (!enabled) return name
  return (
    <Row>
      <PageLink {...slipAddress(ticket_import_id)}>{name}</PageLink>
      {slip && show(infoOf(TicketImport.shape.status), slip.status)}
    </Row>
  )
}
