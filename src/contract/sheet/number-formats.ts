/** What a number in a sheet means by the way it is shown: a date, a share, a code with leading zeros. */
import { attribute, tags } from './xml-text.ts'

export type NumberFormat = { as: 'date' } | { as: 'percent' } | { as: 'zeros'; digits: number } | null

const date_formats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
/** Asian and Thai dates. */
const isLocalDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81)

/** By the number of a cell's style: how its numbers are shown. */
export function readNumberFormats(styles: string): NumberFormat[] {
  const codes = new Map(
    tags(styles, 'numFmt').map((tag) => [Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '']),
  )
  const section = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  return tags(section, 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    if (date_formats.has(id) || isLocalDate(id)) return { as: 'date' }
    if (id === 9 || id === 10) return { as: 'percent' }
    return lookOf(codes.get(id) ?? '')
  })
}

function lookOf(code: string): NumberFormat {
  // Quoted and escaped letters are shown as they are; in brackets stand colours and languages, but [h] counts hours.
  const bare = code
    .replaceAll(/"[^"]*"|\\.|_./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
  if (/[dmyhs]/i.test(bare) && !/general/i.test(bare)) return { as: 'date' }
  if (bare.includes('%')) return { as: 'percent' }
  return /^0{2,}$/.test(bare) ? { as: 'zeros', digits: bare.length } : null
}

/** A number as its cell shows it. */
export function shownNumber(value: number, look: NumberFormat, since_1904: boolean): number | string {
  if (look === null) return value
  if (look.as === 'date') return dateText(value, since_1904) ?? value
  if (look.as === 'percent') return `${decimal(value * 100)}%`
  return Number.isInteger(value) && value >= 0 ? String(value).padStart(look.digits, '0') : value
}

const decimal = (value: number) => String(Math.round(value * 1e6) / 1e6).replace('.', ',')

/** Days since the turn of 1900 as dd/MM/yyyy, with the hour where there is one; null for what is no date. */
export function dateText(number: number, since_1904: boolean): string | null {
  const serial = since_1904 ? number + 1462 : number
  if (serial < 0 || serial >= 2_958_466) return null
  // Excel counts 29 February 1900, a day that never was.
  const days = serial < 60 ? serial + 1 : serial
  const seconds = Math.round(days * 86_400)
  const text = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString()
  const [year, month, day] = text.slice(0, 10).split('-')
  const time = text.slice(11, text.slice(17, 19) === '00' ? 16 : 19)
  if (serial < 1) return time
  return `${day}/${month}/${year}${seconds % 86_400 === 0 ? '' : ` ${time}`}`
}
