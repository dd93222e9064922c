import { addDays } from './date-text.ts'
import type { DayRange } from './day-ranges.ts'

/** The presets of a date range, relative to the given day. */
export function usualRanges(day: string): { label: string; range: DayRange }[] {
  const firstOfMonth = `${day.slice(0, 7)}-01`
  const lastOfPrevious = addDays(firstOfMonth, -1)
  const firstOfQuarter = `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
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
