/** Checks the order of a draw's times, in the form and on the server. */
import type { Refusal } from '#contract/errors.ts'
import type { OrderTimeRow, OrderTimes } from './order-time.contract.ts'

export type TimesRefusal = Refusal<
  | 'period_time_invalid'
  | 'new_period_time_invalid'
  | 'print_time_invalid'
  | 'stop_later_than_open'
  | 'print_later_than_open'
  | 'stop_later_than_print'
> & { field: keyof OrderTimes }

type DrawTimes = Pick<OrderTimeRow, 'line' | 'every_minutes' | 'return_seconds'>

/** Games that draw at least this often (minutes) sell without a pause: the next draw opens when one stops (see migration 0030). */
const hourly = 60

/** Why a product cannot have these times; null when it can. */
export function whyNotTimes(
  { line, every_minutes, return_seconds }: DrawTimes,
  { stop_seconds, print_seconds, open_seconds }: OrderTimes,
): TimesRefusal | null {
  const refuse = (error: TimesRefusal['error'], field: keyof OrderTimes, message: string) => ({ error, field, message })
  if (stop_seconds < print_seconds)
    return refuse('stop_later_than_print', 'stop_seconds', 'Giờ ngừng nhận đơn không được sau giờ in vé.')
  if (line === 'xskt') {
    if (open_seconds !== null)
      return refuse('new_period_time_invalid', 'open_seconds', 'Vé truyền thống mở bán từ giờ nhập vé của đài.')
    if (stop_seconds % 60 !== 0)
      return refuse('period_time_invalid', 'stop_seconds', 'Giờ của đài tính bằng phút, không có giây lẻ.')
    if (print_seconds % 60 !== 0)
      return refuse('print_time_invalid', 'print_seconds', 'Giờ của đài tính bằng phút, không có giây lẻ.')
    if (return_seconds !== null && stop_seconds > return_seconds)
      return refuse(
        'period_time_invalid',
        'stop_seconds',
        'Có đài chốt hoàn sau giờ này: ngừng nhận không được sớm hơn.',
      )
    return null
  }
  if (open_seconds === null) return refuse('new_period_time_invalid', 'open_seconds', 'Không được để trống')
  const gap_seconds = (every_minutes ?? 1_440) * 60
  if (stop_seconds >= gap_seconds)
    return refuse('period_time_invalid', 'stop_seconds', 'Phải ngắn hơn khoảng cách giữa hai kỳ.')
  if (print_seconds >= gap_seconds)
    return refuse('print_time_invalid', 'print_seconds', 'Phải ngắn hơn khoảng cách giữa hai kỳ.')
  if (open_seconds >= gap_seconds)
    return refuse('new_period_time_invalid', 'open_seconds', 'Kỳ mới không được mở bán trước khi kỳ trước đó quay.')
  if (stop_seconds < open_seconds)
    return refuse('stop_later_than_open', 'stop_seconds', 'Giờ ngừng nhận đơn không được sau giờ mở bán.')
  if ((every_minutes ?? 1_440) >= hourly && print_seconds < open_seconds)
    return refuse('print_later_than_open', 'print_seconds', 'Giờ in vé không được sau giờ mở bán.')
  return null
}

/** The times for the draws of a day. */
export function timesOn({ planned, ...row }: OrderTimeRow, day: string): OrderTimes {
  const { stop_seconds, print_seconds, open_seconds } =
    planned.filter(({ from_day }) => from_day <= day).sort((a, b) => (a.from_day < b.from_day ? 1 : -1))[0] ?? row
  return { stop_seconds, print_seconds, open_seconds }
}

export function sameTimes(a: OrderTimes, b: OrderTimes): boolean {
  return a.stop_seconds === b.stop_seconds && a.print_seconds === b.print_seconds && a.open_seconds === b.open_seconds
}
