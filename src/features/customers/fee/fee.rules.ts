/** The fee that a customer pays beside the tickets, by the rules of their group. */

export interface FeeRule {
  /** null: any source. */
  payment_vendor_id: number | null
  /** null: any product. */
  category: number | null
  from_value: number
  /** null: no upper bound. */
  to_value: number | null
  /** Basis points of the tickets' price, rounded down to whole đồng. */
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

/** The fee in đồng for an order of this amount in đồng; 0 where no rule applies. */
export function feeOf(rules: readonly FeeRule[], order: FeeOf): number {
  const rule = ruleFor(rules, order)
  return rule ? feeBy(rule, order.amount) : 0
}

/**
 * The rule that applies: of those that match, first one that names the source, then one that names the product. A constraint of the database keeps
 * equally specific rules from overlapping.
 * @returns undefined where none matches
 */
export function ruleFor<R extends FeeRule>(rules: readonly R[], order: FeeOf): R | undefined {
  let best: R | undefined
  for (const rule of rules) if (fits(rule, order) && (!best || breadthOf(rule) < breadthOf(best))) best = rule
  return best
}

/** The fee in đồng by this rule: its fixed part plus its rate, kept between its minimum and maximum. */
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

/** 0 where the rule names source and product; the higher the number, the more rules take precedence over it. */
export function breadthOf(rule: Pick<FeeRule, 'payment_vendor_id' | 'category'>): number {
  return (rule.payment_vendor_id === null ? 2 : 0) + (rule.category === null ? 1 : 0)
}

/** A rate in basis points, rounded down to whole đồng. Exact for every possible amount of an order. */
export function shareOf(amount: number, rate: number): number {
  return Math.floor(amount / 10_000) * rate + Math.floor(((amount % 10_000) * rate) / 10_000)
}
