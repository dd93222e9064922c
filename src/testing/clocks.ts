/** Times of day in Viet Nam at which the start of the program is tested. */

const hours = ['00:05', '07:00', '08:30', '10:00', '13:00', '16:20', '17:30', '20:00', '23:55'] as const
const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'] as const

/** One moment for each weekday: before and after each closing, around midnight, and on mornings with six draws. */
export const weekdays = [
  `${week[0]} 13:00`,
  `${week[1]} 10:00`,
  `${week[2]} 08:30`,
  `${week[3]} 23:55`,
  `${week[4]} 16:20`,
  `${week[5]} 20:00`,
  `${week[6]} 00:05`,
]

/** All hours of a week, an early closing, Tết, ends of months and years, a leap day, and a start that crosses midnight. */
export const all_clocks = [
  ...week.flatMap((day) => hours.map((hour) => `${day} ${hour}`)),
  `${week[4]} 13:50`,
  '2027-02-04 20:00',
  '2027-02-05 10:00',
  '2027-02-08 08:30',
  '2027-02-09 07:00',
  '2026-11-30 23:55',
  '2027-02-28 17:30',
  '2028-02-29 10:00',
  '2026-12-31 23:55',
  '2027-01-01 00:05',
  '2026-12-31 23:59:54',
]

/** 'thứ hai 23/11/2026' */
export function dayText(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('vi-VN', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday.toLowerCase()} ${day.split('-').toReversed().join('/')}`
}
