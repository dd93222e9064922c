/** A moment where there is little room: the hour alone as long as it is today's, the year only of another one. The whole of it is its title. */
import { dayText, fullMomentText, momentText } from './format.ts'
import { today } from './ui/date-text.ts'

export function ShortMoment({ at }: { at: string }) {
  return <span title={fullMomentText(at)}>{shortMomentText(at, today())}</span>
}

function shortMomentText(moment: string, today_is: string): string {
  const [day = '', hour = ''] = momentText(moment).split(' ')
  const now = dayText(today_is)
  if (day === now) return hour
  const [date, month, year = ''] = day.split('/')
  return now.endsWith(year) ? `${date}/${month} ${hour}` : `${date}/${month}/${year.slice(2)} ${hour}`
}
