/** Checks an entered result: groups, digits and pools; and compares two entries. */
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { EntryDifferenceRow, FindingRow, ResultRow, SecondEntry } from './draw-result.contract.ts'
import { draw_keys } from './drawn-numbers.contract.ts'
import { drawShape, publishedTiers, type DrawnNumbers, type DrawResult } from './draw-shape.rules.ts'
import { isLunarFirst } from './lunar.rules.ts'

type Group = ReturnType<typeof drawShape>[number]

/** The number of series signs in the North: six, or eight on the first day of a lunar month. */
export function seriesCount(open_date: string): number {
  return isLunarFirst(open_date) ? 8 : 6
}

/** The groups of this draw in printed order. */
export function shapeOf(category: Product, open_date: string): readonly Group[] {
  return drawShape(category, seriesCount(open_date))
}

/** The name of a number's position: 'Giải tư, số 5', or 'Giải nhất' for a group of one number. */
export function placeName({ label, count }: Pick<Group, 'label' | 'count'>, index: number): string {
  return count === 1 ? label : `${label}, số ${index + 1}`
}

/** All numbers of a result in printed order: 'Giải đặc biệt 135790; Giải nhất 24680; …'; null while they are hidden from the caller. */
export function numbersText({ category, open_date, numbers }: Pick<ResultRow, 'category' | 'open_date' | 'numbers'>) {
  if (numbers === null) return null
  const groups = shapeOf(category, open_date).map(({ key, label }) => `${label} ${(numbers[key] ?? []).join(' ')}`)
  return groups.join('; ')
}

/** The rule of a group as text: '7 số, mỗi số 5 chữ số'. */
export function groupRule(category: Product, { count, digits, pool }: Group): string {
  if (category === product.bingo18) return `${count} số, mỗi số từ 1 đến 6`
  if (digits !== undefined) return count === 1 ? `${digits} chữ số` : `${count} số, mỗi số ${digits} chữ số`
  if (pool !== undefined) return `${count} số khác nhau từ 01 đến ${pool}`
  return `${count} ký hiệu khác nhau, mỗi ký hiệu gồm số và hai chữ cái, ví dụ 15AN`
}

/** Whether a number is valid in this group. */
export function fits(category: Product, { digits, pool }: Group, number: string): boolean {
  if (category === product.bingo18) return /^[1-6]$/.test(number)
  if (digits !== undefined) return number.length === digits && /^\d+$/.test(number)
  if (pool !== undefined) return /^\d\d$/.test(number) && Number(number) >= 1 && Number(number) <= pool
  return /^\d{1,2}[A-Z]{2}$/.test(number)
}

/** The errors of the numbers; empty for a valid complete result. */
export function numberFaults(category: Product, open_date: string, numbers: DrawnNumbers): FindingRow[] {
  const shape = shapeOf(category, open_date)
  const faults = shape.flatMap((group) => groupFaults(category, group, numbers[group.key] ?? []))
  for (const key of draw_keys)
    if (numbers[key] !== undefined && !shape.some((group) => group.key === key))
      faults.push(fault('Sản phẩm này không quay nhóm số này', null, key, null))
  const [repeated_ball] =
    category === product.power655 ? (numbers.extra ?? []).filter((number) => numbers.main?.includes(number)) : []
  if (repeated_ball !== undefined)
    faults.push(
      fault(`Số đặc biệt ${repeated_ball} đã có trong bộ số`, 'Số đặc biệt quay từ 49 số còn lại', 'extra', 0),
    )
  return faults
}

function groupFaults(category: Product, group: Group, drawn: readonly string[]): FindingRow[] {
  const { key, label, count } = group
  const rule = `Quy tắc: ${groupRule(category, group)}`
  const faults = drawn.flatMap((number, index) => {
    const place = placeName(group, index)
    if (!fits(category, group, number)) return [fault(`${place} không đúng: ${number || 'trống'}`, rule, key, index)]
    const isTwice = group.digits === undefined && drawn.indexOf(number) < index
    return isTwice ? [fault(`${place}: ${number} có hai lần`, rule, key, index)] : []
  })
  if (drawn.length !== count) faults.push(fault(`${label} có ${drawn.length} số`, rule, key, null))
  return faults
}

function fault(message: string, rule: string | null, key: string, index: number | null): FindingRow {
  return { level: 'error', message, rule, key, index }
}

/** The numbers in printed order: balls rising and series signs by number, whatever the order of typing. */
export function inPrintedOrder(category: Product, numbers: DrawnNumbers): DrawnNumbers {
  const groups = drawShape(category).flatMap((group) => {
    const drawnNumbers = numbers[group.key]
    if (drawnNumbers === undefined) return []
    if (group.is_series) return [[group.key, drawnNumbers.toSorted(bySeries)]]
    return [[group.key, group.pool === undefined ? drawnNumbers : drawnNumbers.toSorted()]]
  })
  return Object.fromEntries(groups) as DrawnNumbers
}

function bySeries(one: string, other: string): number {
  return parseInt(one, 10) - parseInt(other, 10) || (one < other ? -1 : 1)
}

/** The groups that the second person enters: all, or only the special prize where the product has one. */
export function secondGroups(category: Product, open_date: string, mode: SecondEntry): readonly Group[] {
  const shape = shapeOf(category, open_date)
  if (mode === 'whole') return shape
  const special = shape.filter(({ key }) => key === 'special' || key === 'series')
  return special.length > 0 ? special : shape
}

/** The differences of two entries in printed order; amounts are compared when the whole sheet is entered again. */
export function differencesOf(
  { category, open_date, mode }: { category: Product; open_date: string; mode: SecondEntry },
  firstEntry: DrawResult,
  secondEntry: DrawResult,
): EntryDifferenceRow[] {
  const differences = secondGroups(category, open_date, mode).flatMap((group) => {
    const [mine, theirs] = [firstEntry.numbers[group.key] ?? [], secondEntry.numbers[group.key] ?? []]
    return Array.from({ length: Math.max(mine.length, theirs.length) }, (_, index) => ({
      key: group.key as string,
      label: placeName(group, index),
      index,
      first: mine[index] ?? '',
      second: theirs[index] ?? '',
    }))
  })
  if (mode === 'whole') differences.push(...publishedPairs(category, firstEntry, secondEntry))
  return differences.filter((difference) => difference.first !== difference.second)
}

function publishedPairs(category: Product, firstEntry: DrawResult, secondEntry: DrawResult): EntryDifferenceRow[] {
  return publishedTiers(category).flatMap(({ tier, label, when }) => {
    const [mine, theirs] = [firstEntry.published[tier], secondEntry.published[tier]]
    const pair = (index: number, name: string, field: 'amount' | 'winners') => ({
      key: tier,
      label: `${label}, ${name}`,
      index,
      first: mine ? String(mine[field]) : '',
      second: theirs ? String(theirs[field]) : '',
    })
    const winners = pair(1, 'số giải', 'winners')
    return when === 'counted' ? [winners] : [pair(0, 'giá trị', 'amount'), winners]
  })
}
