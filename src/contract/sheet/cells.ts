/** Values of a contract as cells of a sheet. Runs in the browser's worker too: what it knows of the contract comes as plain data. */
import type { Kind, Option } from '../schema.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import type { Cell, Format, SheetColumn } from './sheet-xml.ts'

export interface ExportColumn {
  key: string
  head: string
  kind: Kind | undefined
  options?: readonly Option[]
  /** Where the value is an object, or a list of them: the field by which people know one. */
  name?: string
}

const formats: Partial<Record<Kind, Format>> = {
  money: 'number',
  change: 'number',
  count: 'number',
  permille: 'percent',
  rate: 'percent',
  id: 'plain',
  day: 'day',
  moment: 'moment',
}

export function formatOf(kind: Kind | undefined): Format {
  return (kind && formats[kind]) ?? 'text'
}

export function sheetColumn({ head, kind }: ExportColumn): SheetColumn {
  return { head, format: formatOf(kind) }
}

/** Excel keeps 15 digits; a number with more of them stays whole only as text. */
export const exact_up_to = 999_999_999_999_999
/** A plain number with more than eleven digits is shown with an exponent. */
const plain_up_to = 99_999_999_999

export function cellOf(column: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (column.options && !Array.isArray(value)) return optionText(column, value)
  if (typeof value === 'number' && column.kind === 'permille') return value / 1_000
  if (typeof value === 'number' && column.kind === 'rate') return value / 10_000
  if (typeof value === 'number')
    return Math.abs(value) > (column.kind === 'id' ? plain_up_to : exact_up_to) ? String(value) : value
  if (typeof value === 'boolean') return value ? 'Có' : 'Không'
  if (Array.isArray(value)) return value.map((one) => nameOf(column, one)).join(', ')
  if (typeof value === 'object') return nameOf(column, value)
  const text = String(value)
  if (column.kind === 'day') return dayNumber(text) ?? text.split('-').toReversed().join('/')
  if (column.kind === 'moment') return momentNumber(text) ?? text
  if (column.kind === 'phone') return localPhone(text)
  return text
}

function nameOf(column: ExportColumn, one: unknown): string {
  if (one === null || typeof one !== 'object') return optionText(column, one)
  const named = column.name === undefined ? undefined : (one as Record<string, unknown>)[column.name]
  return named === undefined ? JSON.stringify(one) : String(named ?? '')
}

function optionText({ options }: ExportColumn, value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? String(value)
}

const day_length = 86_400_000
/** Excel counts days from here; before March 1900 it counts a day that never was. */
const first_day = Date.UTC(1899, 11, 30)
const first_right_day = 61
const zone = 7 * 60 * 60 * 1000

function dayNumber(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  const number = (at - first_day) / day_length
  return Number.isInteger(number) && number >= first_right_day ? number : null
}

/** On Viet Nam's clock, to the second. */
function momentNumber(moment: string): number | null {
  const at = Date.parse(moment)
  const seconds = Math.floor((at + zone - first_day) / 1000)
  const number = Math.round((seconds / 86_400) * 1e8) / 1e8
  return number >= first_right_day ? number : null
}
