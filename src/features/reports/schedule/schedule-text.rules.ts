/** A schedule as text. */
import { infoOf } from '#contract/schema.ts'
import { weekdayLabel } from '#contract/text/day-text.ts'
import { frequency, Schedule, type ScheduleRow } from './schedule-row.contract.ts'

const labelOf = (name: 'frequency' | 'period', value: number) =>
  infoOf(Schedule.shape[name])!.options!.find((option) => option.value === value)!.label

/** 'Hằng tuần, Thứ 2, lúc 07:00: số liệu tuần trước'. */
export function planText(row: Pick<ScheduleRow, 'frequency' | 'on_day' | 'at' | 'period'>): string {
  const on = {
    [frequency.daily]: null,
    [frequency.weekly]: weekdayLabel(row.on_day),
    [frequency.monthly]: `ngày ${row.on_day}`,
  }[row.frequency]
  const when = [labelOf('frequency', row.frequency), on, `lúc ${row.at}`].filter(Boolean).join(', ')
  return `${when}: số liệu ${labelOf('period', row.period).toLocaleLowerCase('vi')}`
}
