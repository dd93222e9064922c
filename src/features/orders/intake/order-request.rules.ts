/** The requests that the channel may send. Each has a transid of its device. */
import type { AnswerOf } from '#contract/call.ts'
import type { channel } from '#features/orders/channel/channel.contract.ts'
import { orderStatus, type Handling } from '#features/orders/order/order.contract.ts'
import type { Board } from '#features/results/product/game.rules.ts'
import type { Game } from '#features/results/product/product.contract.ts'

export interface ChannelRequest {
  device_id: number
  transid: string
}

export interface TicketRequest {
  number: string
  /** Without a series, tickets of any series. */
  series?: string | null | undefined
  quantity: number
}
export interface TicketGroupRequest {
  ticket_group_id: number
}

interface Buyer {
  /** When a backdated sample order was made; otherwise it is made at the batch's moment. */
  ordered_at?: string | undefined
  user_pos_id?: number | null | undefined
  /** 84xxxxxxxxx; null for a customer who pays cash at the counter. */
  msisdn?: string | null | undefined
  full_name?: string | null | undefined
  handling: Handling
  /** The source of the payment. */
  vendor_code: string
}

/** Tickets of one station's draw: single ones and whole ticket groups. */
export interface TicketOrder extends Buyer {
  area_id: number
  open_date: string
  tickets: readonly (TicketRequest | TicketGroupRequest)[]
}

/** Boards of one game's draw. */
export interface BoardOrder extends Buyer {
  category: Game
  /** Without it the draw that sells now. */
  period_id?: number | null | undefined
  boards: readonly Board[]
}

/** The same boards in several consecutive draws, from the named one or the one that sells now: an order for each draw. */
export interface PurchaseRequest extends ChannelRequest, BoardOrder {
  draws: number
}

export type OrderRequest = ChannelRequest & (TicketOrder | BoardOrder)

export interface PaymentRequest extends ChannelRequest {
  order_id: number
  /** When a backdated sample order was paid; otherwise it is paid at the batch's moment. */
  paid_at?: string | undefined
  vendor_ref?: string | null | undefined
}

export interface PurchasePayment extends ChannelRequest {
  purchase_id: number
  /** The total of all its orders as the customer paid it, in đồng. */
  total: number
  vendor_ref?: string | null | undefined
}

export interface CancelRequest extends ChannelRequest {
  order_id: number
  reason?: string | null | undefined
}

/** The channel's answer about an order. */
export type OrderAnswer = AnswerOf<typeof channel.create>

export type PurchaseAnswer = AnswerOf<typeof channel.createPurchase>

/** The purchase as the channel sees it. Its orders are given in the order of their draws. */
export function purchaseOf(purchase_id: number, orders: readonly OrderAnswer[]): PurchaseAnswer {
  const unpaidOrders = orders.filter(({ status }) => status === orderStatus.unpaid)
  const due = unpaidOrders.reduce((sum, { total }) => sum + total, 0)
  return { purchase_id, expires_at: orders[0]!.expires_at, due, orders: [...orders] }
}

/** How many requests share one transaction. */
export const order_batch_size = 50
/** Fewer purchases, because each has up to thirty orders. */
export const purchase_batch_size = 5
