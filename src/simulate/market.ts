/** What a day of business is made of: points of sale, customers and draws. Moments are seconds after midnight. */
import type { Handling } from '#features/orders/order/order.contract.ts'
import type { Board } from '#features/results/product/game.rules.ts'
import type { Game, Product } from '#features/results/product/product.contract.ts'

export interface Pos {
  device_code: string
  /** Whose till it is; an app has nobody there. */
  user_pos_id: number | null
  /** The customers' own app: its orders are printed or kept by staff. */
  is_app: boolean
  /** How much it sells beside the others. */
  weight: number
}

export interface Customer {
  msisdn: string
  full_name: string
  is_vip: boolean
  weight: number
}

/** Tickets of one number that lie in a store. */
export interface OnShelf {
  number: string
  series: string | null
  /** How many are left; buying takes of them. */
  left: number
}

/** A draw that takes orders between two moments. */
export interface Sale {
  category: Product
  period_id: number
  /** Of traditional tickets the station with what lies in its store. */
  area_id: number | null
  open_date: string
  from: number
  until: number
  shelf: OnShelf[]
}

export interface Market {
  all_pos: readonly Pos[]
  customers: readonly Customer[]
  sales: readonly Sale[]
}

export type Goods =
  | { category: Game; boards: Board[] }
  | { area_id: number; open_date: string; tickets: { number: string; series: string | null; quantity: number }[] }

/** Codes of payment sources; the last is cash at the counter. */
export type Source = 'WALLET' | 'MOMO' | 'VIETTEL' | 'VNPAY' | 'ZALOPAY' | 'BANK' | 'POS'

/** A customer's request, and what comes of it when it is granted. */
export interface PlannedOrder {
  /** Its place in the day: with the seed it names the request. */
  n: number
  at: number
  pos: Pos
  customer: Customer | null
  /** The draw that it is for. */
  sale: Sale
  goods: Goods
  handling: Handling
  source: Source
  end: 'pay' | 'cancel' | 'forget'
  /** So many seconds after it was made. */
  after: number
}
