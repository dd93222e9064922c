/** A logarithmic scale of amounts in đồng from 0 to infinity, so that small ranges are as visible as large ones. */
import { numberText } from '#contract/text/number-text.ts'

/** The amount in đồng around which the scale changes from linear to logarithmic. */
const linear_below = 20_000
/** The scale reaches at least to this amount, in đồng. */
const usual_max = 50_000_000
/** The share of the scale's width that is reserved for infinity. */
const open_share = 0.06
const marks = [50_000, 200_000, 500_000, 1e6, 2e6, 5e6, 10e6, 20e6, 50e6, 100e6, 500e6, 1e9, 10e9, 100e9]
/** The minimum distance of two ticks, as a share of the width. */
const min_apart = 0.07

export interface RangeScale {
  /** The position of an amount from 0 to 1; null means infinity and is at 1. */
  at: (amount: number | null) => number
  ticks: readonly { at: number; label: string }[]
}

/** @param ends the ends of all ranges, in đồng, which must all fit on the scale */
export function rangeScale(ends: readonly number[]): RangeScale {
  const max = Math.max(usual_max, ...ends.map((end) => end * 1.5))
  const positionOf = (amount: number | null) =>
    amount === null ? 1 : (Math.log1p(amount / linear_below) / Math.log1p(max / linear_below)) * (1 - open_share)
  const ticks: { at: number; label: string }[] = [{ at: 0, label: '0' }]
  for (const mark of marks) {
    const position = positionOf(mark)
    if (position - ticks.at(-1)!.at >= min_apart && position < 1 - open_share)
      ticks.push({ at: position, label: shortAmount(mark) })
  }
  return { at: positionOf, ticks: [...ticks, { at: 1, label: '∞' }] }
}

const units = [
  [1e9, ' tỷ'],
  [1e6, 'tr'],
  [1e3, 'k'],
] as const

/** An abbreviated amount: '50k', '1,5tr', '2 tỷ'. */
export function shortAmount(amount: number): string {
  const unit = units.find(([size]) => amount >= size)
  return unit ? `${numberText(amount / unit[0])}${unit[1]}` : numberText(amount)
}
