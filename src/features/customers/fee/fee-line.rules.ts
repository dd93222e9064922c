/** Which fee rule applies to which amounts of one source and product: the line from 0 to infinity. */
import { breadthOf, fits, type FeeRule } from './fee.rules.ts'

export interface FeePiece<R> {
  from: number
  /** null: to infinity. */
  to: number | null
  /** Empty in a gap, where there is no fee; two or more where rules overlap, which the server refuses. */
  rules: readonly R[]
}

/**
 * The whole line of a source and a product (0 for one that no rule names, so that only general rules apply): consecutive ranges of amounts, each with
 * the rules that apply to it.
 */
export function lineOf<R extends FeeRule>(
  rules: readonly R[],
  { payment_vendor_id, category }: { payment_vendor_id: number; category: number },
): FeePiece<R>[] {
  const fittingRules = rules.filter((rule) => fits(rule, { payment_vendor_id, category, amount: rule.from_value }))
  const starts = new Set([0])
  for (const { from_value, to_value } of fittingRules) {
    starts.add(from_value)
    if (to_value !== null) starts.add(to_value + 1)
  }
  const pieces: FeePiece<R>[] = []
  for (const from of [...starts].toSorted((a, b) => a - b)) {
    const fitting = fittingRules.filter((rule) => fits(rule, { payment_vendor_id, category, amount: from }))
    const narrowest = Math.min(...fitting.map(breadthOf))
    const deciding = fitting.filter((rule) => breadthOf(rule) === narrowest)
    const last_piece = pieces.at(-1)
    if (last_piece && isSame(last_piece.rules, deciding)) continue
    if (last_piece) last_piece.to = from - 1
    pieces.push({ from, to: null, rules: deciding })
  }
  return pieces
}

function isSame<R>(one: readonly R[], other: readonly R[]): boolean {
  return one.length === other.length && one.every((rule, n) => rule === other[n])
}

/** How many overlaps there are, and how many gaps between or beside rules; a line without any rule has no gap. */
export function faultsOf(pieces: readonly FeePiece<unknown>[]): { overlaps: number; gaps: number } {
  const overlaps = pieces.filter(({ rules }) => rules.length > 1).length
  const empty_count = pieces.filter(({ rules }) => rules.length === 0).length
  return { overlaps, gaps: empty_count === pieces.length ? 0 : empty_count }
}

/** The first rule of the same source and product that this rule overlaps, and how this rule would have to change to avoid it. */
export interface Overlap<R> {
  other: R
  /** null where nothing would be left of the rule. */
  fix: { from_value: number } | { to_value: number } | null
}

export function overlapOf<R extends FeeRule>(other_rules: readonly R[], rule: FeeRule): Overlap<R> | null {
  const other = other_rules
    .filter(
      (candidate) => candidate.payment_vendor_id === rule.payment_vendor_id && candidate.category === rule.category,
    )
    .filter(
      (candidate) =>
        candidate.from_value <= (rule.to_value ?? Infinity) && rule.from_value <= (candidate.to_value ?? Infinity),
    )
    .toSorted((a, b) => a.from_value - b.from_value)[0]
  if (!other) return null
  if (rule.from_value < other.from_value) return { other, fix: { to_value: other.from_value - 1 } }
  const after = other.to_value === null ? null : other.to_value + 1
  return { other, fix: after === null || after > (rule.to_value ?? Infinity) ? null : { from_value: after } }
}
