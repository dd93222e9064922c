/** Random generators for tests of prizes, and counting of wins. */
import fc from 'fast-check'
import type { Product } from '#features/results/product/product.contract.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import { decider, type PlayedLine } from '#features/results/prize/prize.rules.ts'

export type Counts = Record<string, number>
/** How often each tier occurs; null is no win. */
export const tally = (tiers: readonly (string | null)[]): Counts => {
  const counts: Counts = {}
  for (const tier of tiers) if (tier !== null) counts[tier] = (counts[tier] ?? 0) + 1
  return counts
}

/** Wins by tier according to the prize engine, multiplied by tickets and stakes. */
export function decided(category: Product, draw: DrawnNumbers, line: PlayedLine): Counts {
  const counts: Counts = {}
  for (const { units, wins } of decider(category, draw, {})(line))
    for (const { tier, count } of wins) counts[tier] = (counts[tier] ?? 0) + count * units
  return counts
}

export const two = (n: number) => String(n).padStart(2, '0')
/** The balls of a drum as they are printed: '01' to `to`. */
export const pool = (to: number) => Array.from({ length: to }, (_, n) => two(n + 1))
/** Draws of so many different balls out of `to`. */
export const balls = (count: number, to: number) =>
  fc.uniqueArray(fc.constantFrom(...pool(to)), { minLength: count, maxLength: count })
/** Digit strings; a small alphabet makes matches more frequent. */
export const digits = (length: number, alphabet = '0123456789') =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((all) => all.join(''))

/** How many of the one are in the other too. */
export const both = <T>(one: readonly T[], other: readonly T[]) => one.filter((each) => other.includes(each)).length
