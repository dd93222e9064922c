/** A scale from 0 to infinity on which small amounts get as much room as large ones. */

const small = 20_000
const usual_most = 50_000_000
/** What is beyond the last end is infinity's. */
const open_share = 0.06
const marks = [50_000, 200_000, 500_000, 1e6, 2e6, 5e6, 10e6, 20e6, 50e6, 100e6, 500e6, 1e9, 10e9, 100e9]
const least_apart = 0.07

export interface RangeScale {
  /** From 0 to 1; null is infinity, 1. */
  at: (amount: number | null) => number
  ticks: readonly { at: number; label: string }[]
}

/** @param ends every end that has to be seen */
export function rangeScale(ends: readonly number[]): RangeScale {
  const most = Math.max(usual_most, ...ends.map((end) => end * 1.5))
  const at = (amount: number | null) =>
    amount === null ? 1 : (Math.log1p(amount / small) / Math.log1p(most / small)) * (1 - open_share)
  const ticks: { at: number; label: string }[] = [{ at: 0, label: '0' }]
  for (const mark of marks) {
    const place = at(mark)
    if (place - ticks.at(-1)!.at >= least_apart && place < 1 - open_share)
      ticks.push({ at: place, label: shortAmount(mark) })
  }
  return { at, ticks: [...ticks, { at: 1, label: '∞' }] }
}

const units = [
  [1e9, ' tỷ'],
  [1e6, 'tr'],
  [1e3, 'k'],
] as const

/** An amount as it stands on a scale: '50k', '1,5tr', '2 tỷ'. */
export function shortAmount(amount: number): string {
  const unit = units.find(([size]) => amount >= size)
  return unit
    ? `${(amount / unit[0]).toLocaleString('vi-VN', { maximumFractionDigits: 3 })}${unit[1]}`
    : amount.toLocaleString('vi-VN')
}
