/** The state that the decisions over a batch of requests depend on, as it was read under the locks. */
import type { FeeRule } from '#features/customers/fee/fee.rules.ts'
import type { Discount } from '#features/partners/merchant-discount/discount.rules.ts'
import type { Product as ProductNo } from '#features/results/product/product.contract.ts'

export interface Period {
  period_id: number
  category: ProductNo
  area_id: number | null
  open_date: string
  period_code: string
  draw_at: string
  is_cancelled: boolean
  is_open: boolean
  is_stopped: boolean
  /** For a station: the active store that is in charge of it. */
  base_id: number | null
}
export interface Device {
  device_id: number
  pos_id: number
  /** The partner of its point of sale now. */
  partner_id: number | null
  /** The group of its point of sale now. */
  pos_group_id: number | null
  is_active: boolean
  may_charge_wallets: boolean
  /** The partner has a debt limit. */
  partner_has_limit: boolean
  day_sale_limit: number | null
}
export interface Seller {
  user_pos_id: number
  pos_id: number
  is_active: boolean
}
export interface Vendor {
  payment_vendor_id: number
  vendor_code: string
  status: number
}
export interface Product {
  category: number
  status: number
  price_unit: number
  commission_rate: number
  /** The prize values of the game are confirmed; otherwise it is not sold. */
  has_prize_table: boolean
}
/** The locked row of a ticket. */
export interface Ticket {
  ticket_id: number
  area_id: number
  open_date: string
  base_id: number
  number: string
  series: string
  ticket_group_id: number | null
  face_value: number
  price: number
  in_stock: number
  status: number
}
export interface TicketGroup {
  ticket_group_id: number
  area_id: number
  open_date: string
  /** The store that has it, which need not be the one in charge of the station. */
  base_id: number
  number: string
  quantity: number
  price: number
  status: number
}

/** What is left to sell while the batch is decided. Tickets of a ticket group are sold only as a group. */
export interface AvailableTickets {
  /** Single tickets by number. */
  singles: ReadonlyMap<string, readonly Ticket[]>
  /** Tickets by ticket group. */
  members: ReadonlyMap<number, readonly Ticket[]>
}

export function availableTickets(tickets: readonly Ticket[]): AvailableTickets {
  const [singles, members] = [new Map<string, Ticket[]>(), new Map<number, Ticket[]>()]
  for (const ticket of tickets) {
    const { ticket_group_id, number } = ticket
    if (ticket_group_id === null) push(singles, number, ticket)
    else push(members, ticket_group_id, ticket)
  }
  return { singles, members }
}

function push<K>(groups: Map<K, Ticket[]>, key: K, ticket: Ticket): void {
  const group = groups.get(key)
  if (group) group.push(ticket)
  else groups.set(key, [ticket])
}

/** What a group of points of sale may sell. Empty sources or products mean all of them. */
export interface SaleGroup {
  pos_group_id: number
  vendors: readonly number[]
  products: readonly number[]
  /** The group's price of one ticket or play in đồng; null for the usual price. */
  prices: readonly { category: number; price: number }[]
}
/** The largest total of one order's tickets of a product, in đồng. */
export interface OrderPrice {
  category: number
  minimum: number
  maximum: number | null
}
/** A limit of what may be sold on the day of the orders, in đồng. */
export interface RevenueLimit {
  /** 0 for a limit over all groups of points of sale. */
  pos_group_id: number
  /** 0 for a limit over all products. */
  category: number
  maximum: number
  /** What this batch may still take, of the rows that it has locked. */
  remaining: number
  /** What is left altogether, as others have committed it. */
  total: number
  /** An order was refused because the locked rows were too little, although there may be enough altogether. */
  is_short: boolean
}

/** What was read under the locks. */
export interface IntakeState {
  devices: ReadonlyMap<number, Device>
  sellers: ReadonlyMap<number, Seller>
  vendors: ReadonlyMap<string, Vendor>
  products: ReadonlyMap<number, Product>
  periods: readonly Period[]
  /** Commission rates, of any day, of the partners whose points of sale sell. */
  discounts: readonly Discount[]
  /** The day in Viet Nam on which the order is made. */
  dayOf: (request: { ordered_at?: string | undefined }) => string
  feeRulesOf: (msisdn: string | null) => readonly FeeRule[]
  ticket_groups: ReadonlyMap<number, TicketGroup>
  available: AvailableTickets
  /** The day's sales of the points of sale that have a daily limit. */
  sold: Map<number, number>
  /** How much more cash partners with a debt limit may take in, in đồng; others have no entry. */
  cash_allowances: Map<number, number>
  groups: ReadonlyMap<number, SaleGroup>
  orderPrices: ReadonlyMap<number, OrderPrice>
  /** The limits that apply to one of the batch's points of sale. */
  limits: readonly RevenueLimit[]
}
