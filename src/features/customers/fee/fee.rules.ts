/** What a customer pays beside the tickets, by the rules of their group. Pure: the intake decides over many orders with what it has read once. */

export interface FeeRule {
  /** null: any source. */
  payment_vendor_id: number | null
  /** null: any product. */
  category: number | null
  from_value: number
  /** null: no upper end. */
  to_value: number | null
  /** Basis points of the tickets' price, the fraction of a đồng left out. */
  fee_rate: number
  fee_fixed: number
  fee_least: number
  fee_most: number | null
}

export interface FeeOf {
  payment_vendor_id: number
  category: number
  amount: number
}

/** The fee by the first rule that fits; 0 where none does. */
export function feeOf(rules: readonly FeeRule[], { payment_vendor_id, category, amount }: FeeOf): number {
  const rule = rules.find(
    (one) =>
      (one.payment_vendor_id === null || one.payment_vendor_id === payment_vendor_id) &&
      (one.category === null || one.category === category) &&
      one.from_value <= amount &&
      (one.to_value === null || amount <= one.to_value),
  )
  if (!rule) return 0
  const fee = rule.fee_fixed + shareOf(amount, rule.fee_rate)
  return Math.min(Math.max(fee, rule.fee_least), rule.fee_most ?? Infinity)
}

/** A share in basis points, rounded down to whole đồng. Exact for every amount that an order can have. */
export function shareOf(amount: number, rate: number): number {
  return Math.floor(amount / 10_000) * rate + Math.floor(((amount % 10_000) * rate) / 10_000)
}
