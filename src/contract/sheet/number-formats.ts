/** Reads a workbook's number formats, which tell whether a number is a date, a percentage or a code with leading zeros. */
import { attribute, tags } from './xml-text.ts'

export type NumberFormat = { as: 'date' } | { as: 'percent' } | { as: 'zeros'; digits: number } | null

/** numFmtIds of Excel's built-in formats. */
const date_formats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
const percent_formats = new Set([9, 10])
const day_seconds = 86_400
/** Workbooks made on old Macs count days from 1904. */
const days_1900_to_1904 = 1462
const end_of_9999 = 2_958_466
/** Day 0 of Excel's serial dates. */
const serial_epoch = Date.UTC(1899, 11, 30)

/** Built-in date formats of East Asian and Thai Excel. */
const isLocalDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81)

/** The number format of each cell style, by the style's index. */
export function readNumberFormats(styles: string): NumberFormat[] {
  const codes = new Map(
    tags(styles, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  )
  const section = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return tags(section, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    if (date_formats.has(id) || isLocalDate(id)) return { as: 'date' }
    if (percent_formats.has(id)) return { as: 'percent' }
    return parseFormat(codes.get(id) ?? '')
  })
}

function parseFormat(code: string): NumberFormat {
  // Drops quoted and escaped literals, and brackets with colours and languages; [h], [m] and [s] are elapsed time.
  const pattern = code
    .replaceAll(/"[^"]*"|\\.|_./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
  if (/[dmyhs]/i.test(pattern) && !/general/i.test(pattern)) return { as: 'date' }
  if (pattern.includes('%')) return { as: 'percent' }
  return /^0{2,}$/.test(pattern) ? { as: 'zeros', digits: pattern.length } : null
}

/** A number as Excel shows it with this format. */
export function shownNumber(value: number, format: NumberFormat, since_1904: boolean): number | string {
  if (format === null) return value
  if (format.as === 'date') return dateText(value, since_1904) ?? value
  if (format.as === 'percent') return `${decimal(value * 100)}%`
  return Number.isInteger(value) && value >= 0 ? String(value).padStart(format.digits, '0') : value
}

/** Rounded, to drop the noise of binary fractions (0.07 * 100). */
const decimal = (value: number) => String(Math.round(value * 1e6) / 1e6).replace('.', ',')

/** A serial date as dd/MM/yyyy, with the time where it has one, or the time alone; null when out of range. */
export function dateText(number: number, since_1904: boolean): string | null {
  const serial = since_1904 ? number + days_1900_to_1904 : number
  if (serial < 0 || serial >= end_of_9999) return null
  // Excel counts 29 February 1900 (60), which did not exist.
  const days = serial < 60 ? serial + 1 : serial
  const seconds = Math.round(days * day_seconds)
  const text = new Date(serial_epoch + seconds * 1000).toISOString()
  const [year, month, day] = text.slice(0, 10).split('-')
  const time = text.slice(11, text.slice(17, 19) === '00' ? 16 : 19)
  if (serial < 1) return time
  return `${day}/${month}/${year}${seconds % day_seconds === 0 ? '' : ` ${time}`}`
}
