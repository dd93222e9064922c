/** A moment where there is little room: the hour alone as long as it is today's, the year only of another one. The whole of it is its title. */
import { clockText, dayOf, fullMomentText, shortDayText } from './format.ts'
import { today } from '#web/ui/date/date-text.ts'

export function ShortMoment({ at }: { at: string }) {
  return <span title={fullMomentText(at)}>{shortMomentText(at, today())}</span>
}

function shortMomentText(moment: string, today_is: string): string {
  const [day, hour] = [dayOf(moment), clockText(moment)]
  if (day === today_is) return hour
  const is_of_this_year = day.slice(0, 4) === today_is.slice(0, 4)
  return `${shortDayText(day)}${is_of_this_year ? '' : `/${day.slice(2, 4)}`} ${hour}`
}
