/** Types of a simulated day: points of sale, customers and draws. Moments are seconds after midnight. */
import type { Handling } from '#features/orders/order/order.contract.ts'
import type { Board } from '#features/results/product/game.rules.ts'
import type { Game, Product } from '#features/results/product/product.contract.ts'

export interface Pos {
  device_code: string
  /** Account at the till; null for an app. */
  user_pos_id: number | null
  /** The customers' app, whose orders are printed or kept by staff. */
  is_app: boolean
  /** Share of sales relative to the other points of sale. */
  weight: number
}

export interface Customer {
  msisdn: string
  full_name: string
  is_vip: boolean
  weight: number
}

/** Tickets of one number in a store's stock. */
export interface ShelfTicket {
  number: string
  series: string | null
  /** Tickets left; reduced by each sale. */
  left: number
}

/** A draw that is on sale between two moments. */
export interface Sale {
  category: Product
  period_id: number
  /** Station and stock of a draw of traditional tickets. */
  area_id: number | null
  open_date: string
  from: number
  until: number
  shelf: ShelfTicket[]
}

export interface Market {
  all_pos: readonly Pos[]
  customers: readonly Customer[]
  sales: readonly Sale[]
}

export type Goods =
  | { category: Game; boards: Board[] }
  | { area_id: number; open_date: string; tickets: { number: string; series: string | null; quantity: number }[] }

/** Codes of payment sources; POS is cash at the counter. */
export type Source = 'WALLET' | 'MOMO' | 'VIETTEL' | 'VNPAY' | 'ZALOPAY' | 'BANK' | 'POS'

/** A customer's order, and how it ends when it is accepted. */
export interface PlannedOrder {
  /** Number within the day; together with the seed it identifies the request. */
  n: number
  at: number
  pos: Pos
  customer: Customer | null
  /** The draw that is ordered. */
  sale: Sale
  goods: Goods
  handling: Handling
  source: Source
  end: 'pay' | 'cancel' | 'forget'
  /** Seconds from the order to its end. */
  after: number
}
