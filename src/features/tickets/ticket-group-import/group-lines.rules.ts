/** The lines of a slip of ticket groups while they are typed or pasted: parsing and validation. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import { TicketGroupLine, ticketGroupKind } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { digitsOfKind, ticketsOfKind, type TicketGroupKind } from '#features/tickets/ticket-group/ticket-group.rules.ts'

/** A ticket group as the text of its cells; pictures are addresses separated by spaces. */
export type TypedGroup = Readonly<Record<'number' | 'price' | 'images', string>>
export type GroupLine = z.output<typeof TicketGroupLine>

/** The station's properties that a ticket group depends on. */
export interface StationFormat {
  number_length: number
  series_count: number
  face_value: number
}

export interface Fault {
  cell: 'number' | 'price'
  error: string
}

export const blankGroup: TypedGroup = { number: '', price: '', images: '' }

export function isBlank({ number, price, images }: TypedGroup): boolean {
  return number === '' && price === '' && images === ''
}

/** The index of the group that is nearest to a line, itself included; there must be one. */
export function nearestGroup(groups: readonly TypedGroup[], line_index: number): number {
  const distance = (index: number) => Math.abs(index - line_index)
  const group_indexes = [...groups.keys()].filter((index) => !isBlank(groups[index]!))
  return group_indexes.reduce((nearest, index) => (distance(index) < distance(nearest) ? index : nearest))
}

/** The kind follows from the number of digits: all but the first mean a group with ten first digits, all of them a single number. */
export function kindOf(
  number: string,
  { number_length }: Pick<StationFormat, 'number_length'>,
): TicketGroupKind | null {
  return Object.values(ticketGroupKind).find((kind) => digitsOfKind(kind, number_length) === number.length) ?? null
}

export function imagesOf({ images }: TypedGroup): string[] {
  return images.split(' ').filter(Boolean)
}

/** The price of each line, null where it is unreadable; an empty cell takes the price of the nearest group of the same kind above. */
export function pricesOf(
  groups: readonly TypedGroup[],
  station: Pick<StationFormat, 'number_length'>,
): (number | null)[] {
  const lastLineByKind = new Map<TicketGroupKind | null, number | null>()
  return groups.map(({ number, price }) => {
    const kind = kindOf(number, station)
    if (price !== '') lastLineByKind.set(kind, /^\d+$/.test(price) ? Number(price) : null)
    return lastLineByKind.get(kind) ?? null
  })
}

/** The errors of each line, by index; blank lines have none. */
export function faultsOf(
  groups: readonly TypedGroup[],
  station: Pick<StationFormat, 'number_length'>,
): Map<number, Fault> {
  const faults = new Map<number, Fault>()
  const firstLineOf = new Map<string, number>()
  const prices = pricesOf(groups, station)
  for (const [index, group] of groups.entries()) {
    if (isBlank(group)) continue
    const { number, price } = group
    const first_line = firstLineOf.get(number)
    if (first_line === undefined) firstLineOf.set(number, index)
    const error =
      kindOf(number, station) === null ? wrongDigits(station) : first_line !== undefined && duplicateOf(first_line)
    if (error) faults.set(index, { cell: 'number', error })
    else if (prices[index] === null)
      faults.set(index, { cell: 'price', error: price === '' ? 'Chưa có giá bán' : unreadable(price) })
    else {
      const read = check(TicketGroupLine, { number, price: prices[index] })
      if (!read.ok) faults.set(index, { cell: 'price', error: Object.values(read.fields)[0]! })
    }
  }
  return faults
}

function wrongDigits({ number_length: digits }: Pick<StationFormat, 'number_length'>): string {
  return `Số cuối phải có ${digits - 1} chữ số (10 đầu) hoặc ${digits} chữ số (cùng dãy số)`
}

const unreadable = (price: string) => `“${price}” không phải là số nguyên hợp lệ`
const duplicateOf = (line_index: number) => `Cặp trùng với dòng ${line_index + 1}`

/** The groups as input of the call; only for lines without errors. */
export function readGroups(groups: readonly TypedGroup[], station: Pick<StationFormat, 'number_length'>): GroupLine[] {
  const prices = pricesOf(groups, station)
  return groups.map((group, index) => ({
    kind: kindOf(group.number, station)!,
    number: group.number,
    price: prices[index]!,
    images: imagesOf(group),
  }))
}

export interface GroupSums {
  set_count: number
  quantity: number
  amount: number
}

/** The totals so far; an unreadable line counts as a group without tickets. */
export function sumsOf(groups: readonly TypedGroup[], station: StationFormat): GroupSums {
  const sums = { set_count: 0, quantity: 0, amount: 0 }
  const prices = pricesOf(groups, station)
  for (const [index, group] of groups.entries()) {
    if (isBlank(group)) continue
    const kind = kindOf(group.number, station)
    sums.set_count++
    if (kind === null) continue
    sums.quantity += ticketsOfKind(kind, station.series_count)
    sums.amount += prices[index] ?? 0
  }
  return sums
}

/** Lines whose price is below the face value of their tickets: probably a digit is missing. */
export function linesBelowFaceValue(groups: readonly TypedGroup[], station: StationFormat): number[] {
  const prices = pricesOf(groups, station)
  return [...groups.entries()]
    .filter(([index, { number }]) => {
      const kind = kindOf(number, station)
      const price = prices[index] ?? null
      return kind !== null && price !== null && price < ticketsOfKind(kind, station.series_count) * station.face_value
    })
    .map(([index]) => index)
}

/** Parses a pasted table: a ticket group in each line, its digits first and its price, if any, last. Full-width digits count as digits. */
export function parseGroups(text: string, station: Pick<StationFormat, 'number_length'>): TypedGroup[] {
  return text
    .normalize('NFKC')
    .split(/\r\n|\r|\n/)
    .flatMap((row) => parseGroup(row.trim(), station) ?? [])
}

function parseGroup(row: string, station: Pick<StationFormat, 'number_length'>): TypedGroup | null {
  const cells = row.split(/[\t;]/.test(row) ? /[\t;]/ : /\s+/).map((cell) => cell.trim())
  const isNumber = (cell: string) => /^\D?\d{2,}$/.test(cell)
  // A number of a valid length first: a row's own number ('10') may stand before it.
  const valid_index = cells.findIndex((cell) => isNumber(cell) && kindOf(cell.replaceAll(/\D/g, ''), station) !== null)
  const number_index = valid_index < 0 ? cells.findIndex(isNumber) : valid_index
  if (number_index < 0) return null
  const price = cells.slice(number_index + 1).findLast(isAmount)
  return {
    ...blankGroup,
    number: cells[number_index]!.replaceAll(/\D/g, ''),
    price: price === undefined ? '' : parseAmount(price),
  }
}

const whole_amount = /^\d{4,}$|^\d{1,3}([., ]\d{3})+$/
const amount_with_decimals = /^\d+([., ]\d{3})*[.,]\d{1,2}$/

const withoutUnit = (cell: string) => cell.replace(/\s*(đồng|vnđ|vnd|đ|₫)\.?$/iu, '')

/** Whether it is a sum of money and not, for example, a number of tickets or a day. */
function isAmount(cell: string): boolean {
  const plain = withoutUnit(cell)
  return whole_amount.test(plain) || amount_with_decimals.test(plain)
}

/** '1.200.000 đ' → '1200000'; an amount with decimals stays as it is, which is an error at its cell. */
function parseAmount(cell: string): string {
  const plain = withoutUnit(cell)
  return whole_amount.test(plain) ? plain.replaceAll(/\D/g, '') : cell
}
