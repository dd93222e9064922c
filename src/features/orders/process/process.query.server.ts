/** Orders that wait for a person, as the list, a batch and every act mean them. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { msisdn } from '#contract/fields.ts'
import { checkDays, contains } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { holds, type Me } from '#server/session/session.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import {
  due_at,
  hold_until,
  is_draw_cancelled,
  is_due_over,
  is_lapsed,
  is_still_sold,
  numbers,
  shown_status,
} from '#features/orders/order/order-facts.server.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { processStatus, type Handling, type ProcessStatus, type transactionProcess } from './process.contract.ts'

type Listed = z.output<typeof transactionProcess.list.input>
export type Filters = Partial<
  Pick<Listed, 'handling' | 'status' | 'category' | 'mine' | 'from_date' | 'to_date' | 'keyword'>
>

const processing = sql`o.status = ${sql.lit(orderStatus.processing)}`
/** Paid and not done; the numbers stand in the statement itself, or the indexes of what is open are not used. */
const is_open = sql<boolean>`o.status in (${sql.lit(orderStatus.paid)}, ${sql.lit(orderStatus.processing)})`

const state = sql<ProcessStatus>`(case
  when o.finished_at is not null then ${sql.lit(processStatus.done)}
  when ${is_open} and ${is_draw_cancelled} then ${sql.lit(processStatus.cancelled)}
  when ${processing} and not ${is_lapsed} then ${sql.lit(processStatus.processing)}
  when ${is_open} then case when ${is_due_over} then ${sql.lit(processStatus.late)} else ${sql.lit(processStatus.waiting)} end
  else ${sql.lit(processStatus.stopped)} end)`

/** The two ways have a page each, and so their own rights. */
export function mayOn(me: Me, way: Handling, right: 'view' | 'work' | 'finish'): boolean {
  return holds(me, (way === handling.online ? onlinePage : heldPage)[right])
}

const ways = [handling.online, handling.held] as const

function seenWays(me: Me, asked: Handling | null | undefined): Handling[] {
  return ways.filter((way) => (asked == null || way === asked) && mayOn(me, way, 'view'))
}

/** Orders that `me` may see and that were paid, without columns. */
export function matching(db: Db, me: Me, filters: Filters) {
  return inWays(db, me, seenWays(me, filters.handling), filters)
}

function inWays(db: Db, me: Me, of: readonly Handling[], filters: Filters) {
  const { status, category, mine, from_date, to_date, keyword } = filters
  return db
    .selectFrom('sale_order as o')
    .innerJoin('draw_period as p', 'p.period_id', 'o.period_id')
    .innerJoin('pos', 'pos.pos_id', 'o.pos_id') // unscoped: of a seen order
    .where(within(me, 'sale_order', 'o'))
    .where(
      of.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`o.handling > 0 and o.handling in (${sql.join(of.map((way) => sql.lit(way)))})`,
    )
    .where('o.paid_at', 'is not', null)
    .$if(isOpen(filters), (q) => q.where(is_open))
    .$if(status === processStatus.done, (q) => q.where('o.finished_at', 'is not', null))
    .$if(status != null && status !== processStatus.done, (q) => q.where(sql<boolean>`${state} = ${status!}`))
    .$if(category != null, (q) => q.where('o.category', '=', category!))
    .$if(mine === true, (q) => q.where(sql<boolean>`${processing}`).where('o.taken_by', '=', me.user_id))
    .$if(from_date != null, (q) => q.where(sql<boolean>`o.order_id >= first_order_id(${from_date}::date)`))
    .$if(to_date != null, (q) => q.where(sql<boolean>`o.order_id < first_order_id(${to_date}::date + 1)`))
    .$if(!!keyword, (q) => q.where(found(keyword!)))
}

/** By the order's number or the end of it, the phone, the shop or the draw. */
function found(keyword: string) {
  const digits = keyword.replaceAll(/[\s.-]/g, '')
  const isNumber = /^\+?\d+$/.test(digits)
  const named = sql<boolean>`${contains('pos.search', keyword)} or ${sql`lower(p.period_code) like lower(${`%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`}`
  if (!isNumber) return sql<boolean>`(${named})`
  return sql<boolean>`(${named} or o.order_id::text like '%' || ${digits.replace('+', '')} or o.msisdn = ${msisdn(digits)})`
}

/** Orders as the contract answers them. */
export function shown(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('draw_area as a', 'a.area_id', 'o.area_id')
    .leftJoin('app_user as taker', 'taker.user_id', 'o.taken_by') // unscoped: only a name
    .select(['o.order_id as process_id', 'o.handling', 'o.ordered_at', 'o.paid_at', 'o.category', 'o.period_id'])
    .select(['p.period_code', 'o.open_date', 'a.area_name', 'o.quantity', 'o.amount', 'o.fee', 'o.total'])
    .select(numbers.as('numbers'))
    .select(sql<number>`(select count(*) from order_line l where l.order_id = o.order_id)`.as('line_count'))
    .select(['o.msisdn', 'o.full_name', 'o.pos_id', 'pos.pos_code', 'pos.pos_name'])
    .select([state.as('status'), shown_status.as('order_status')])
    .select(['o.taken_by', 'taker.user_name as taken_by_name', 'o.taken_at'])
    .select([
      sql<string | null>`case when ${processing} then ${hold_until} end`.as('hold_until'),
      is_lapsed.as('is_lapsed'),
    ])
    .select([due_at.as('due_at'), is_due_over.as('is_due_over'), is_draw_cancelled.as('is_draw_cancelled')])
    .select(['o.finished_at', 'o.version'])
    .select(sql<number>`cardinality(o.images)`.as('image_count'))
    .$narrowType<{ category: Product; handling: Handling; paid_at: string }>()
}

/** What the list is sorted by, beside its own columns. */
export const sortable = { process_id: sql`o.order_id`, due_at, finished_at: sql`o.finished_at` }

/** Only what is not at its end is asked for. */
export function isOpen({ mine, status }: Filters): boolean {
  return mine === true || (status != null && status !== processStatus.done && status !== processStatus.stopped)
}

/** What waits is all of it; the rest lies within days, as many as may be searched over or only today, unless others are asked for. */
export async function withinDays<F extends Filters>(
  db: Db,
  filters: F,
  fail: Fail<'from_exceeds_to' | 'search_time_exceeded'>,
  usual: 'all' | 'today' = 'all',
): Promise<F> {
  const { from_date = null, to_date = null } = filters
  checkDays({ from_date, to_date }, fail)
  if (isOpen(filters)) return filters
  const { rows } = await sql<{ from_date: string; to_date: string; is_too_long: boolean }>`
    select from_date, to_date, to_date - from_date >= search_days as is_too_long from (
      select search_days, upto as to_date,
        coalesce(${from_date}::date, case when ${usual === 'today'} then upto else upto - search_days + 1 end) as from_date
      from sale_config, lateral (select coalesce(${to_date}::date, greatest(current_date, ${from_date}::date)) as upto) u) days`.execute(
    db,
  )
  const { is_too_long, ...days } = rows[0]!
  if (is_too_long) fail('search_time_exceeded')
  return { ...filters, ...days }
}

/** Orders by their numbers, in the order of these; locked until the transaction ends unless they are only to be seen. The lock comes first
 * and alone: a statement that waits for it would read the holder's name beside the order as it was before. */
export async function workedOn(db: Db, me: Me, ids: readonly number[], how: 'locked' | 'seen') {
  const wanted = sql<number>`any (${[...ids]}::bigint[])`
  if (how === 'locked')
    await db
      .selectFrom('sale_order as o')
      .select('o.order_id')
      .where('o.order_id', '=', wanted)
      .where(within(me, 'sale_order', 'o'))
      .orderBy('o.order_id')
      .forUpdate()
      .execute()
  return shown(inWays(db, me, ways, {}))
    .select(is_still_sold.as('is_still_sold'))
    .where('o.order_id', '=', wanted)
    .orderBy('o.order_id')
    .execute()
}

export type Worked = Awaited<ReturnType<typeof workedOn>>[number]

/** The oldest order of this kind that waits, can be done and that nobody is just taking, locked. */
export function lockNext(db: Db, me: Me, way: Handling) {
  return inWays(db, me, [way], { status: processStatus.waiting })
    .where(is_still_sold)
    .select('o.order_id')
    .orderBy('o.order_id')
    .limit(1)
    .forUpdate('o')
    .skipLocked()
    .executeTakeFirst()
}

/** How many orders wait, are worked on and have run out of time, now. */
export function openCounts(db: Db, me: Me, way: Handling | null | undefined) {
  const open = matching(db, me, { handling: way })
    .where(is_open)
    .select([state.as('status'), 'o.paid_at', sql<boolean>`${processing} and o.taken_by = ${me.user_id}`.as('is_mine')])
  const of = (status: ProcessStatus) => sql<number>`count(*) filter (where q.status = ${sql.lit(status)})`
  return db
    .selectFrom(open.as('q'))
    .select([
      of(processStatus.waiting).as('waiting'),
      of(processStatus.processing).as('processing'),
      of(processStatus.late).as('late'),
      of(processStatus.cancelled).as('cancelled'),
      sql<number>`count(*) filter (where q.is_mine)`.as('mine'),
      sql<string | null>`min(q.paid_at) filter (where q.status = ${sql.lit(processStatus.waiting)})`.as('oldest_at'),
    ])
    .executeTakeFirstOrThrow()
}

export async function doneCount(db: Db, me: Me, filters: Filters): Promise<number> {
  const { done } = await matching(db, me, { ...filters, status: processStatus.done })
    .select((eb) => eb.fn.countAll<number>().as('done'))
    .executeTakeFirstOrThrow()
  return done
}

/** One order with its boards and photos. */
export async function processOf(db: Db, me: Me, process_id: number) {
  const order = await shown(matching(db, me, {}))
    .select('o.images')
    .where('o.order_id', '=', process_id)
    .executeTakeFirst()
  if (!order) return null
  const lines = await db
    .selectFrom('order_line')
    .select(['line_no', 'play_type', 'numbers', 'series', 'quantity', 'amount'])
    .where('order_id', '=', process_id)
    .orderBy('line_no')
    .execute()
  return { ...order, lines }
}
