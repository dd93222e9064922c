/** Puts tickets on a return slip: they cannot be sold any more, until the slip is confirmed or cancelled. */
import { sql } from 'kysely'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriod } from '#features/tickets/draw-area/period.server.ts'
import type { StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { rateText } from '#contract/text/percent-text.ts'
import { checkLines, type ReturnItem } from './return-lines.server.ts'
import { readLimit, readTerms } from './return-terms.server.ts'
import { moveBySlip } from './settle-return.server.ts'
import { findSlip } from './ticket-return.query.server.ts'

type FailReturn = Fail<
  | 'period_not_found'
  | 'return_window_expired'
  | 'ticket_return_closed'
  | 'ticket_return_invalid'
  | 'return_exceeds_stock'
  | 'ticket_not_found'
  | 'ticket_sold'
>

export interface WantedReturn extends StockKey {
  /** Everything that is unsold, or only these lines. */
  tickets: 'all' | readonly ReturnItem[]
  /** Only tickets of this import slip. */
  ticket_import_id?: number | undefined
  reason: string
}

/** A slip of a hundred thousand tickets takes some seconds, longer than the usual limit of a statement. */
const slip_timeout = '3min'

/**
 * Creates a slip that waits for a second person, with all lines or none.
 * @throws Failure return_window_expired after the station's hour, ticket_return_closed after the closing, and errors at lines that cannot be returned
 */
export async function openReturn(
  db: Db,
  me: Me,
  { tickets, ticket_import_id, reason, ...key }: WantedReturn,
  fail: FailReturn,
) {
  const period =
    (await lockPeriod(db, key)) ?? fail('period_not_found', { fields: { open_date: 'Đài không quay ngày này.' } })
  if (!period.is_returnable) fail('return_window_expired')
  const terms = await readTerms(db, key)
  await sql`set local statement_timeout = ${sql.lit(slip_timeout)}`.execute(db)
  const { ticket_return_id, return_code } = await db
    .insertInto('ticket_return')
    .values({ ...key, ...terms, period_id: period.period_id, reason, created_by: me.user_id })
    .returning(['ticket_return_id', 'return_code'])
    .executeTakeFirstOrThrow()
  const { price_rate } = terms
  const picks = tickets === 'all' ? null : await picksOf(db, key, tickets, { price_rate, ticket_import_id }, fail)
  const sums = await putOnSlip(db, key, { ticket_return_id, price_rate, ticket_import_id }, picks)
  if (sums.quantity === 0) fail('ticket_sold', { message: 'Không còn vé tồn nào để hoàn.' })
  const open = await moveBySlip(db, {
    ...key,
    ticket_return_id,
    kind: 'return_requested',
    quantity: sums.quantity,
    ticket_import_id: ticket_import_id ?? null,
    note: `Phiếu ${return_code}: ${reason}`.slice(0, 500),
    created_by: me.user_id,
  })
  if (!open) fail('ticket_return_closed')
  const stock = await assertWithinLimit(db, key, terms.limit_rate, sums.quantity, fail)
  await db
    .updateTable('ticket_return')
    .set({ ...sums, ...stock })
    .where('ticket_return_id', '=', ticket_return_id)
    .execute() // unscoped: created by the caller
  return (await findSlip(db, me, ticket_return_id))!
}

async function picksOf(
  db: Db,
  key: StockKey,
  items: readonly ReturnItem[],
  options: { price_rate: number; ticket_import_id?: number | undefined },
  fail: FailReturn,
) {
  const lines = await checkLines(db, key, items, { ...options, lock: true })
  const refusedLine = lines.find(({ refusal }) => refusal !== null)
  if (refusedLine) {
    const { error, message } = refusedLine.refusal!
    const lineMessage = items.length === 1 ? message : `Dòng ${refusedLine.line}: ${message}`
    fail(error, { message: lineMessage, fields: { data: lineMessage }, line: refusedLine.line })
  }
  return lines.flatMap(({ picks }) => picks)
}

/** Locks the tickets by key, writes the slip's lines and takes the tickets off sale. */
async function putOnSlip(
  db: Db,
  { open_date, area_id, base_id }: StockKey,
  slip: { ticket_return_id: number; price_rate: number; ticket_import_id: number | undefined },
  picks: { ticket_id: number; quantity: number }[] | null,
) {
  const { ticket_return_id, price_rate, ticket_import_id = null } = slip
  const pickQuery =
    picks === null
      ? sql`select t.ticket_id, t.in_stock as quantity from xskt_ticket t
          where t.open_date = ${open_date} and t.area_id = ${area_id} and t.base_id = ${base_id} and t.in_stock > 0
            and (${ticket_import_id}::integer is null or t.ticket_import_id = ${ticket_import_id})
          order by t.ticket_id for update` // unscoped: the caller has checked that the store is within its scope
      : sql`select ticket_id, sum(quantity)::integer as quantity
          from jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) x (ticket_id bigint, quantity integer) group by 1`
  const { rows } = await sql<{ line_count: number; quantity: number; face_amount: number; amount: number }>`
    with picked as (${pickQuery}),
    moved as (
      update xskt_ticket t -- unscoped: locked above
      set return_pending = t.return_pending + p.quantity, in_stock = t.in_stock - p.quantity, version = t.version + 1
      from picked p where t.ticket_id = p.ticket_id and t.open_date = ${open_date}
      returning t.ticket_id, t.number, t.series, t.ticket_group_id, t.ticket_import_id, p.quantity, t.face_value),
    line as (
      insert into ticket_return_line (ticket_return_id, ticket_id, open_date, number, series, ticket_group_id, ticket_import_id, quantity, face_value, return_price)
      select ${ticket_return_id}, ticket_id, ${open_date}, number, series, ticket_group_id, ticket_import_id, quantity, face_value,
        face_value::bigint * ${price_rate} / 10000 from moved
      returning quantity, face_value, return_price)
    select count(*) as line_count, coalesce(sum(quantity), 0)::bigint as quantity,
      coalesce(sum(quantity::bigint * face_value), 0)::bigint as face_amount,
      coalesce(sum(quantity::bigint * return_price), 0)::bigint as amount from line`.execute(db)
  return rows[0]!
}

/** Read under the stock's lock, which the movement has taken, so that simultaneous slips are counted together. */
async function assertWithinLimit(db: Db, key: StockKey, limit_rate: number, quantity: number, fail: FailReturn) {
  const { received, returned, limit } = await readLimit(db, key, limit_rate)
  if (returned > limit)
    fail('ticket_return_invalid', {
      message: `Vượt hạn mức hoàn của đài: ${rateText(limit_rate)} của ${numberText(received)} vé đã nhận là ${numberText(limit)} vé, đã hoàn ${numberText(returned - quantity)}, phiếu này ${numberText(quantity)}.`,
    })
  return { received, returned_before: returned - quantity }
}
