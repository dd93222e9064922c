/** What the channel may wish for. Each wish has the transid under which its device asks for it. */
import type { OrderStatus } from '#features/orders/order/order.contract.ts'
import type { Game, Product } from '#features/results/product/product.contract.ts'

export interface Asked {
  device_id: number
  transid: string
}

export interface TicketWish {
  number: string
  /** Without it tickets of any series will do. */
  series?: string | null | undefined
  quantity: number
}
export interface SetWish {
  ticket_group_id: number
}
export interface BoardWish {
  play_type: number
  numbers: string
  stake: number
}

interface Buyer {
  /** Its own moment beside the batch's, of an order that is made up; of no other does it count. */
  made_at?: string | undefined
  user_pos_id?: number | null | undefined
  /** 84xxxxxxxxx; nobody's who pays cash at the counter. */
  msisdn?: string | null | undefined
  full_name?: string | null | undefined
  handling: 0 | 1 | 2
  /** Where the money is to come from. */
  vendor_code: string
}

/** Tickets of one station's draw, single ones and whole sets. */
export interface TicketsWish extends Buyer {
  area_id: number
  open_date: string
  tickets: readonly (TicketWish | SetWish)[]
}

/** Boards of one game's draw. */
export interface BoardsWish extends Buyer {
  category: Game
  /** Without it the draw that sells now. */
  period_id?: number | null | undefined
  boards: readonly BoardWish[]
}

export type OrderRequest = Asked & (TicketsWish | BoardsWish)

export interface PayWish extends Asked {
  order_id: number
  vendor_ref?: string | null | undefined
}

export interface CancelWish extends Asked {
  order_id: number
  reason?: string | null | undefined
}

/** What the channel is told of an order. */
export interface OrderAnswer {
  order_id: number
  ordered_at: string
  category: Product
  period_id: number
  period_code: string
  open_date: string
  draw_at: string
  expires_at: string | null
  quantity: number
  amount: number
  fee: number
  total: number
  status: OrderStatus
  paid_at: string | null
}

/** As many wishes as one transaction takes. */
export const most_at_once = 50
export const most_boards = 6
