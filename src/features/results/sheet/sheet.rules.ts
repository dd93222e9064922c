/** Printed forms of a result: the rows of the sheet in newspaper order, the lô tô table of the last two digits; and jackpot estimates. */
import { product, type Product } from '#features/results/product/product.contract.ts'
import { drawShape, type DrawnNumbers, type PublishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { minimumJackpot } from '#features/results/result/published.rules.ts'

type Key = keyof DrawnNumbers

export interface SheetRowShape {
  key: Key
  /** 'Tám', 'Nhất', 'ĐB'. */
  label: string
  /** The count of numbers when all are drawn, and the digits of each number. */
  count: number
  digits: number
}

const short_labels: Partial<Record<Key, string>> = { special: 'ĐB', series: 'Ký hiệu', main: 'Bộ số', extra: 'Số ĐB' }

/** The rows from the eighth prize to the special one; in the North from the first prize, with the special one last. */
export function sheetRows(category: Product, series_count = 6): SheetRowShape[] {
  const rows = drawShape(category, series_count).map(({ key, label, count, digits = 4 }) => ({
    key,
    label: short_labels[key] ?? capitalised(label.replace('Giải ', '')),
    count,
    digits,
  }))
  if (category === product.south || category === product.central) return rows.toReversed()
  const last_rows = rows.filter(({ key }) => key === 'special' || key === 'series')
  return [...rows.filter((row) => !last_rows.includes(row)), ...last_rows.toReversed()]
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export interface LotoDigit {
  digit: string
  /** Whether it belongs to the special prize. */
  is_special: boolean
}

/** Ten lists: for each first digit of the last two digits the second digits in rising order; with `by` 'last' the other way round. */
export function lotoTable(numbers: DrawnNumbers, by: 'first' | 'last'): LotoDigit[][] {
  const table: LotoDigit[][] = Array.from({ length: 10 }, () => [])
  for (const [key, drawn = []] of Object.entries(numbers)) {
    if (key === 'series') continue
    for (const number of drawn) {
      const [tens, units] = number.slice(-2).split('') as [string, string]
      const [row, digit] = by === 'first' ? [tens, units] : [units, tens]
      table[Number(row)]!.push({ digit, is_special: key === 'special' })
    }
  }
  return table.map((digits) => digits.toSorted((one, other) => Number(one.digit) - Number(other.digit)))
}

type DrawSearch = { by: 'code'; code: string } | { by: 'day'; day: string } | { by: 'numbers'; numbers: string[] }

/**
 * Reads a search among a game's draws: '#01592' or at least four digits are a code, '22/11' and '22/11/2026' a day, and '5 11 18' numbers that were
 * drawn together. Null for anything else.
 */
export function drawSearch(text: string, { isOfBalls }: { isOfBalls: boolean }): DrawSearch | null {
  const code = /^#(?<code>\d+)$|^(?<bare>\d{4,})$/.exec(text.trim())?.groups
  if (code) return { by: 'code', code: (code.code ?? code.bare)! }
  const day = /^(?<date>\d{1,2})\/(?<month>\d{1,2})(?:\/(?<year>\d{4}))?$/.exec(text.trim())?.groups
  if (day) return { by: 'day', day: [Number(day.date), Number(day.month), day.year ?? ''].join('/') }
  const numbers = text.split(/[\s,;.|-]+/).filter(Boolean)
  if (numbers.length === 0 || !numbers.every((number) => /^\d{1,3}$/.test(number))) return null
  return { by: 'numbers', numbers: isOfBalls ? numbers.map((number) => number.padStart(2, '0')) : numbers }
}

interface JackpotDraw {
  period_code: string
  published: PublishedTiers | null
}

const serial = ({ period_code }: JackpotDraw) => Number(period_code.split('-').at(-1))

/** The draw with the previous number; undefined when it is not in the list, as in search results. */
export function drawBefore<Draw extends JackpotDraw>(draws: readonly Draw[], draw: Draw): Draw | undefined {
  return draws.find((candidate) => serial(candidate) === serial(draw) - 1)
}

interface JackpotEstimate {
  amount: number
  /** Whether the estimate is the minimum with which a won jackpot restarts. */
  isMinimum: boolean
  /** The increase over the draw's own jackpot, in percent. */
  percent: number | null
  /** The number of consecutive draws without a winner, within the given draws. */
  unwon: number
}

const growth_draws = 5
const estimate_step = 100_000_000

/**
 * Estimates a jackpot of the next draw: it grows by the mean of the last draws without a winner, or restarts with its minimum when this one was won.
 * Null when there are not enough data.
 * @param draws newest first
 */
export function jackpotEstimate(
  category: Product,
  tier: string,
  { draw, draws }: { draw: JackpotDraw; draws: readonly JackpotDraw[] },
): JackpotEstimate | null {
  const now = draw.published?.[tier]
  if (!now) return null
  const minimum = minimumJackpot(category, tier)
  if (now.winners > 0)
    return minimum === undefined ? null : { amount: minimum, isMinimum: true, percent: null, unwon: 0 }
  const amounts = [now.amount]
  for (let previous = drawBefore(draws, draw); previous; previous = drawBefore(draws, previous)) {
    const previousTier = previous.published?.[tier]
    if (!previousTier || previousTier.winners > 0) break
    amounts.push(previousTier.amount)
  }
  const steps = Math.min(growth_draws, amounts.length - 1)
  const growth = (amounts[0]! - amounts[steps]!) / steps
  // The jackpot fell because of a split or a cap, from which the next one cannot be estimated.
  if (steps === 0 || growth <= 0) return null
  const amount = Math.round((now.amount + growth) / estimate_step) * estimate_step
  return { amount, isMinimum: false, percent: (amount / now.amount - 1) * 100, unwon: amounts.length }
}
