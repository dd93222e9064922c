/** What the decisions over a batch of requests depend on, as it was read under the locks. */
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
  /** Of the station: the working store that is in charge of it. */
  base_id: number | null
}
export interface Device {
  device_id: number
  pos_id: number
  /** The partner that its point of sale has now. */
  partner_id: number | null
  /** The group of points of sale that it is in now. */
  pos_group_id: number | null
  is_active: boolean
  may_charge_wallets: boolean
  /** A debt limit was agreed with the partner. */
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
  /** What its prizes are worth is confirmed: without that it is not sold. */
  has_prize_table: boolean
}
/** A ticket's row, locked. */
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
  base_id: number
  number: string
  quantity: number
  price: number
  status: number
}

/** What is left to sell while the batch is decided. Tickets of a group are sold with the group only. */
export interface Shelf {
  /** By their number. */
  singles: ReadonlyMap<string, readonly Ticket[]>
  /** By their ticket group. */
  members: ReadonlyMap<number, readonly Ticket[]>
}

export function shelfOf(tickets: readonly Ticket[]): Shelf {
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

/** What a group of points of sale may sell. Of no sources or no products: of all. */
export interface SaleGroup {
  pos_group_id: number
  vendors: readonly number[]
  products: readonly number[]
  /** What one ticket or one play costs there, in đồng; without a price what it costs everywhere. */
  prices: readonly { category: number; price: number }[]
}
/** How much the tickets of one order of a product may come to, in đồng. */
export interface OrderPrice {
  category: number
  minimum: number
  maximum: number | null
}
/** How much may be sold on the day of the orders, in đồng. */
export interface RevenueLimit {
  /** 0: of all groups of points of sale. */
  pos_group_id: number
  /** 0: of all products. */
  category: number
  maximum: number
  /** What this batch may still take of it. */
  left: number
  /** What is left in all, as others have committed it. */
  total: number
  /** An order was refused although there may be enough in all. */
  is_short: boolean
}

/** What was read under the locks. */
export interface IntakeState {
  devices: ReadonlyMap<number, Device>
  sellers: ReadonlyMap<number, Seller>
  vendors: ReadonlyMap<string, Vendor>
  products: ReadonlyMap<number, Product>
  periods: readonly Period[]
  /** Rates of the agents whose points of sale sell, of any day. */
  discounts: readonly Discount[]
  /** The day in Viet Nam on which the order is made. */
  dayOf: (request: { ordered_at?: string | undefined }) => string
  feeRulesOf: (msisdn: string | null) => readonly FeeRule[]
  ticket_groups: ReadonlyMap<number, TicketGroup>
  shelf: Shelf
  /** What the points of sale with a row for the day have sold. */
  sold: Map<number, number>
  /** How much more cash agents with a debt limit may take in, in đồng; others have no entry. */
  agent_rooms: Map<number, number>
  groups: ReadonlyMap<number, SaleGroup>
  orderPrices: ReadonlyMap<number, OrderPrice>
  /** Those that hold for one of the batch's points of sale. */
  limits: readonly RevenueLimit[]
}
