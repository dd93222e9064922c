/** Days as staff write them (dd/MM/yyyy) and as the product keeps them ('YYYY-MM-DD'). No Date object, no time zone. */

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
 * The day that a text means: day first, always. '5/1/2025', '05-01-2025', '05012025', '5/1/25' are understood and so is
 * a pasted '2025-01-05'; null for an empty text, undefined for what is no day ('31/02/2025'). While a date is still
 * being typed, two digits of the year are half a year.
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

/** '2025-01-05' → '05/01/2025'. */
export function showDay(day: string | null): string {
  const parts = day ? /^(\d{4})-(\d{2})-(\d{2})/.exec(day) : null
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : ''
}

export type DayRange = { from: string | null; to: string | null }

/** A range whose ends were given the wrong way round is meant the right way round. */
export function orderedRange({ from, to }: DayRange): DayRange {
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/** Today in Việt Nam, wherever the browser stands. */
export function today(now: Date = new Date()): string {
  return now.toLocaleDateString('en-CA', {
    timeZone: 'Asia/Ho_Chi_Minh',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

export function addDays(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, date! + count)).toISOString().slice(0, 10)
}

/** The ranges that staff ask for every day, counted from the given day. */
export function usualRanges(day: string): { label: string; range: DayRange }[] {
  const firstOfMonth = `${day.slice(0, 7)}-01`
  const lastOfPrevious = addDays(firstOfMonth, -1)
  const firstOfQuarter = `${day.slice(0, 5)}${pad(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1)}-01`
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return [
    { label: 'Hôm nay', range: { from: day, to: day } },
    { label: 'Hôm qua', range: { from: addDays(day, -1), to: addDays(day, -1) } },
    { label: 'Tuần này', range: { from: addDays(day, -weekday), to: day } },
    { label: 'Tuần trước', range: { from: addDays(day, -weekday - 7), to: addDays(day, -weekday - 1) } },
    { label: '7 ngày qua', range: { from: addDays(day, -6), to: day } },
    { label: '30 ngày qua', range: { from: addDays(day, -29), to: day } },
    { label: 'Tháng này', range: { from: firstOfMonth, to: day } },
    { label: 'Tháng trước', range: { from: `${lastOfPrevious.slice(0, 7)}-01`, to: lastOfPrevious } },
    { label: 'Quý này', range: { from: firstOfQuarter, to: day } },
    { label: 'Năm nay', range: { from: `${day.slice(0, 4)}-01-01`, to: day } },
  ]
}
