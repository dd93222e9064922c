/**
 * The sample's tickets: slips and whole sets for the draws that are open while it is loaded. They are made by the calls' own handlers, so that
 * stock, movements and slips tell the same.
 */
import { sql } from 'kysely'
import { actAs, type SamplePerson } from './act.ts'
import ticketGroups from '#features/tickets/ticket-group/ticket-group.server.ts'
import { setKind, ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import ticketImports from '#features/tickets/ticket-import/ticket-import.server.ts'
import { importSource, ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Answered } from '#server/serve.ts'

const handlers: readonly Answered[] = [...ticketImports, ...ticketGroups]

interface Draw {
  area_id: number
  open_date: string
  base_id: number
  number_length: number
  is_open: boolean
}

/** Numbers that look like any, the same at every load, none of them twice. No early slip has a number of a later one. */
export function ticketNumbers(seed: number, count: number, digits: number, slip: 'early' | 'later'): string[] {
  const all = new Set<string>()
  for (let n = 1; all.size < count; n++) {
    const number = (seed * 7_919 + n * 104_729 + n * n * 31) % 10 ** digits
    if ((number % 3 === 0) === (slip === 'early')) all.add(String(number).padStart(digits, '0'))
  }
  return [...all].toSorted()
}
const numbers = (seed: number, count: number, digits: number) => ticketNumbers(seed, count, digits, 'later')

export async function addTickets(
  db: Db,
  people: { maker: SamplePerson; keeper: SamplePerson; approver: SamplePerson },
): Promise<void> {
  const { rows: draws } = await sql<Draw>`
    select p.area_id, p.open_date, b.base_id, a.number_length, p.open_at <= now() as is_open
    from draw_period p join base_store_area b using (area_id) join draw_area a using (area_id)
    where p.return_until > now() + interval '15 minutes' and p.open_date <= current_date + 2 order by p.open_date, p.area_id`.execute(
    db,
  )
  const [make, keep, approve] = [people.maker, people.keeper, people.approver].map((me) => actAs(db, handlers, me)) as [
    ReturnType<typeof actAs>,
    ReturnType<typeof actAs>,
    ReturnType<typeof actAs>,
  ]
  for (const [n, draw] of draws.entries()) {
    const { area_id, open_date, base_id, number_length, is_open } = draw
    const own = base_id === people.keeper.base_id ? keep : make
    const slip = (seed: number, count: number, note: string | null, source: 1 | 2 | 3 = importSource.typed) =>
      own(ticketImport.create, {
        area_id,
        open_date,
        base_id,
        note,
        source,
        tickets: numbers(seed, count, number_length).map((number, line) => ({
          number,
          quantity: 5 + ((line * 3 + n) % 4) * 5,
        })),
      })
    const sets = (seed: number, count: number) =>
      own(ticketGroup.add, {
        area_id,
        open_date,
        base_id,
        tickets: numbers(seed, count, number_length - 1).map((number, line) => ({
          kind: setKind.ten_heads,
          number,
          price: 1_100_000 + line * 50_000,
        })),
      })
    if (!is_open) {
      if (n % 3 === 0) await slip(n + 500, 18, 'Vé về sớm')
      continue
    }
    const morning = await slip(n, 70 + ((n * 13) % 50), 'Đợt sáng', importSource.pasted)
    await approve(ticketImport.approve, { ticket_import_id: morning.ticket_import_id })
    if (n % 3 === 1) {
      const tickets = numbers(n, 6, number_length).map((number) => ({ number, quantity: 5 }))
      await own(ticketImport.returnTickets, { ticket_import_id: morning.ticket_import_id, reason: 'Bán chậm', tickets })
    }
    if (n % 2 === 0) await slip(n + 100, 24 + n, 'Đợt chiều')
    if (n === 1) {
      const wrong = await slip(n + 200, 8, null)
      await own(ticketImport.delete, { ticket_import_id: wrong.ticket_import_id, reason: 'Nhập nhầm đài' })
    }
    if (n % 2 === 1 || n === 0) {
      const { ticket_group_import_id } = await sets(n + 300, 3)
      await approve(ticketGroup.approve, { ticket_group_import_ids: [ticket_group_import_id] })
    }
    if (n % 3 === 0) await sets(n + 400, 2)
  }
}
