/** The day of the week of a day ('YYYY-MM-DD'). */
const names = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']
const long = new Intl.DateTimeFormat('vi-VN', { timeZone: 'UTC', weekday: 'long' })

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** '2026-11-22' → 'CN'. */
export function weekdayName(day: string): string {
  return names[dateOf(day).getUTCDay()]!
}

/** '2026-11-22' → 'Chủ Nhật'. */
export function longWeekdayName(day: string): string {
  return long.format(dateOf(day))
}
