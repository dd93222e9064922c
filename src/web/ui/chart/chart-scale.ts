/** Scales and positions of a chart. Pure functions. */
import { numberText } from '#contract/text/number-text.ts'

/** A scale from zero to a round value that is not below the greatest one, in round steps. */
export interface Scale {
  top: number
  ticks: readonly number[]
}

const round = [1, 2, 2.5, 5, 10]

/** About four steps of 1, 2, 2,5 or 5 times a power of ten; whole ones, since nobody sells half a ticket. */
export function scaleOf(greatest: number): Scale {
  const min_step = Math.max(greatest, 1) / 4
  const power = 10 ** Math.floor(Math.log10(min_step))
  const factor = round.find((candidate) => candidate * power >= min_step * (1 - 1e-9))!
  const step = Math.max(1, Math.ceil(factor * power))
  const count = Math.max(1, Math.ceil(greatest / step - 1e-9))
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** Every how many of these names fit side by side: 1 is each. */
export function stride(band: number, names: readonly string[]): number {
  const widest = textWidth(names) + 10
  return Math.max(1, Math.ceil(widest / Math.max(band, 1)))
}

/** Pixels that the longest of these takes in the axis' letters. */
export function textWidth(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length)) * 6.3
}

const units: readonly (readonly [number, string])[] = [
  [1e9, ' tỷ'],
  [1e6, ' tr'],
  [1e3, ' nghìn'],
]

/** A number for an axis: 2.500.000.000 → '2,5 tỷ', 850.000.000 → '850 tr', 20.000 → '20 nghìn', 750 → '750'. */
export function shortNumber(value: number): string {
  const unit = units.find(([size]) => Math.abs(value) >= size && Math.abs(value) >= 10_000)
  if (!unit) return numberText(value)
  return (value / unit[0]).toLocaleString('vi-VN', { maximumSignificantDigits: 3 }) + unit[1]
}

const widest_column = 26

/** The columns of one row, from its middle: an earlier time has none of its own, it is marked over the one before it. */
export interface Slots {
  width: number
  /** The left edge of each series' column. */
  left: readonly number[]
}

export function slotsOf(band: number, series: readonly { past?: boolean }[]): Slots {
  let count = 0
  const slots = series.map(({ past }) => (past ? Math.max(0, count - 1) : count++))
  const bars_per_slot = Math.max(1, count)
  const width = Math.max(1, Math.min(widest_column, (band * 0.74) / bars_per_slot))
  return { width, left: slots.map((slot) => (slot - bars_per_slot / 2) * width) }
}
