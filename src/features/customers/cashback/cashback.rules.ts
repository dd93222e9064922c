/** How much cashback an order gets. */
import { shareOf } from '../fee/fee.rules.ts'

export interface Programme {
  cashback_id: number
  start_at: string
  end_at: string
  /** Empty: all. */
  payment_vendor_ids: readonly number[]
  categories: readonly number[]
  /** Basis points of the tickets' price, rounded down to whole đồng. */
  rate: number
  most_per_order: number
  most_per_customer: number | null
}

export interface CashbackOrder {
  ordered_at: string
  payment_vendor_id: number | null
  category: number
  amount: number
}

/** Whether the programme applies to the order: made from its start on and before its end, from its sources, of its products. */
export function covers(programme: Programme, { ordered_at, payment_vendor_id, category }: CashbackOrder): boolean {
  const moment = Date.parse(ordered_at)
  return (
    moment >= Date.parse(programme.start_at) &&
    moment < Date.parse(programme.end_at) &&
    (programme.payment_vendor_ids.length === 0 ||
      (payment_vendor_id !== null && programme.payment_vendor_ids.includes(payment_vendor_id))) &&
    (programme.categories.length === 0 || programme.categories.includes(category))
  )
}

/**
 * The cashback in đồng; 0 where nothing is left.
 * @param budget_left what is left of the programme's budget
 * @param customer_has what the customer has already received of the programme
 */
export function cashbackOf(programme: Programme, amount: number, budget_left: number, customer_has: number): number {
  const of_customer = programme.most_per_customer === null ? Infinity : programme.most_per_customer - customer_has
  return Math.max(0, Math.min(shareOf(amount, programme.rate), programme.most_per_order, of_customer, budget_left))
}
