/** Queries of orders for lists: always within a range of days, so that PostgreSQL reads only their part of the table. */
import type * as z from 'zod/mini'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { max_bulk_rows } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { withTimeLimit, checkDays, contains, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { days_bought_ahead } from '#features/results/period/game-periods.server.ts'
import { ofLine } from '#features/results/product/product.query.server.ts'
import { max_days_behind_a_figure, orderStatus, type Handling, type orderFilters } from './order.contract.ts'
import type { transactions } from './transaction.contract.ts'
import { readOrderKeyword, searchesAllDays } from './order-keyword.rules.ts'
import { is_draw_cancelled, is_drawn, is_due_over, is_lapsed, numbers, shown_status } from './order-facts.server.ts'

type Filters = z.output<z.ZodMiniObject<typeof orderFilters>> & { keyword?: string | null | undefined }

/** The searched days; null for all days, where the filter matches few orders. */
export interface Days {
  from: string
  to: string
  /** How many days are searched without a chosen range. */
  search_days: number
}

type TransactionSort = z.output<typeof transactions.list.input>['sort']
type DayFilters = Pick<Filters, 'from_date' | 'to_date' | 'status' | 'is_sale' | 'snapshot' | 'keyword'>

const rare: ReadonlySet<number> = new Set([orderStatus.processing, orderStatus.reported, orderStatus.refunding])

/** The days that order numbers can encode. */
const [first_day, last_day] = ['2000-01-01', '2099-12-31']

/**
 * The days of the filters; without any, the longest allowed range up to today, or all days for rare statuses. Refuses a range that is longer than one
 * search may have.
 */
export async function daysOf(
  db: Db,
  { from_date = null, to_date = null, status = null, is_sale, snapshot, keyword }: DayFilters,
  fail: Fail<'from_exceeds_to' | 'search_time_exceeded' | 'request_invalid'>,
): Promise<Days | null> {
  const isRare = (status !== null && rare.has(status)) || searchesAllDays(keyword)
  if (from_date === null && to_date === null && isRare) return null
  for (const [name, day] of Object.entries({ from_date, to_date }))
    if (day !== null && (day < first_day || day > last_day))
      fail('request_invalid', { fields: { [name]: 'Hãy chọn ngày từ năm 2000 đến năm 2099.' } })
  checkDays({ from_date, to_date }, fail)
  const { rows } = await sql<Days & { count: number }>`
    select search_days, "from"::text, "to"::text, "to" - "from" + 1 as count
    from sale_config,
      lateral (select coalesce(${to_date}::date, greatest(${from_date}::date, current_date)) as "to") t,
      lateral (select coalesce(${from_date}::date, "to" - search_days + 1) as "from") f`.execute(db)
  const { count, ...days } = rows[0]!
  // A report may cover more days than a search, and links to all orders behind its figures.
  const max_days = snapshot != null && is_sale ? Math.max(days.search_days, max_days_behind_a_figure) : days.search_days
  if (count > max_days) {
    const message = `Chỉ tìm được trong ${max_days} ngày mỗi lần, bạn đang chọn ${count} ngày.`
    fail('search_time_exceeded', { message, fields: { from_date: message, to_date: message } })
  }
  return days
}

export function assertAmounts(
  { total_from, total_to }: Pick<Filters, 'total_from' | 'total_to'>,
  fail: Fail<'from_exceeds_to'>,
): void {
  if (total_from != null && total_to != null && total_from > total_to)
    fail('from_exceeds_to', { fields: { total_to: 'Số tiền đến phải từ số tiền đầu trở lên.' } })
}

/** The searched days for the answer; none where they did not matter. */
export function searchedIn(days: Days | null, keyword: string | null | undefined) {
  if (days === null || (keyword && readOrderKeyword(keyword).order_id !== undefined)) return {}
  return { searched_from: days.from, searched_to: days.to, search_days: days.search_days }
}

/** Base query of the orders in the scope of `me` that match the filters, shared by the list, its sums and its file. */
export function orderQuery(db: Db, me: Me, filters: Filters, days: Days | null) {
  const { line, category, period_id, area_id, base_id, pos_id, user_pos_id, band, play_type, hour } = filters
  const { handling, payment_vendor_id, total_from, total_to } = filters
  const number = filters.keyword ? (readOrderKeyword(filters.keyword).order_id ?? null) : null
  return (
    db
      .selectFrom('sale_order as o')
      .where(within(me, 'sale_order', 'o'))
      // An order's number contains its day.
      .$if(number !== null, (q) => q.where('o.order_id', '=', number!))
      .$if(number === null && days !== null, (q) =>
        q
          .where('o.order_id', '>=', sql<number>`first_order_id(${days!.from}::date)`)
          .where('o.order_id', '<', sql<number>`first_order_id(${days!.to}::date) + 1000000000`),
      )
      .$if(number === null && filters.keyword != null, (q) => q.where(matchesKeyword(filters.keyword!, days)))
      .$if(line != null, (q) => q.where(ofLine(line!, 'o.category')))
      .$if(category != null, (q) => q.where('o.category', '=', category!))
      .$if(period_id != null, (q) => q.where('o.period_id', '=', period_id!))
      .$if(area_id != null, (q) => q.where('o.area_id', '=', area_id!))
      .$if(base_id != null, (q) => q.where('o.base_id', '=', base_id!))
      .$if(pos_id != null, (q) => q.where('o.pos_id', '=', pos_id!))
      .where(orNone('o.user_pos_id', user_pos_id))
      .where(orNone('o.partner_id', filters.partner_id))
      .where(ofGroup(filters.pos_group_id))
      .$if(handling != null, (q) => q.where('o.handling', '=', handling!))
      .$if(payment_vendor_id != null, (q) => q.where('o.payment_vendor_id', '=', payment_vendor_id!))
      .$if(total_from != null, (q) => q.where('o.total', '>=', total_from!))
      .$if(total_to != null, (q) => q.where('o.total', '<=', total_to!))
      .$if(band != null, (q) => q.where(sql<SqlBool>`sale_band(o.amount) = ${band}`))
      .$if(play_type != null, (q) =>
        q.where(
          sql<SqlBool>`exists (select from order_line l where l.order_id = o.order_id and l.play_type = ${play_type})`,
        ),
      )
      .$if(hour != null, (q) =>
        q.where(sql<SqlBool>`extract(hour from o.ordered_at at time zone 'Asia/Ho_Chi_Minh') = ${hour}`),
      )
      .where(hasStatus(filters))
  )
}

/** Sorts the query as the list is shown; equal totals are ordered by number. */
export function orderedBy(query: ReturnType<typeof orderQuery>, sort: TransactionSort) {
  const [column, direction] = sortOf(sort, '-ordered_at')
  // Numbers ascend with time.
  return query.$if(column === 'total', (q) => q.orderBy('o.total', direction)).orderBy('o.order_id', direction)
}

/** The numbers of the orders that a query finds, for a batch: at most one more than a batch may have. */
export async function idsOf<D, T extends keyof D>(
  db: Db,
  query: SelectQueryBuilder<D, T, object>,
  fail: Fail<'search_time_exceeded'>,
): Promise<number[]> {
  const ids = query
    .select(sql<number>`o.order_id`.as('order_id'))
    .orderBy(sql`o.order_id`)
    .limit(max_bulk_rows + 1)
    .$castTo<{ order_id: number }>()
  return (await withTimeLimit(db, fail, () => ids.execute())).map(({ order_id }) => order_id)
}

/**
 * Matches the phone number, the last digits of the order number, the payment's reference, the draw's code, the point of sale, the partner, or the
 * customer's name. A keyword with digits is no name, so each of these is found through an index. Otherwise every order of the days is read, and its
 * point of sale and partner are looked up in a hash table.
 */
function matchesKeyword(keyword: string, days: Days | null): RawBuilder<SqlBool> {
  const { phone, last_digits, has_digits, may_be_period } = readOrderKeyword(keyword)
  if (phone !== undefined) return sql<SqlBool>`o.msisdn = ${phone}`
  const folded_keyword = sql`vn_fold(${keyword.trim()})`
  const has_payment_reference = sql<SqlBool>`o.order_id = any (array(select paid.order_id from order_payment paid
    where paid.vendor_ref = ${keyword} and paid.payment_vendor_id = any (array(select payment_vendor_id from payment_vendor))
    union all
    select other.order_id from order_payment paid join sale_order other on other.purchase_id = paid.order_id
    where paid.vendor_ref = ${keyword} and paid.payment_vendor_id = any (array(select payment_vendor_id from payment_vendor))))` // unscoped: of orders within the scope
  const pos = sql`select s.pos_id from pos s where ${contains('s.search', keyword)}
    and position(${folded_keyword} in vn_fold(s.pos_code || ' ' || s.pos_name)) > 0` // unscoped: of orders within the scope
  const partners = sql`select a.partner_id from partner a where ${contains('a.search', keyword)} and position(${folded_keyword} in vn_fold(a.partner_code || ' ' || a.partner_name)) > 0` // unscoped: as above
  if (!has_digits)
    return sql<SqlBool>`(${has_payment_reference} or position(${folded_keyword} in vn_fold(o.full_name)) > 0 or o.pos_id in (${pos}) or o.partner_id in (${partners}))`
  const parts = [has_payment_reference]
  // A keyword of digits alone would match too many codes.
  if (last_digits === undefined)
    parts.push(sql`o.pos_id = any (array(${pos}))`, sql`o.partner_id = any (array(${partners}))`)
  if (may_be_period) parts.push(sql`o.period_id = any (array(${periodsLike(folded_keyword, days)}))`)
  if (last_digits !== undefined)
    parts.push(
      days === null
        ? sql`o.order_id % 1000000000 = ${last_digits}`
        : sql`o.order_id = any (array(select first_order_id(day::date) + ${last_digits}
            from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') day))`,
    )
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** Draws whose code ends with the keyword, among those that orders of these days can be for. */
function periodsLike(folded: RawBuilder<unknown>, days: Days | null) {
  const within_days =
    days === null
      ? sql`true`
      : sql`draw_at >= ${days.from}::date and draw_at < ${days.to}::date + ${sql.lit(days_bought_ahead + 1)}`
  return sql`select period_id from draw_period where ${within_days} and right(vn_fold(period_code), length(${folded})) = ${folded}`
}

/** Filters by an id; 0 for rows without one. */
function orNone(column: string, value: number | null | undefined): RawBuilder<SqlBool> {
  if (value == null) return sql<SqlBool>`true`
  return value === 0 ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} = ${value}`
}

/** The group is the one that the point of sale is in today; the partner is the one that it had at the sale. */
function ofGroup(pos_group_id: number | null | undefined): RawBuilder<SqlBool> {
  if (pos_group_id == null) return sql<SqlBool>`true`
  // unscoped: of orders within the scope
  return sql<SqlBool>`o.pos_id = any (array(select s.pos_id from pos s where ${orNone('s.pos_group_id', pos_group_id)}))`
}

/** Filters by the displayed status. With a report's snapshot: by what the report counted. */
function hasStatus({ status, is_sale, snapshot }: Filters): RawBuilder<SqlBool> {
  const waits = status === orderStatus.awaiting_draw
  const ofStatus =
    status == null
      ? sql`true`
      : waits || status === orderStatus.done
        ? sql`o.status = ${orderStatus.done}
            and (select ${shown_status} from draw_period p where p.period_id = o.period_id) = ${status}`
        : sql`o.status = ${status}`
  const countedQuery =
    snapshot != null
      ? sql`(pg_visible_in_snapshot(o.counted, ${snapshot}::pg_snapshot)
          and (o.uncounted is null or not pg_visible_in_snapshot(o.uncounted, ${snapshot}::pg_snapshot)))`
      : is_sale == null
        ? sql`true`
        : sql`is_sale(o.status) = ${is_sale}`
  return sql<SqlBool>`(${ofStatus} and ${countedQuery})`
}

/** A text in the format of a snapshot may still not be one. */
export async function assertSnapshot(
  db: Db,
  snapshot: string | null | undefined,
  fail: Fail<'request_invalid'>,
): Promise<void> {
  if (snapshot == null) return
  const { rows } = await sql<{
    is_one: boolean
  }>`select pg_input_is_valid(${snapshot}, 'pg_snapshot') as is_one`.execute(db)
  if (!rows[0]!.is_one)
    fail('request_invalid', { fields: { snapshot: 'Số liệu báo cáo không đọc được, hãy mở lại từ báo cáo.' } })
}

/** Adds the contract's columns. Joins whose columns are not selected cost little. */
export function selectOrder(query: ReturnType<typeof orderQuery>) {
  return query
    .leftJoin('draw_period as p', 'p.period_id', 'o.period_id')
    .leftJoin('draw_area as area', 'area.area_id', 'o.area_id')
    .leftJoin('payment_vendor as vendor', 'vendor.payment_vendor_id', 'o.payment_vendor_id')
    .leftJoin('pos', 'pos.pos_id', 'o.pos_id') // unscoped: joined to an order within the scope
    .select(['o.order_id', 'o.ordered_at', 'o.msisdn', 'o.category', 'o.period_id', 'p.period_code', 'o.open_date'])
    .select(['area.area_name', 'o.quantity', 'o.amount', 'o.fee', 'o.total', 'o.commission', 'vendor.vendor_name'])
    .select(['o.pos_id', 'pos.pos_code', 'pos.pos_name', 'o.reward', 'o.version', 'o.handling'])
    .select(['o.taken_by', 'o.reported_by', shown_status.as('status')])
    .select([is_draw_cancelled.as('is_draw_cancelled'), is_due_over.as('is_due_over'), is_drawn.as('is_drawn')])
    .select([is_lapsed.as('is_lapsed'), sql<boolean>`o.images <> '{}'`.as('has_images'), numbers.as('numbers')])
    .select(
      // An order without a ticket, or of a cancelled draw, can be reported however long ago it was paid.
      sql<boolean>`coalesce(o.paid_at + (select make_interval(hours => report_hours) from sale_config) > now(), false)
        or o.status in (${sql.lit(orderStatus.paid)}, ${sql.lit(orderStatus.processing)})
        or p.cancelled_at is not null`.as('is_report_open'),
    )
    .$narrowType<{
      category: Product
      handling: Handling
      period_code: string
      pos_code: string
      pos_name: string
      total: number
    }>()
}

/** Adds names of the customer, seller and others by subqueries: planning so many joins would take as long as running them. */
export function selectOrigin(query: ReturnType<typeof selectOrder>) {
  const nameOf = (name: string, table: string, key: string, ref = key) =>
    sql<
      string | null
    >`(select x.${sql.ref(name)} from ${sql.table(table)} x where x.${sql.ref(key)} = o.${sql.ref(ref)})` // unscoped: joined to an order within the scope
  return query
    .select(['o.full_name', 'o.vendor_ref', 'o.paid_at', 'o.finished_at'])
    .select(nameOf('partner_name', 'partner', 'partner_id').as('partner_name'))
    .select(nameOf('user_name', 'user_pos', 'user_pos_id').as('user_pos_name'))
    .select(nameOf('device_code', 'pos_device', 'device_id').as('device_code'))
    .select(nameOf('user_name', 'app_user', 'user_id', 'taken_by').as('taken_by_name'))
}

/** One order within the scope of `me`. */
export function findOrder(db: Db, me: Me, order_id: number) {
  return selectOrder(orderQuery(db, me, {}, null).where('o.order_id', '=', order_id)).executeTakeFirst()
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>
