/** Queries of the orders in the queues, for the list, batches and single acts. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
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
import { readOrderKeyword } from '#features/orders/order/order-keyword.rules.ts'
import { daysOf, type Days } from '#features/orders/order/order.query.server.ts'
import { heldPage, onlinePage } from '#features/orders/pages.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { processStatus, type Handling, type ProcessStatus, type transactionProcess } from './process.contract.ts'

type ListInput = z.output<typeof transactionProcess.list.input>
export type Filters = Partial<Omit<ListInput, 'page_index' | 'page_size' | 'sort' | 'part'>>

const processing = sql`o.status = ${sql.lit(orderStatus.processing)}`
/** Paid and not done. The numbers are literals, because otherwise the partial indexes of open orders are not used. */
const is_open = sql<boolean>`o.status in (${sql.lit(orderStatus.paid)}, ${sql.lit(orderStatus.processing)})`

const state = sql<ProcessStatus>`(case
  when o.finished_at is not null then ${sql.lit(processStatus.done)}
  when ${is_open} and ${is_draw_cancelled} then ${sql.lit(processStatus.cancelled)}
  when ${processing} and not ${is_lapsed} then ${sql.lit(processStatus.processing)}
  when ${is_open} then case when ${is_due_over} then ${sql.lit(processStatus.late)} else ${sql.lit(processStatus.waiting)} end
  else ${sql.lit(processStatus.stopped)} end)`

/** Online and held orders have a page each, and so separate rights. */
export function mayHandle(me: Me, kind: Handling, right: 'view' | 'work' | 'finish'): boolean {
  return hasRight(me, (kind === handling.online ? onlinePage : heldPage)[right])
}

const queued_handlings = [handling.online, handling.held] as const

function visibleHandlings(me: Me, kind: Handling | null | undefined): Handling[] {
  return queued_handlings.filter(
    (queued_handling) => (kind == null || queued_handling === kind) && mayHandle(me, queued_handling, 'view'),
  )
}

/** Base query of the paid orders in the scope of `me`, without columns. */
export function queueQuery(db: Db, me: Me, filters: Filters, days: Days | null = null) {
  return ofHandlings(db, me, visibleHandlings(me, filters.handling), filters, days)
}

function ofHandlings(db: Db, me: Me, handlings: readonly Handling[], filters: Filters, days: Days | null = null) {
  const { status, category, area_id, pos_id, partner_id, mine, keyword } = filters
  return db
    .selectFrom('sale_order as o')
    .innerJoin('draw_period as p', 'p.period_id', 'o.period_id')
    .innerJoin('pos', 'pos.pos_id', 'o.pos_id') // unscoped: joined to an order within the scope
    .where(within(me, 'sale_order', 'o'))
    .where(
      handlings.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`o.handling > 0 and o.handling in (${sql.join(handlings.map((number) => sql.lit(number)))})`,
    )
    .where('o.paid_at', 'is not', null)
    .$if(isOpen(filters), (q) => q.where(is_open))
    .$if(status === processStatus.done, (q) => q.where('o.finished_at', 'is not', null))
    .$if(status != null && status !== processStatus.done, (q) => q.where(sql<boolean>`${state} = ${status!}`))
    .$if(category != null, (q) => q.where('o.category', '=', category!))
    .$if(area_id != null, (q) => q.where('o.area_id', '=', area_id!))
    .$if(pos_id != null, (q) => q.where('o.pos_id', '=', pos_id!))
    .$if(partner_id != null, (q) => q.where('o.partner_id', '=', partner_id!))
    .$if(mine === true, (q) => q.where(sql<boolean>`${processing}`).where('o.taken_by', '=', me.user_id))
    .$if(days !== null, (q) =>
      q
        .where(sql<boolean>`o.order_id >= first_order_id(${days?.from}::date)`)
        .where(sql<boolean>`o.order_id < first_order_id(${days?.to}::date + 1)`),
    )
    .$if(!!keyword, (q) => q.where(matchesKeyword(keyword!, isOpen(filters))))
}

/** Matches the order number, the phone, the point of sale or the draw; among open orders the customer too. */
function matchesKeyword(keyword: string, is_open_only: boolean) {
  const { order_id, phone, last_digits } = readOrderKeyword(keyword)
  const places = [contains('pos.search', keyword), sql`position(upper(${keyword}) in upper(p.period_code)) > 0`]
  const names = is_open_only ? [sql`position(vn_fold(${keyword}) in vn_fold(coalesce(o.full_name, ''))) > 0`] : []
  const numberedColumns = [
    ...(order_id === undefined ? [] : [sql`o.order_id = ${order_id}`]),
    ...(phone === undefined ? [] : [sql`o.msisdn = ${phone}`]),
    ...(last_digits === undefined ? [] : [sql`o.order_id % 1000000000 = ${last_digits}`]),
  ]
  return sql<boolean>`(${sql.join([...places, ...names, ...numberedColumns], sql` or `)})`
}

/** Orders as the contract answers them. */
export function selectQueued(query: ReturnType<typeof queueQuery>) {
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

/** The sortable columns of the list that are no columns of the query. */
export const sortable = {
  process_id: sql`o.order_id`,
  paid_at: sql`o.paid_at`,
  due_at,
  total: sql`o.total`,
  finished_at: sql`o.finished_at`,
}

/** Whether the filters ask for open orders only. */
export function isOpen({ mine, status }: Filters): boolean {
  return mine === true || (status != null && status !== processStatus.done && status !== processStatus.stopped)
}

/** The searched days: without a range all days for open orders, else as many as one search may have. */
export async function queueDays(
  db: Db,
  filters: Filters,
  fail: Fail<'from_exceeds_to' | 'search_time_exceeded' | 'request_invalid'>,
): Promise<Days | null> {
  const { from_date, to_date } = filters
  if (isOpen(filters) && from_date == null && to_date == null) return null
  return daysOf(db, { from_date, to_date }, fail)
}

/** The orders of these numbers within the scope of `me`, by number. */
export function findQueued(db: Db, me: Me, ids: readonly number[]) {
  return selectQueued(ofHandlings(db, me, queued_handlings, {}))
    .select(is_still_sold.as('is_still_sold'))
    .where('o.order_id', '=', anyOf(ids))
    .orderBy('o.order_id')
    .execute()
}

export type QueuedOrder = Awaited<ReturnType<typeof findQueued>>[number]

/**
 * The same orders, locked with the draws until the transaction ends. Locking and reading are separate statements: one that waited for the lock would
 * read the joined tables as they were before.
 */
export async function lockQueued(db: Db, me: Me, ids: readonly number[]): Promise<QueuedOrder[]> {
  await lockPeriodsShared(db)
  await db
    .selectFrom('sale_order as o')
    .select('o.order_id')
    .where('o.order_id', '=', anyOf(ids))
    .where(within(me, 'sale_order', 'o'))
    .orderBy('o.order_id')
    .forUpdate()
    .execute()
  return findQueued(db, me, ids)
}

const anyOf = (ids: readonly number[]) => sql<number>`any (${[...ids]}::bigint[])`

/** Locks the oldest waiting order of this kind that can still be done, skipping orders that others are just taking. */
export function lockNext(db: Db, me: Me, kind: Handling) {
  return ofHandlings(db, me, [kind], { status: processStatus.waiting })
    .where(is_still_sold)
    .select('o.order_id')
    .orderBy('o.order_id')
    .limit(1)
    .forUpdate('o')
    .skipLocked()
    .executeTakeFirst()
}

/** Counts the open orders of these days (null: of all days) by state. */
export function openCounts(db: Db, me: Me, kind: Handling | null | undefined, days: Days | null) {
  const open = queueQuery(db, me, { handling: kind }, days)
    .where(is_open)
    .select([state.as('status'), 'o.paid_at', sql<boolean>`${processing} and o.taken_by = ${me.user_id}`.as('is_mine')])
  const countOf = (status: ProcessStatus) => sql<number>`count(*) filter (where q.status = ${sql.lit(status)})`
  return db
    .selectFrom(open.as('q'))
    .select([
      countOf(processStatus.waiting).as('waiting'),
      countOf(processStatus.processing).as('processing'),
      countOf(processStatus.late).as('late'),
      countOf(processStatus.cancelled).as('cancelled'),
      sql<number>`count(*) filter (where q.is_mine)`.as('mine'),
      sql<string | null>`min(q.paid_at) filter (where q.status = ${sql.lit(processStatus.waiting)})`.as('oldest_at'),
    ])
    .executeTakeFirstOrThrow()
}

/** How many orders of these days (null: of today) are done. */
export async function doneCount(db: Db, me: Me, kind: Handling | null | undefined, days: Days | null): Promise<number> {
  const { done } = await queueQuery(db, me, { handling: kind, status: processStatus.done }, days)
    .$if(days === null, (q) => q.where(sql<boolean>`o.order_id >= first_order_id(current_date)`))
    .select((eb) => eb.fn.countAll<number>().as('done'))
    .executeTakeFirstOrThrow()
  return done
}

/** One order with its boards and photos. */
export async function findProcess(db: Db, me: Me, process_id: number) {
  const order = await selectQueued(queueQuery(db, me, {}))
    .select('o.images')
    .where('o.order_id', '=', process_id)
    .executeTakeFirst()
  if (!order) return null
  const lines = await db
    .selectFrom('order_line')
    .select(['line_no', 'play_type', 'numbers', 'series', 'quick_pick', 'quantity', 'amount'])
    .where('order_id', '=', process_id)
    .orderBy('line_no')
    .execute()
  return { ...order, lines }
}
