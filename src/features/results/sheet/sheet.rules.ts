/** How a result is printed: the rows of the sheet in the newspaper's order, and the lô tô table of its last two digits. */
import { product, type Product } from '#features/results/product/product.contract.ts'
import { drawShape, type DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'

type Key = keyof DrawnNumbers

export interface SheetRowShape {
  key: Key
  /** 'Tám', 'Nhất', 'ĐB'. */
  label: string
  /** How many numbers stand there when all are drawn, and how many digits each has. */
  count: number
  digits: number
}

const short: Partial<Record<Key, string>> = { special: 'ĐB', series: 'Ký hiệu', main: 'Bộ số', extra: 'Số ĐB' }

/** From the eighth prize to the special one; in the North from the first on, the special one last. */
export function sheetRows(category: Product, series_count = 6): SheetRowShape[] {
  const rows = drawShape(category, series_count).map(({ key, label, count, digits = 4 }) => ({
    key,
    label: short[key] ?? capitalised(label.replace('Giải ', '')),
    count,
    digits,
  }))
  if (category === product.south || category === product.central) return rows.toReversed()
  const last = rows.filter(({ key }) => key === 'special' || key === 'series')
  return [...rows.filter((row) => !last.includes(row)), ...last.toReversed()]
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export interface LotoDigit {
  digit: string
  /** Of the special prize. */
  is_special: boolean
}

/** By the first of the last two digits the second ones in rising order, or the other way round: ten lists. */
export function lotoTable(numbers: DrawnNumbers, by: 'first' | 'last'): LotoDigit[][] {
  const table: LotoDigit[][] = Array.from({ length: 10 }, () => [])
  for (const [key, drawn = []] of Object.entries(numbers)) {
    if (key === 'series') continue
    for (const number of drawn) {
      const [first, last] = number.slice(-2).split('') as [string, string]
      const [row, digit] = by === 'first' ? [first, last] : [last, first]
      table[Number(row)]!.push({ digit, is_special: key === 'special' })
    }
  }
  return table.map((digits) => digits.toSorted((one, other) => Number(one.digit) - Number(other.digit)))
}
