/** Days as staff write them (dd/MM/yyyy) and as the product stores them ('YYYY-MM-DD'): text without a time zone. */

/** '2025-01-05' → '05/01/2025'. */
export function showDay(day: string | null): string {
  const parts = day ? /^(\d{4})-(\d{2})-(\d{2})/.exec(day) : null
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : ''
}

/** Today in Việt Nam, whatever the browser's time zone. */
export function today(now: Date = new Date()): string {
  return now.toLocaleDateString('en-CA', {
    timeZone: 'Asia/Ho_Chi_Minh',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
}

/** The day `count` days later, or earlier with a negative count. */
export function addDays(day: string, count: number): string {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Date.UTC(year!, month! - 1, date! + count)).toISOString().slice(0, 10)
}
