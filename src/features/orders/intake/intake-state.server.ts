/** Reads the state that the decisions over a batch depend on, and locks what must not change meanwhile, always in the same order. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Discount } from '#features/partners/merchant-discount/discount.rules.ts'
import { feeRulesOf } from '#features/customers/fee/fee.server.ts'
import type {
  Device,
  IntakeState,
  OrderPrice,
  Period,
  Product,
  RevenueLimit,
  SaleGroup,
  Seller,
  Ticket,
  TicketGroup,
  Vendor,
} from './intake-state.rules.ts'
import { hasPrizeTable } from '#features/results/product/product.query.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { withLockTimeout } from '#features/orders/lock/lock-timeout.server.ts'
import type { OrderRequest, TicketGroupRequest, TicketRequest } from './order-request.rules.ts'

/** The status of active devices, points of sale, their people and partners. */
const active = 1
type References = Pick<
  IntakeState,
  'devices' | 'sellers' | 'vendors' | 'products' | 'discounts' | 'dayOf' | 'feeRulesOf' | 'groups' | 'orderPrices'
> & {
  /** Limits are not locked here; `total` is null where nothing was counted today. */
  thresholds: Threshold[]
  unpaid_minutes: number
}
export type Threshold = Pick<RevenueLimit, 'pos_group_id' | 'category' | 'maximum'> & { total: number | null }

/**
 * Reads the selling devices, sources of payment, products and the fees in force.
 * @param now the moment of the orders
 */
export async function readReferences(db: Db, requests: readonly OrderRequest[], now: string): Promise<References> {
  const devices = requests.map(({ device_id }) => device_id)
  const sellers = requests.flatMap(({ user_pos_id }) => user_pos_id ?? [])
  const moments = [now, ...new Set(requests.flatMap(({ ordered_at }) => ordered_at ?? []))]
  interface ReferenceRow {
    devices: Device[]
    sellers: Seller[]
    vendors: Vendor[]
    products: Product[]
    discounts: Discount[]
    days: Record<string, string>
    rules: { groups: SaleGroup[]; order_prices: OrderPrice[]; limits: Threshold[] }
    unpaid_minutes: number
  }
  // unscoped: the channel's own device, its point of sale and its account
  const { rows } = await sql<ReferenceRow>`
    select (
      select coalesce(jsonb_agg(jsonb_build_object('device_id', device.device_id, 'pos_id', pos_id, 'partner_id', pos.partner_id,
        'pos_group_id', pos.pos_group_id, 'is_active', device.status = ${sql.lit(active)} and pos.status = ${sql.lit(active)}
          and coalesce(partner.status, ${sql.lit(active)}) = ${sql.lit(active)},
        'may_charge_wallets', device.may_charge_wallets, 'day_sale_limit', pos.day_sale_limit,
        'partner_has_limit', partner.debt_limit is not null)), '[]')
      from pos_device device join pos using (pos_id) left join partner using (partner_id)
      where device.device_id = any(${devices}::integer[])) as devices, (
      select coalesce(jsonb_agg(jsonb_build_object('user_pos_id', user_pos_id, 'pos_id', pos_id, 'is_active', status = ${sql.lit(active)})), '[]')
      from user_pos where user_pos_id = any(${sellers}::integer[])) as sellers, (
      select jsonb_agg(jsonb_build_object('payment_vendor_id', payment_vendor_id, 'vendor_code', vendor_code, 'status', status))
      from payment_vendor) as vendors, (
      select jsonb_agg(jsonb_build_object('category', category, 'status', status, 'price_unit', price_unit, 'commission_rate', commission_rate,
        'has_prize_table', ${hasPrizeTable('product.category')}))
      from category product) as products, (
      select coalesce(jsonb_agg(jsonb_build_object('partner_id', partner_id, 'category', category, 'denomination', denomination, 'rate', rate,
        'from_date', from_date, 'to_date', to_date)), '[]')
      from merchant_discount where from_date <= ${now}::timestamptz::date and partner_id in (
        select pos.partner_id from pos_device device join pos using (pos_id)
        where device.device_id = any(${devices}::integer[]))) as discounts, (
      select jsonb_object_agg(moment, moment::timestamptz::date) from unnest(${moments}::text[]) moment) as days,
      sale_rules(${devices}::integer[], ${now}::timestamptz) as rules, (select unpaid_minutes from sale_config) as unpaid_minutes`.execute(
    db,
  )
  const read = rows[0]!
  return {
    devices: new Map(read.devices.map((device) => [device.device_id, device])),
    sellers: new Map(read.sellers.map((seller) => [seller.user_pos_id, seller])),
    vendors: new Map(read.vendors.map((vendor) => [vendor.vendor_code, vendor])),
    products: new Map(read.products.map((product) => [product.category, product])),
    discounts: read.discounts,
    dayOf: ({ ordered_at }) => read.days[ordered_at ?? now]!,
    feeRulesOf: await feeRulesOf(
      db,
      requests.flatMap(({ msisdn }) => msisdn ?? []),
      now,
    ),
    groups: new Map(read.rules.groups.map((group) => [group.pos_group_id, group])),
    orderPrices: new Map(read.rules.order_prices.map((order_price) => [order_price.category, order_price])),
    thresholds: read.rules.limits,
    unpaid_minutes: read.unpaid_minutes,
  }
}

/**
 * Locks the requested tickets, single ones and those of ticket groups, in the order of their keys.
 * @throws RetryLater where one of them stays locked for longer than `lock_timeout`, in milliseconds
 */
export async function lockTickets(
  db: Db,
  requests: readonly OrderRequest[],
  periods: readonly Period[],
  lock_timeout: number,
): Promise<Pick<IntakeState, 'ticket_groups'> & { tickets: Ticket[] }> {
  const singles: { area_id: number; open_date: string; base_id: number; number: string }[] = []
  const ticket_groups: { open_date: string; ticket_group_id: number }[] = []
  for (const request of requests) {
    if ('boards' in request) continue
    const { area_id, open_date } = request
    const base_id = periods.find((period) => period.area_id === area_id && period.open_date === open_date)?.base_id
    for (const ticket of request.tickets) {
      if (isTicketGroup(ticket)) ticket_groups.push({ open_date, ticket_group_id: ticket.ticket_group_id })
      else if (base_id != null) singles.push({ area_id, open_date, base_id, number: ticket.number })
    }
  }
  if (singles.length + ticket_groups.length === 0) return { tickets: [], ticket_groups: new Map() }
  // unscoped: single tickets of the stores that are in charge of the requested stations, and ticket groups of the stores that have them
  const locking_ticket_groups = sql<TicketGroup>`
    select ticket_group_id, area_id, open_date, base_id, number, quantity, price,
      -- a store that is closed down sells nothing; not joined, because PostgreSQL would drop a group that is transferred meanwhile
      case when (select store.status from base_store store where store.base_id = ticket_group.base_id) = 1 then status else 0 end as status
    from ticket_group
    where ticket_group_id = any(${ticket_groups.map(({ ticket_group_id }) => ticket_group_id)}::integer[])
    order by ticket_group_id for share`
  // unscoped: as above
  const locking_tickets = sql<Ticket>`
    select ticket_id, area_id, open_date, base_id, number, series, ticket_group_id, face_value, price, status,
      -- a closed stock sells nothing; closing one waits for running orders
      case when (select stock.status from stock
          where (stock.open_date, stock.area_id, stock.base_id) = (ticket.open_date, ticket.area_id, ticket.base_id)) = ${stockStatus.open}
        then in_stock else 0 end as in_stock
    from xskt_ticket ticket
    where (ticket_id, open_date) in (
      select single.ticket_id, single.open_date from jsonb_to_recordset(${JSON.stringify(singles)}::jsonb)
          wanted (area_id integer, open_date date, base_id integer, number text)
        join xskt_ticket single using (open_date, area_id, base_id, number) where single.ticket_group_id is null
      union
      select member.ticket_id, member.open_date from jsonb_to_recordset(${JSON.stringify(ticket_groups)}::jsonb)
          wanted (open_date date, ticket_group_id integer)
        join xskt_ticket member using (open_date, ticket_group_id))
    order by ticket_id for update`
  return withLockTimeout(db, lock_timeout, async () => {
    const { rows: groups } = await locking_ticket_groups.execute(db)
    const { rows: tickets } = await locking_tickets.execute(db)
    return { tickets, ticket_groups: new Map(groups.map((group) => [group.ticket_group_id, group])) }
  })
}

function isTicketGroup(request: TicketRequest | TicketGroupRequest): request is TicketGroupRequest {
  return 'ticket_group_id' in request
}
