/** Converts cells to values of fields, as people type them, and detects values that the spreadsheet has altered. */
import type * as z from 'zod/mini'
import { unwrap, defOf, infoOf, type FieldInfo } from '#contract/schema.ts'
import { rateOf } from '#contract/text/parse-percent.ts'
import { fold } from '#contract/fold.ts'
import { parseDay } from '#web/ui/date/parse-day.ts'
import { numberOf } from '#web/ui/field/typed-number.ts'
import { exact_up_to } from '#contract/sheet/cells.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'

/** A value for the schema to validate, or a problem that the schema could not detect. */
export type CellResult = { value: unknown } | { problem: string; fix: string }

type CellReader = (cell: Cell) => CellResult

/** The function that reads the cells of a field's column. */
export function cellReader(schema: z.core.$ZodType): CellReader {
  const info = infoOf(schema)
  const read = info ? readerOf(info, schema) : asText
  return (cell) => {
    if (cell === null) return { value: undefined }
    const trimmed = typeof cell === 'string' ? cell.trim() : cell
    return trimmed === '' ? { value: undefined } : read(trimmed)
  }
}

function readerOf(info: FieldInfo, schema: z.core.$ZodType): CellReader {
  switch (info.kind) {
    case 'money':
    case 'count':
    case 'id':
      return asNumber
    case 'rate':
      return asRate
    case 'day':
      return asDay
    case 'moment':
      return asMoment
    case 'phone':
      return asPhone
    case 'flag':
      return asFlag
    case 'status':
    case 'choice':
      return (cell) => asOption(info, cell)
    case 'list':
      return asList(defOf(unwrap(schema)).element)
    default:
      return asText
  }
}

/** How Excel shows a long number, and saves it to CSV: 1.23457E+14. A code such as 1E5 is none. */
const scientific_notation = /^-?\d(?:[.,]\d+E[+-]?\d+|E[+-]\d{2,})$/i

const rounded: CellResult = {
  problem: 'Excel đã làm tròn dãy số dài này',
  fix: 'Định dạng cột là Văn bản (Text) rồi nhập lại dãy số gốc',
}

/** Text, or a code in a number cell: beyond 15 digits the spreadsheet has rounded it. */
function asText(cell: Cell): CellResult {
  if (typeof cell === 'string') return scientific_notation.test(cell) ? rounded : { value: cell }
  if (typeof cell !== 'number') return { value: String(cell) }
  if (Number.isInteger(cell) && Math.abs(cell) <= exact_up_to) return { value: String(cell) }
  return Number.isInteger(cell) ? rounded : { value: String(cell).replace('.', ',') }
}

function asNumber(cell: Cell): CellResult {
  if (typeof cell !== 'string') return { value: cell }
  const number = numberOf(cell)
  // Unchanged where it is no number; validation refuses it.
  return { value: number ?? cell }
}

/** A percentage as basis points. */
function asRate(cell: Cell): CellResult {
  return { value: rateOf(String(cell)) ?? cell }
}

/** A day; the time of a date cell is ignored. */
function asDay(cell: Cell): CellResult {
  if (typeof cell !== 'string') return { value: cell }
  return { value: parseDay(cell.replace(/\s+\d{1,2}:\d{2}(:\d{2})?$/, '')) ?? cell }
}

function asMoment(cell: Cell): CellResult {
  const parts = typeof cell === 'string' ? /^(.+?)(?:[\sT]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(cell) : null
  const day = parts && parseDay(parts[1]!)
  if (!parts || !day) return { value: cell }
  const [, , hour = '0', minute = '00', second = '00'] = parts
  return { value: `${day}T${hour.padStart(2, '0')}:${minute}:${second}+07:00` }
}

/** A phone number; a number cell has lost its leading zero, which is added again. */
function asPhone(cell: Cell): CellResult {
  const digits = String(cell).replaceAll(/[\s.\-()]/g, '')
  return { value: digits.replace(/^\+/, '').replace(/^(?=[35789]\d{8}$)/, '0') }
}

const yes_words = new Set(['co', 'x', '1', 'true', 'dung', 'yes', 'v'])
const no_words = new Set(['khong', '0', 'false', 'sai', 'no'])

function asFlag(cell: Cell): CellResult {
  if (typeof cell === 'boolean') return { value: cell }
  const word = fold(String(cell))
  return { value: yes_words.has(word) ? true : no_words.has(word) ? false : cell }
}

function asOption({ options = [] }: FieldInfo, cell: Cell): CellResult {
  const word = fold(String(cell))
  const option =
    options.find(({ label }) => fold(label) === word) ?? options.find(({ value }) => String(value) === word)
  return { value: option ? option.value : cell }
}

function asList(element: z.core.$ZodType | undefined): CellReader {
  const read = element ? cellReader(element) : asText
  return (cell) => {
    const parts = typeof cell === 'string' ? cell.split(/[,;\n]/).map((part) => part.trim()) : [cell]
    const values = parts.filter((part) => part !== '').map(read)
    return (
      values.find((value) => 'problem' in value) ?? { value: values.map((value) => 'value' in value && value.value) }
    )
  }
}

/** How to correct a refused value. */
export function fixFor(info: FieldInfo, blank: boolean): string {
  if (blank) return `Điền “${info.label}”`
  switch (info.kind) {
    case 'money':
      return 'Nhập số nguyên đồng, ví dụ 1.500.000'
    case 'count':
    case 'id':
      return 'Nhập số nguyên, ví dụ 12'
    case 'rate':
      return 'Nhập phần trăm, ví dụ 6,5'
    case 'day':
      return 'Nhập ngày dạng 31/12/2026'
    case 'moment':
      return 'Nhập ngày giờ dạng 31/12/2026 09:30'
    case 'phone':
      return 'Nhập 10 số, ví dụ 0912345678'
    case 'email':
      return 'Nhập địa chỉ dạng ten@congty.vn'
    case 'flag':
      return 'Nhập Có hoặc Không'
    case 'status':
    case 'choice':
      return `Nhập một trong: ${(info.options ?? []).map(({ label }) => label).join(', ')}`
    default:
      return `Sửa “${info.label}” theo lỗi bên cạnh`
  }
}
