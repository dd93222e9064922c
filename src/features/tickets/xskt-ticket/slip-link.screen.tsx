import { createLink } from '@tanstack/react-router'
import { useRead } from '#web/api.ts'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { Row } from '#web/ui/layout.tsx'
import { TextLink } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport, TicketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'

const Link = createLink(TextLink)

/** Where a slip is opened, as the router takes it. */
export function slipPlace(ticket_import_id: number) {
  return { to: storeTicketPage.url, search: { tab: 'slips', ticket_import_id: String(ticket_import_id) } as never }
}

/** A slip, for those who may see slips. */
export function useSlip(ticket_import_id: number) {
  const { can } = useRights()
  const enabled = can(ticketImport.detail)
  const read = useRead(ticketImport.detail, { ticket_import_id, page_size: 10, part: 'rows' }, { enabled })
  return { enabled, slip: read.data?.slip ?? null }
}

/** A slip by its code, with how far it is; for those who may not see slips only that there is one. */
export function SlipLink({ ticket_import_id }: { ticket_import_id: number }) {
  const { enabled, slip } = useSlip(ticket_import_id)
  const name = slip?.import_code ?? `Phiếu số ${ticket_import_id}`
  if (!enabled) return name
  return (
    <Row>
      <Link {...slipPlace(ticket_import_id)}>{name}</Link>
      {slip && show(infoOf(TicketImport.shape.status), slip.status)}
    </Row>
  )
}
