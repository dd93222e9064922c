/** The sets of a slip while they are typed or pasted: how they are read, and what is wrong with them. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import { GroupLine, setKind } from './ticket-group.contract.ts'
import { digitsOfSet, ticketsOfSet, type Kind } from './ticket-group.rules.ts'

/** A set as it stands in the cells; its pictures are addresses between spaces. */
export type TypedSet = Readonly<Record<'number' | 'price' | 'images', string>>
export type SetLine = z.output<typeof GroupLine>

/** What of the station matters to a set. */
export interface Station {
  number_length: number
  series_count: number
  face_value: number
}

export interface Fault {
  cell: 'number' | 'price'
  error: string
}

export const blankSet: TypedSet = { number: '', price: '', images: '' }

export function isBlank({ number, price, images }: TypedSet): boolean {
  return number === '' && price === '' && images === ''
}

/** Nobody chooses a kind: all digits but the first are a set of ten heads, all of them the same number in every series. */
export function kindOf(number: string, { number_length }: Pick<Station, 'number_length'>): Kind | null {
  return Object.values(setKind).find((kind) => digitsOfSet(kind, number_length) === number.length) ?? null
}

export function imagesOf({ images }: TypedSet): string[] {
  return images.split(' ').filter(Boolean)
}

/** The price of each line: an empty cell means that of the nearest set of the same kind above. */
export function pricesOf(sets: readonly TypedSet[], station: Pick<Station, 'number_length'>): (number | null)[] {
  const last = new Map<Kind | null, number>()
  return sets.map(({ number, price }) => {
    const kind = kindOf(number, station)
    if (price !== '') last.set(kind, Number(price))
    return last.get(kind) ?? null
  })
}

/** What is wrong with which lines, by their place; blank ones are none. */
export function faultsIn(sets: readonly TypedSet[], station: Pick<Station, 'number_length'>): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  const first = new Map<string, number>()
  const prices = pricesOf(sets, station)
  for (const [index, set] of sets.entries()) {
    if (isBlank(set)) continue
    const { number } = set
    const before = first.get(number)
    if (before === undefined) first.set(number, index)
    const error = kindOf(number, station) === null ? wrongDigits(station) : before !== undefined && doubled(before)
    if (error) faults.set(index, { cell: 'number', error })
    else if (prices[index] === null) faults.set(index, { cell: 'price', error: 'Chưa có giá bán' })
    else {
      const read = check(GroupLine, { number, price: prices[index] })
      if (!read.ok) faults.set(index, { cell: 'price', error: Object.values(read.fields)[0]! })
    }
  }
  return faults
}

function wrongDigits({ number_length: digits }: Pick<Station, 'number_length'>): string {
  return `Số cuối phải có ${digits - 1} chữ số (10 đầu) hoặc ${digits} chữ số (cùng dãy số)`
}

const doubled = (before: number) => `Cặp trùng với dòng ${before + 1}`

/** The sets as the call takes them; only for lines without faults. */
export function readSets(sets: readonly TypedSet[], station: Pick<Station, 'number_length'>): SetLine[] {
  const prices = pricesOf(sets, station)
  return sets.map((set, index) => ({
    kind: kindOf(set.number, station)!,
    number: set.number,
    price: prices[index]!,
    images: imagesOf(set),
  }))
}

export interface SetSums {
  set_count: number
  quantity: number
  amount: number
}

/** What the lines come to so far; one that cannot be read is a set without tickets. */
export function sumsOf(sets: readonly TypedSet[], station: Station): SetSums {
  const sums = { set_count: 0, quantity: 0, amount: 0 }
  const prices = pricesOf(sets, station)
  for (const [index, set] of sets.entries()) {
    if (isBlank(set)) continue
    const kind = kindOf(set.number, station)
    sums.set_count++
    if (kind === null) continue
    sums.quantity += ticketsOfSet(kind, station.series_count)
    sums.amount += prices[index] ?? 0
  }
  return sums
}

/** The lines whose price is below what is printed on their tickets: a digit too few, or a zero. */
export function cheapIn(sets: readonly TypedSet[], station: Station): number[] {
  const prices = pricesOf(sets, station)
  return [...sets.entries()]
    .filter(([index, { number }]) => {
      const kind = kindOf(number, station)
      const price = prices[index] ?? null
      return kind !== null && price !== null && price < ticketsOfSet(kind, station.series_count) * station.face_value
    })
    .map(([index]) => index)
}

/** A table as it is copied from a spreadsheet or a message: a set in each line, its digits first and its price, where it has one, last. */
export function setsIn(text: string): TypedSet[] {
  return text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .flatMap((row) => setIn(row.trim()) ?? [])
}

function setIn(row: string): TypedSet | null {
  const cells = row.split(/[\t;]/.test(row) ? /[\t;]/ : /\s+/).map((cell) => cell.trim())
  const at = cells.findIndex((cell) => /^\D?\d{2,}$/.test(cell))
  if (at < 0) return null
  const price = cells.slice(at + 1).findLast((cell) => amountIn(cell) !== null)
  return { ...blankSet, number: cells[at]!.replaceAll(/\D/g, ''), price: price === undefined ? '' : amountIn(price)! }
}

/** '1.200.000 đ' → '1200000'; null for what is no amount of money, such as the number of tickets. */
function amountIn(cell: string): string | null {
  const plain = cell.replace(/\s*(đồng|vnđ|vnd|đ|₫)\.?$/iu, '')
  if (!/^\d{4,}$|^\d{1,3}([., ]\d{3})+$/.test(plain)) return null
  return plain.replaceAll(/\D/g, '')
}
