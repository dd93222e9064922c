/** Texts of order times: times of day with one draw a day, otherwise durations before the draw. */
import type { OrderTimeRow, OrderTimes } from './order-time.contract.ts'

export const time_names: readonly { name: keyof OrderTimes; label: string }[] = [
  { name: 'stop_seconds', label: 'Ngừng nhận' },
  { name: 'print_seconds', label: 'Hết giờ in vé' },
  { name: 'open_seconds', label: 'Mở bán kỳ mới' },
]

type DrawTimes = Pick<OrderTimeRow, 'draw_time' | 'every_minutes'>

const day_minutes = 1_440

/** The time of day 'HH:mm' that is `seconds` before the draw. */
export function clockBefore(draw_time: string, seconds: number): string {
  const minutes = (minutesOf(draw_time) - seconds / 60 + day_minutes) % day_minutes
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return `${two(minutes / 60)}:${two(minutes % 60)}`
}

/** Seconds from this time of day to the draw of the same day; negative after it. */
export function secondsBefore(draw_time: string, clock: string): number {
  return (minutesOf(draw_time) - minutesOf(clock)) * 60
}

/** '17:55', or '60 giây trước' where the product draws many times a day. */
export function beforeText({ draw_time, every_minutes }: DrawTimes, seconds: number | null): string {
  if (seconds === null) return '–'
  if (every_minutes === null && seconds % 60 === 0) return clockBefore(draw_time, seconds)
  return `${leadTimeText(seconds)} trước`
}

/** How long before the draw: '5 phút', '90 giây'. */
export function leadTimeText(seconds: number): string {
  return seconds % 60 === 0 && seconds > 0 ? `${seconds / 60} phút` : `${seconds} giây`
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
