/** Days and moments as people read them, here and in what the server writes: by the clock of Viet Nam, which has no summer time. */

const zone = 7 * 60 * 60 * 1000

/** '2026-10-01' → '01/10/2026'. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** The day in Viet Nam on which a moment lies: '2026-10-01'. */
export function dayOf(moment: string): string {
  return inVietNam(moment).slice(0, 10)
}

/** The hour of a moment in Viet Nam: '09:05', '09:05:33'. */
export function clockText(moment: string, seconds = false): string {
  return inVietNam(moment).slice(11, seconds ? 19 : 16)
}

/** A moment in Viet Nam's time: '01/10/2026 09:05', or with seconds where the order of events matters; what is no moment stays as it is. */
export function momentText(moment: string, seconds = false): string {
  return isMoment(moment) ? `${dayText(dayOf(moment))} ${clockText(moment, seconds)}` : moment
}

/** The same with the hour first, as sentences about the program say it: '09:05 01/10/2026', '09:05:33 01/10/2026'. */
export function clockDayText(moment: string, seconds = false): string {
  return isMoment(moment) ? `${clockText(moment, seconds)} ${dayText(dayOf(moment))}` : moment
}

/** A moment whose year is obvious: '09:05 01/10'. */
export function shortMomentText(moment: string): string {
  return clockDayText(moment).slice(0, -'/2026'.length)
}

/** The name of a weekday: 1 is 'Thứ 2', 7 is 'Chủ nhật'. */
export function weekdayLabel(number: number): string {
  return number === 7 ? 'Chủ nhật' : `Thứ ${number + 1}`
}

/** The weekday of a day: '2026-11-22' → 'Chủ nhật'. */
export function weekdayText(day: string): string {
  return weekdayLabel(new Date(day).getUTCDay() || 7)
}

/** When figures were read, as a sentence says it: '09:05:33 ngày 01/10/2026'. */
export function asOfText(moment: string): string {
  return `${clockText(moment, true)} ngày ${dayText(dayOf(moment))}`
}

function isMoment(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function inVietNam(moment: string): string {
  return new Date(Date.parse(moment) + zone).toISOString()
}
