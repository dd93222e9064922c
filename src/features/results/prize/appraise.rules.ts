/** Calculates the prize of an order line in one draw: the won tiers, the amounts and the tax. Used by screens, prize runs and proofs. */
import type { Product } from '#features/results/product/product.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { payOf, type Pay, type PrizeTable, type PrizeTax } from './pay.rules.ts'
import { decider, type PlayedLine } from './prize.rules.ts'

interface DrawFacts {
  category: Product
  result: DrawResult
  table: PrizeTable
  tax: PrizeTax
  face_value: number
}

export interface ValuedLine extends PlayedLine {
  /** The face value of the ticket in đồng; null for a game and for a ticket that is not known, which have the draw's. */
  face_value: number | null
}

/** The prizes of a line; null without a prize. Throws like `decider` and `payOf`. */
export type Appraiser = (line: ValuedLine) => Pay | null

/** Prepares a draw once, by its terms (face_value in đồng), and returns the function that calculates each line. */
export function appraiser({ category, result, table, tax, face_value }: DrawFacts): Appraiser {
  const decide = decider(category, result.numbers, table.flags)
  const { published } = result
  return (line) => {
    const outcomes = decide(line)
    if (outcomes.length === 0) return null
    const pay = payOf(outcomes, table, tax, { published, face_value: line.face_value ?? face_value })
    return pay.gross > 0 ? pay : null
  }
}
