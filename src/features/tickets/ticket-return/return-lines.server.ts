/** Decides for each requested line of a return slip which tickets it means, and whether they can be returned. */
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { errors, type ErrorName, type Refusal } from '#contract/errors.ts'
import { refusal } from '#server/record/bulk.ts'
import type { Db } from '#server/database/transaction.ts'
import type { StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { returnPrice } from './return-terms.server.ts'
import type { ticketReturn } from './ticket-return.contract.ts'

type Batch = z.output<typeof ticketReturn.returnBatch.input>
export type ReturnItem = NonNullable<Batch['data']>[number]

interface FoundTicket {
  ticket_id: number
  number: string
  series: string
  ticket_group_id: number | null
  face_value: number
  imported: number
  sold: number
  in_stock: number
}

type LineRefusal = Refusal<'ticket_not_found' | 'ticket_sold' | 'return_exceeds_stock' | 'ticket_return_invalid'>

/** A requested line with the tickets that would be put on the slip for it; none when it is refused. */
export interface CheckedLine {
  /** Its position in the request, from 1. */
  line: number
  number: string | null
  series: string | null
  ticket_group_id: number | null
  in_stock: number | null
  quantity: number
  amount: number
  picks: { ticket_id: number; quantity: number }[]
  refusal: LineRefusal | null
}

interface LineOptions {
  /** In basis points of the face value. */
  price_rate: number
  lock: boolean
  /** Only tickets of this import slip. */
  ticket_import_id?: number | null | undefined
}

/**
 * Checks these lines against the stock now; with `lock` the rows stay locked, in the order of their keys. A ticket that is named twice is counted
 * together.
 */
export async function checkLines(
  db: Db,
  key: StockKey,
  items: readonly ReturnItem[],
  { price_rate, lock, ticket_import_id = null }: LineOptions,
): Promise<CheckedLine[]> {
  const candidates = await findTickets(db, key, items, { lock, ticket_import_id })
  const remaining = new Map<number, number>()
  return items.map((item, index) => {
    const matches = candidates.filter((ticket) => matchesItem(item, ticket))
    const singleTickets = matches.filter(({ ticket_group_id }) => ticket_group_id === null)
    // A typed number that belongs to a ticket group is refused with that reason.
    const tickets = singleTickets.length > 0 ? singleTickets : matches
    const quantity = item.quantity ?? tickets.reduce((sum, ticket) => sum + remainingOf(remaining, ticket), 0)
    const lineRefusal = whyNotReturn(item, tickets, quantity, remaining)
    const picks = lineRefusal === null ? pick(tickets, quantity, remaining) : []
    const [firstTicket] = tickets
    return {
      line: index + 1,
      number: item.number ?? firstTicket?.number ?? null,
      series: item.series ?? (tickets.length === 1 ? firstTicket!.series || null : null),
      ticket_group_id: item.ticket_group_id ?? firstTicket?.ticket_group_id ?? null,
      in_stock: firstTicket ? tickets.reduce((sum, ticket) => sum + ticket.in_stock, 0) : null,
      quantity,
      amount: picks.reduce(
        (sum, line) =>
          sum +
          line.quantity * returnPrice(tickets.find((t) => t.ticket_id === line.ticket_id)!.face_value, price_rate),
        0,
      ),
      picks,
      refusal: lineRefusal,
    }
  })
}

async function findTickets(
  db: Db,
  key: StockKey,
  items: readonly ReturnItem[],
  { lock, ticket_import_id }: Pick<LineOptions, 'lock' | 'ticket_import_id'>,
): Promise<FoundTicket[]> {
  const { open_date, area_id, base_id } = key
  // A ticket that was transferred leaves a row behind, of which everything is transferred.
  const ofStock = sql`t.open_date = ${open_date} and t.area_id = ${area_id} and t.base_id = ${base_id} and t.imported > t.transferred
    and (${ticket_import_id}::integer is null or t.ticket_import_id = ${ticket_import_id})`
  const ids = items.flatMap(({ xsdt_ticket_id }) => xsdt_ticket_id ?? [])
  const groups = items.flatMap(({ ticket_group_id }) => ticket_group_id ?? [])
  const numbers = items.flatMap(({ xsdt_ticket_id, ticket_group_id, number }) =>
    xsdt_ticket_id == null && ticket_group_id == null && number != null ? number : [],
  )
  // unscoped: the caller has checked that the store is within its scope
  const { rows: matches } = await sql<{ ticket_id: number }>`
    select t.ticket_id from xskt_ticket t where ${ofStock} and t.ticket_id = any(${ids}::bigint[])
    union all
    select t.ticket_id from xskt_ticket t where ${ofStock} and t.ticket_group_id = any(${groups}::integer[])
    union all
    select t.ticket_id from xskt_ticket t where ${ofStock} and t.number = any(${numbers}::text[])`.execute(db)
  // Locked by their keys in a separate query: PostgreSQL drops a row of a UNION ALL that changed while its lock was waited for.
  const { rows } = await sql<FoundTicket>`
    select t.ticket_id, t.number, t.series, t.ticket_group_id, t.face_value, t.imported, t.sold, t.in_stock from xskt_ticket t
    where ${ofStock} and t.ticket_id = any(${matches.map(({ ticket_id }) => ticket_id)}::bigint[])
    order by t.ticket_id ${lock ? sql`for update` : sql``}`.execute(db) // unscoped: as above
  return rows
}

function matchesItem({ xsdt_ticket_id, ticket_group_id, number, series }: ReturnItem, ticket: FoundTicket): boolean {
  if (xsdt_ticket_id != null) return ticket.ticket_id === xsdt_ticket_id
  if (ticket_group_id != null) return ticket.ticket_group_id === ticket_group_id
  return ticket.number === number && (series == null || ticket.series === series)
}

function whyNotReturn(
  item: ReturnItem,
  tickets: readonly FoundTicket[],
  quantity: number,
  remaining: Map<number, number>,
): LineRefusal | null {
  const [firstTicket] = tickets
  if (!firstTicket) return refusal('ticket_not_found', 'Vé không có trong kho này.')
  if (item.ticket_group_id != null) {
    if (tickets.some((ticket) => ticket.sold > 0)) return refusal('ticket_sold', 'Cặp nguyên đã bán.')
    const in_stock = tickets.reduce((sum, ticket) => sum + remainingOf(remaining, ticket), 0)
    if (in_stock === 0) return refusal('ticket_return_invalid', 'Cặp nguyên đã hoàn hoặc đang chờ hoàn.')
    return quantity === in_stock ? null : refusal('ticket_return_invalid', 'Cặp nguyên chỉ hoàn được cả cặp.')
  }
  if (firstTicket.ticket_group_id !== null)
    return refusal('ticket_return_invalid', 'Vé thuộc một cặp nguyên: hãy hoàn cả cặp hoặc tách cặp.')
  if (tickets.length > 1) return refusal('ticket_return_invalid', 'Dãy số có nhiều ký hiệu: hãy ghi rõ ký hiệu.')
  const free_quantity = remainingOf(remaining, firstTicket)
  if (free_quantity === 0 && firstTicket.sold > 0) return refusal('ticket_sold', 'Vé đã bán hết.')
  if (quantity < 1 || free_quantity === 0) return refusal('return_exceeds_stock', 'Không còn vé tồn để hoàn.')
  if (quantity > free_quantity) return refusal('return_exceeds_stock', `Chỉ còn ${numberText(free_quantity)} vé tồn.`)
  return null
}

/** The tickets in stock, without those on earlier lines of the same slip. */
function remainingOf(remaining: Map<number, number>, { ticket_id, in_stock }: FoundTicket): number {
  return remaining.get(ticket_id) ?? in_stock
}

function pick(tickets: readonly FoundTicket[], quantity: number, remaining: Map<number, number>) {
  const picks: { ticket_id: number; quantity: number }[] = []
  let open = quantity
  for (const ticket of tickets) {
    const take = Math.min(open, remainingOf(remaining, ticket))
    if (take === 0) continue
    remaining.set(ticket.ticket_id, remainingOf(remaining, ticket) - take)
    picks.push({ ticket_id: ticket.ticket_id, quantity: take })
    open -= take
  }
  return picks
}

/** The line as the contract answers it. */
export function answerOf(checkedLine: CheckedLine) {
  const { line, number, series, ticket_group_id, in_stock, quantity, amount, refusal: lineRefusal } = checkedLine
  const answer = { line, number, series, ticket_group_id, in_stock, quantity, amount }
  return { ...answer, error: lineRefusal?.message ?? null, code: lineRefusal ? codeOf(lineRefusal.error) : null }
}

function codeOf(error: ErrorName): number {
  return errors[error][0]
}
