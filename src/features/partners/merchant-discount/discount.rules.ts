/** The commission rate of a sale: that of the partner, or by default that of the product. */
import { shareOf } from '#features/customers/fee/fee.rules.ts'

export interface Discount {
  partner_id: number
  category: number
  /** The price printed on one ticket, in đồng. */
  denomination: number
  /** Basis points of the price. */
  rate: number
  from_date: string
  /** Null for an unlimited rate. */
  to_date: string | null
}

interface DiscountedSale {
  partner_id: number | null
  category: number
  denomination: number
  /** The day of the order, in Viet Nam. */
  day: string
}

/** The partner's rate in basis points; null when it has none for this product, face value and day. */
function rateOf(discounts: readonly Discount[], sold: DiscountedSale): number | null {
  const discount = discounts.find(
    (candidate) =>
      candidate.partner_id === sold.partner_id &&
      candidate.category === sold.category &&
      candidate.denomination === sold.denomination &&
      candidate.from_date <= sold.day &&
      (candidate.to_date === null || sold.day <= candidate.to_date),
  )
  return discount?.rate ?? null
}

interface Line {
  /** The printed price of each ticket, in đồng. */
  face_value: number
  /** The amount of the line, in đồng. */
  amount: number
}

/**
 * The commission of an order, in đồng. Lines with the same rate are summed first, and each sum is rounded down.
 * @param otherwise the product's rate, in basis points, for lines without a rate of the partner
 */
export function commissionOf(
  lines: readonly Line[],
  discounts: readonly Discount[],
  { otherwise, ...sold }: Omit<DiscountedSale, 'denomination'> & { otherwise: number },
): number {
  const by_rate = new Map<number, number>()
  for (const { face_value, amount } of lines) {
    const rate = rateOf(discounts, { ...sold, denomination: face_value }) ?? otherwise
    by_rate.set(rate, (by_rate.get(rate) ?? 0) + amount)
  }
  return [...by_rate].reduce((sum, [rate, amount]) => sum + shareOf(amount, rate), 0)
}
