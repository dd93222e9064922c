/** What a customer pays beside the tickets, by the rules of their group. */

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

/** The fee in đồng for an order of this amount in đồng; 0 where no rule fits. */
export function feeOf(rules: readonly FeeRule[], order: FeeOf): number {
  const rule = ruleFor(rules, order)
  return rule ? feeBy(rule, order.amount) : 0
}

/**
 * The rule that decides: of those that fit the one that names the source, then the one that names the product. Two that name the same never
 * fit the same amount, which the database sees to.
 * @returns undefined where none fits
 */
export function ruleFor<R extends FeeRule>(rules: readonly R[], order: FeeOf): R | undefined {
  let best: R | undefined
  for (const rule of rules) if (fits(rule, order) && (!best || breadthOf(rule) < breadthOf(best))) best = rule
  return best
}

/** The fee in đồng by this rule: its fixed part and its share, kept between its least and its most. */
export function feeBy(rule: FeeRule, amount: number): number {
  return Math.min(Math.max(rule.fee_fixed + shareOf(amount, rule.fee_rate), rule.fee_least), rule.fee_most ?? Infinity)
}

export function fits(rule: FeeRule, { payment_vendor_id, category, amount }: FeeOf): boolean {
  return (
    (rule.payment_vendor_id === null || rule.payment_vendor_id === payment_vendor_id) &&
    (rule.category === null || rule.category === category) &&
    rule.from_value <= amount &&
    (rule.to_value === null || amount <= rule.to_value)
  )
}

/** 0 where the rule names source and product; the greater, the more rules come before it. */
export function breadthOf(rule: Pick<FeeRule, 'payment_vendor_id' | 'category'>): number {
  return (rule.payment_vendor_id === null ? 2 : 0) + (rule.category === null ? 1 : 0)
}

/** A share in basis points, rounded down to whole đồng. Exact for every amount that an order can have. */
export function shareOf(amount: number, rate: number): number {
  return Math.floor(amount / 10_000) * rate + Math.floor(((amount % 10_000) * rate) / 10_000)
}
