/** Turns values of a contract into cells of a sheet. It also runs in a web worker, so it gets columns as plain data, not schemas. */
import { day_ms } from '#contract/days.ts'
import type { Kind, Option } from '../schema.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import type { Cell, Format, SheetColumn } from './sheet-xml.ts'

export interface ExportColumn {
  key: string
  head: string
  kind: Kind | undefined
  options?: readonly Option[]
  /** For an object or a list of objects: which of their fields is shown. */
  name?: string
  /** Written where there is no value: 'Mọi nguồn'. */
  empty?: string
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

/** The format of a column in Excel by the kind of its field; text where the kind is unknown. */
export function formatOf(kind: Kind | undefined): Format {
  return (kind && formats[kind]) ?? 'text'
}

/** The head and format with which a column is written into a sheet. */
export function sheetColumn({ head, kind }: ExportColumn): SheetColumn {
  return { head, format: formatOf(kind) }
}

/** Excel stores 15 digits; a longer number is written as text. */
export const exact_up_to = 999_999_999_999_999
/** Excel shows a plain number of more than eleven digits with an exponent. */
const plain_up_to = 99_999_999_999

/**
 * The value of a field as a cell: rates as fractions, options by their labels, numbers too long for Excel as text; null for an empty one without a
 * word of its own.
 */
export function cellOf(column: ExportColumn, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return column.empty ?? null
  if (Array.isArray(value) && value.length === 0) return column.empty ?? null
  if (column.options && !Array.isArray(value)) return optionText(column, value)
  if (typeof value === 'number' && column.kind === 'permille') return value / 1_000
  if (typeof value === 'number' && column.kind === 'rate') return value / 10_000
  if (typeof value === 'number')
    return Math.abs(value) > (column.kind === 'id' ? plain_up_to : exact_up_to) ? String(value) : value
  if (typeof value === 'boolean') return value ? 'Có' : 'Không'
  if (Array.isArray(value)) return value.map((item) => nameOf(column, item)).join(', ')
  if (typeof value === 'object') return nameOf(column, value)
  const text = String(value)
  if (column.kind === 'day') return dayNumber(text) ?? text.split('-').toReversed().join('/')
  if (column.kind === 'moment') return momentNumber(text) ?? text
  if (column.kind === 'phone') return localPhone(text)
  return text
}

function nameOf(column: ExportColumn, item: unknown): string {
  if (item === null || typeof item !== 'object') return optionText(column, item)
  const name = column.name === undefined ? undefined : (item as Record<string, unknown>)[column.name]
  return name === undefined ? JSON.stringify(item) : String(name ?? '')
}

function optionText({ options }: ExportColumn, value: unknown): string {
  return options?.find((option) => option.value === value)?.label ?? String(value)
}

/** Day 0 of Excel's serial dates. They are right from 1 March 1900 (61) on: before it Excel counts a 29 February that did not exist. */
const serial_epoch = Date.UTC(1899, 11, 30)
const first_right_serial = 61
/** Viet Nam is UTC+7 all year. */
const zone_ms = 7 * 60 * 60 * 1000
/** Excel stores the time as a fraction of a day; so many decimals are well below a second. */
const serial_precision = 1e8

function dayNumber(day: string): number | null {
  const moment_ms = Date.parse(`${day}T00:00:00Z`)
  const number = (moment_ms - serial_epoch) / day_ms
  return Number.isInteger(number) && number >= first_right_serial ? number : null
}

/** A moment as a serial date in Viet Nam's time, to the second. */
function momentNumber(moment: string): number | null {
  const moment_ms = Date.parse(moment)
  const seconds = Math.floor((moment_ms + zone_ms - serial_epoch) / 1000)
  const number = Math.round((seconds / (day_ms / 1000)) * serial_precision) / serial_precision
  return number >= first_right_serial ? number : null
}
