import { clockText, dayOf, fullMomentText, shortDayText } from './format.ts'
import { today } from '#web/ui/date/date-text.ts'

/** A short moment: only the time for today, the year only when it is not this year. The title has the full moment. */
export function ShortMoment({ moment }: { moment: string }) {
  return <span title={fullMomentText(moment)}>{shortMomentText(moment, today())}</span>
}

function shortMomentText(moment: string, today_day: string): string {
  const [day, hour] = [dayOf(moment), clockText(moment)]
  if (day === today_day) return hour
  const is_of_this_year = day.slice(0, 4) === today_day.slice(0, 4)
  return `${shortDayText(day)}${is_of_this_year ? '' : `/${day.slice(2, 4)}`} ${hour}`
}
