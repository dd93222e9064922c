/** Reads typed days as text, without Date objects and time zones. */

const pad = (part: number, length = 2) => String(part).padStart(length, '0')

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function dayOf(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/**
 * Reads a typed day, always day first: '5/1/2025', '05-01-2025', '05012025' and '5/1/25', and a pasted '2025-01-05'. Returns null for an empty text,
 * undefined for what is not a day ('31/02/2025'). With `typing`, a year of two digits is not finished yet, so it is undefined too.
 */
export function parseDay(text: string, typing = false): string | null | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return null
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{1,2})\s*[/.\-\s]\s*(\d{4}|\d{2})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain)
  if (!parts || (typing && parts[3]!.length === 2)) return undefined
  const year = Number(parts[3])
  return dayOf(parts[3]!.length === 2 ? 2000 + year : year, Number(parts[2]), Number(parts[1]))
}
