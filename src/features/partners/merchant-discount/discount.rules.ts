/** Which rate of commission holds for what a point of sale sells: its agent's own, or else the product's. */
import { shareOf } from '#features/customers/fee/fee.rules.ts'

export interface Discount {
  partner_id: number
  category: number
  /** The price printed on one ticket, in đồng. */
  denomination: number
  /** Basis points of the price. */
  rate: number
  from_date: string
  /** Null: without an end. */
  to_date: string | null
}

interface Sold {
  partner_id: number | null
  category: number
  denomination: number
  /** The day of the order, in Viet Nam. */
  day: string
}

/** In basis points; null where the agent has no rate of its own for this on that day. */
function rateOf(discounts: readonly Discount[], sold: Sold): number | null {
  const found = discounts.find(
    (one) =>
      one.partner_id === sold.partner_id &&
      one.category === sold.category &&
      one.denomination === sold.denomination &&
      one.from_date <= sold.day &&
      (one.to_date === null || sold.day <= one.to_date),
  )
  return found?.rate ?? null
}

interface Line {
  /** Of each ticket, in đồng. */
  face_value: number
  /** What the line costs, in đồng. */
  amount: number
}

/**
 * What the point of sale earns of an order, in đồng: of all lines with one rate together, the fraction of a đồng left out.
 * @param otherwise the product's own rate, in basis points
 */
export function commissionOf(
  lines: readonly Line[],
  discounts: readonly Discount[],
  { otherwise, ...sold }: Omit<Sold, 'denomination'> & { otherwise: number },
): number {
  const by_rate = new Map<number, number>()
  for (const { face_value, amount } of lines) {
    const rate = rateOf(discounts, { ...sold, denomination: face_value }) ?? otherwise
    by_rate.set(rate, (by_rate.get(rate) ?? 0) + amount)
  }
  return [...by_rate].reduce((sum, [rate, amount]) => sum + shareOf(amount, rate), 0)
}
