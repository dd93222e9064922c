/** Creates orders, up to fifty in one transaction; each request is accepted or refused by itself. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { decidePurchase } from './decide-purchase.rules.ts'
import { decide, type Draft } from './decide.rules.ts'
import { availableTickets, type IntakeState } from './intake-state.rules.ts'
import { lockTickets, readReferences } from './intake-state.server.ts'
import { lockCashAllowances } from '#features/orders/payment/partner-ledger.server.ts'
import { fromTill } from '#features/orders/payment/vendor.rules.ts'
import { lock_timeout_ms, withLockTimeout } from '#features/orders/lock/lock-timeout.server.ts'
import { lockAndLoadPeriods, type ConsecutiveDraws } from '#features/orders/lock/lock-periods.server.ts'
import { addToPosDays, lockPosDays } from './pos-day.server.ts'
import { withinLimits } from './revenue.server.ts'
import { withIdempotency, type Outcome } from './idempotency.server.ts'
import { takeFromStock, type StockChange } from './stock.server.ts'
import {
  purchaseOf,
  type OrderAnswer,
  type OrderRequest,
  type PurchaseAnswer,
  type PurchaseRequest,
} from './order-request.rules.ts'

/**
 * @param moment a moment of the past, for backdated orders; otherwise the database's clock once the draws are locked
 * @param lock_timeout for tickets and stocks that somebody else has locked, in milliseconds
 * @returns for each request the order or its refusal, in the order of the requests
 * @throws RetryLater where one of them stays locked for longer: nothing is done then
 */
export function createOrders(
  db: Db,
  requests: readonly OrderRequest[],
  moment?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<Outcome[]> {
  return withIdempotency(db, 'create', requests, async (fresh) => {
    const outcomes = await takeOrders(db, fresh, { moment, lock_timeout })
    return outcomes.map((orders) => (orders instanceof Failure ? orders : orders[0]!))
  })
}

/** As `createOrders`, for purchases of one order in each of several draws: all of its orders or none. Gives each purchase or its refusal. */
export function createPurchases(
  db: Db,
  requests: readonly PurchaseRequest[],
  moment?: string,
  lock_timeout = lock_timeout_ms.together,
): Promise<(PurchaseAnswer | Failure)[]> {
  return withIdempotency(db, 'create_purchase', requests, async (fresh) => {
    const outcomes = await takeOrders(db, fresh, { moment, lock_timeout })
    return outcomes.map((orders) => (orders instanceof Failure ? orders : purchaseOf(orders[0]!.order_id, orders)))
  })
}

type AcceptedDraft = Draft & { ordered_at?: string | undefined }
type NewOrder = AcceptedDraft & { order_id: number; purchase_id: number | null }
type NewRequest = OrderRequest | PurchaseRequest

const drawsOf = (request: NewRequest) => ('draws' in request ? request.draws : 1)

async function takeOrders(
  db: Db,
  requests: readonly NewRequest[],
  { moment, lock_timeout }: { moment: string | undefined; lock_timeout: number },
): Promise<(OrderAnswer[] | Failure)[]> {
  const new_order_count = requests.reduce((sum, request) => sum + drawsOf(request), 0)
  const { now, periods, order_ids } = await lockAndLoadPeriods(db, { ...keysOf(requests), new_order_count }, moment)
  const { unpaid_minutes, thresholds, ...references } = await readReferences(db, requests, now)
  const soldToday = await lockPosDays(db, now, references.devices.values())
  const limited_pos = new Set(soldToday.keys())
  const allowances = await allowancesOf(db, requests, references.devices, lock_timeout)
  const { tickets, ticket_groups } = await lockTickets(db, requests, periods, lock_timeout)
  const drafts = await withinLimits(db, now, thresholds, (limits) => {
    // Decides all requests again from a fresh state, because deciding takes from it.
    const available = availableTickets(tickets.map((ticket) => ({ ...ticket })))
    const totals = { sold: new Map(soldToday), cash_allowances: new Map(allowances) }
    const state: IntakeState = { ...references, periods, ticket_groups, available, ...totals, limits }
    return requests.map((request) => draftsFor(request, state, moment !== undefined))
  })
  let next_index = 0
  const outcomes = drafts.map((order_drafts, n): NewOrder[] | Failure => {
    const ids = order_ids.slice(next_index, (next_index += drawsOf(requests[n]!)))
    if (order_drafts instanceof Failure) return order_drafts
    const purchase_id = 'draws' in requests[n]! ? ids[0]! : null
    return order_drafts.map((draft, place) => ({ ...draft, order_id: ids[place]!, purchase_id }))
  })
  const orders = outcomes.flatMap((outcome) => (outcome instanceof Failure ? [] : outcome))
  const times = await insertOrders(db, orders, now, unpaid_minutes)
  const limitedOrders = orders.filter(({ device }) => limited_pos.has(device.pos_id))
  await addToPosDays(
    db,
    limitedOrders.map(({ device, amount }) => ({ pos_id: device.pos_id, day: now, amount })),
  )
  await takeFromStock(db, orders.flatMap(stockChangesOf), { moment, lock_timeout })
  return outcomes.map((outcome) =>
    outcome instanceof Failure ? outcome : outcome.map((order) => answerOf(order, times.get(order.order_id)!)),
  )
}

/**
 * Locks the accounts of the partners with a debt limit whose points of sale take cash here; nobody else sells for them until the transaction ends.
 */
function allowancesOf(
  db: Db,
  requests: readonly NewRequest[],
  devices: IntakeState['devices'],
  lock_timeout: number,
): Promise<Map<number, number>> {
  const partner_ids = requests.filter(fromTill).flatMap(({ device_id }) => {
    const device = devices.get(device_id)
    return device?.partner_has_limit ? (device.partner_id ?? []) : []
  })
  if (partner_ids.length === 0) return Promise.resolve(new Map())
  return withLockTimeout(db, lock_timeout, () => lockCashAllowances(db, partner_ids))
}

function keysOf(requests: readonly NewRequest[]) {
  const period_ids: number[] = []
  const consecutive: ConsecutiveDraws[] = []
  const station_draws: { area_id: number; open_date: string }[] = []
  for (const request of requests) {
    if (!('boards' in request)) station_draws.push({ area_id: request.area_id, open_date: request.open_date })
    else {
      const { category, period_id = null } = request
      if (period_id !== null) period_ids.push(period_id)
      const draws = { category, period_id, count: drawsOf(request) }
      const is_new = !consecutive.some(
        (entry) => entry.category === category && entry.period_id === period_id && entry.count === draws.count,
      )
      if ((period_id === null || draws.count > 1) && is_new) consecutive.push(draws)
    }
  }
  return { period_ids, station_draws, consecutive }
}

function draftsFor(request: NewRequest, state: IntakeState, is_backdated: boolean): AcceptedDraft[] | Failure {
  try {
    const drafts = 'draws' in request ? decidePurchase(request, state) : [decide(request, state)]
    return is_backdated ? drafts.map((draft) => ({ ...draft, ordered_at: request.ordered_at })) : drafts
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

interface OrderTimes {
  order_id: number
  ordered_at: string
  expires_at: string
}

/** Inserts the orders with their lines. Gives when each was made and until when it must be paid. */
async function insertOrders(
  db: Db,
  orders: readonly NewOrder[],
  now: string,
  unpaid_minutes: number,
): Promise<Map<number, OrderTimes>> {
  if (orders.length === 0) return new Map()
  const rows = orders.map(({ period, device, lines: _lines, ticket_quantities: _quantities, ...order }) => ({
    ...order,
    category: period.category,
    period_id: period.period_id,
    open_date: period.open_date,
    area_id: period.area_id,
    pos_id: device.pos_id,
    partner_id: device.partner_id,
    pos_group_id: device.pos_group_id,
    device_id: device.device_id,
  }))
  const lines = orders.flatMap(({ order_id, lines: order_lines }) =>
    order_lines.map((line, n) => ({ order_id, line_no: n + 1, ...line })),
  )
  const { rows: times } = await sql<OrderTimes>`
    with lined as (
      insert into order_line (order_id, line_no, play_type, numbers, series, ticket_id, ticket_group_id, quick_pick, quantity, amount)
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x (order_id bigint, line_no smallint, play_type smallint, numbers text, series text,
        ticket_id bigint, ticket_group_id integer, quick_pick boolean, quantity integer, amount bigint))
    insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, pos_group_id, device_id, user_pos_id, msisdn,
        full_name, handling, quantity, amount, fee, commission, payment_vendor_id, purchase_id, expires_at)
    select order_id, coalesce(ordered_at, ${now}::timestamptz), category, period_id, open_date, area_id, base_id, pos_id, partner_id, pos_group_id, device_id, user_pos_id, msisdn,
      full_name, handling, quantity, amount, fee, commission, payment_vendor_id, purchase_id, coalesce(ordered_at, ${now}::timestamptz) + make_interval(mins => ${unpaid_minutes}::integer)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (order_id bigint, category smallint, period_id integer, open_date date, area_id integer,
      base_id integer, pos_id integer, partner_id integer, pos_group_id integer, device_id integer, user_pos_id integer, msisdn text, full_name text, handling smallint, quantity integer,
      amount bigint, fee bigint, commission bigint, payment_vendor_id integer, purchase_id bigint, ordered_at timestamptz)
    returning order_id, ordered_at, expires_at`.execute(db)
  return new Map(times.map((time) => [time.order_id, time]))
}

function stockChangesOf({ order_id, ticket_quantities }: NewOrder): StockChange[] {
  return [...ticket_quantities].map(([ticket, quantity]) => ({ order_id, quantity, ...ticket }))
}

function answerOf(order: NewOrder, { ordered_at, expires_at }: OrderTimes): OrderAnswer {
  const { order_id, quantity, amount, fee, period } = order
  return {
    order_id,
    ordered_at,
    category: period.category,
    period_id: period.period_id,
    period_code: period.period_code,
    open_date: period.open_date,
    draw_at: period.draw_at,
    expires_at,
    quantity,
    amount,
    fee,
    total: amount + fee,
    status: orderStatus.unpaid,
    paid_at: null,
  }
}
