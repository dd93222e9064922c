/** The sample's tickets: slips and ticket groups for the open draws, created through the calls' handlers so that stock, movements and slips agree. */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import ticketGroups from '#features/tickets/ticket-group/ticket-group.server.ts'
import { ticketGroupKind, ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import ticketImports from '#features/tickets/ticket-import/ticket-import.server.ts'
import { importSource, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import ticketReturns from '#features/tickets/ticket-return/ticket-return.server.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import type { NumberedDraw, TakeNumbers } from './ticket-numbers.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import type { ServedCall } from '#server/serve.ts'

const handlers: readonly ServedCall[] = [...ticketImports, ...ticketReturns, ...ticketGroups]

interface Draw extends NumberedDraw {
  base_id: number
  is_open: boolean
}

/**
 * Makes slips and ticket groups for draws until the day after tomorrow whose returns are open for 15 more minutes;
 * approved, waiting, returned and deleted ones.
 */
export async function addTickets(
  db: Db,
  people: { maker: SamplePerson; keeper: SamplePerson; approver: SamplePerson },
  takeNumbers: TakeNumbers,
): Promise<void> {
  const { rows: draws } = await sql<Draw>`
    select p.area_id, p.open_date, b.base_id, a.number_length, p.open_at <= now() as is_open
    from draw_period p join base_store_area using (area_id) join base_store b using (base_id) join draw_area a using (area_id)
    where ${returnUntil('p', 'b')} > now() + interval '15 minutes' and p.open_date <= current_date + 2 order by p.open_date, p.area_id`.execute(
    db,
  )
  const [make, keep, approve] = [people.maker, people.keeper, people.approver].map((me) => actAs(db, handlers, me)) as [
    ReturnType<typeof actAs>,
    ReturnType<typeof actAs>,
    ReturnType<typeof actAs>,
  ]
  for (const [n, draw] of draws.entries()) {
    const { area_id, open_date, base_id, number_length, is_open } = draw
    const callAs = base_id === people.keeper.base_id ? keep : make
    const slip = (numbers: readonly string[], note: string | null, source: 1 | 2 | 3 = importSource.typed) =>
      callAs(ticketImport.create, {
        area_id,
        open_date,
        base_id,
        note,
        source,
        tickets: numbers.map((number, line) => ({ number, quantity: 5 + ((line * 3 + n) % 4) * 5 })),
      })
    const sets = (count: number) =>
      callAs(ticketGroup.add, {
        area_id,
        open_date,
        base_id,
        tickets: takeNumbers({ ...draw, number_length: number_length - 1 }, count).map((number, line) => ({
          kind: ticketGroupKind.ten_heads,
          number,
          price: 1_100_000 + line * 50_000,
        })),
      })
    if (!is_open) {
      if (n % 3 === 0) await slip(takeNumbers(draw, 18), 'Vé về sớm')
      continue
    }
    const numbers = takeNumbers(draw, 70 + ((n * 13) % 50))
    const morning = await slip(numbers, 'Đợt sáng', importSource.pasted)
    await approve(ticketImport.approve, { ticket_import_id: morning.ticket_import_id })
    if (n % 3 === 1) {
      const tickets = numbers.slice(0, 6).map((number) => ({ number, quantity: 5 }))
      await callAs(ticketImport.returnTickets, {
        ticket_import_id: morning.ticket_import_id,
        reason: 'Bán chậm',
        tickets,
      })
      // Every second slip still waits for the second person.
      const { items } = await approve(ticketReturn.list, { area_id, open_date, page_index: 1, page_size: 20 })
      if (n % 2 === 1) await approve(ticketReturn.confirm, { ticket_return_id: items[0]!.ticket_return_id })
    }
    if (n % 2 === 0) await slip(takeNumbers(draw, 24 + n), 'Đợt chiều')
    if (n === 1) {
      const mistaken_slip = await slip(takeNumbers(draw, 8), null)
      await callAs(ticketImport.delete, { ticket_import_id: mistaken_slip.ticket_import_id, reason: 'Nhập nhầm đài' })
    }
    if (n % 2 === 1 || n === 0) {
      const { ticket_group_import_id } = await sets(3)
      await approve(ticketGroup.approve, { ticket_group_import_ids: [ticket_group_import_id] })
    }
    if (n % 3 === 0) await sets(2)
  }
}
