/** Order times by product, from a day on: when orders stop, when printing ends, and when the next draw opens. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, day, id, list, money, note, optional, timeOfDay } from '#contract/fields.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { orderTimeTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

const max_seconds = 86_400

/** Times in seconds before the draw. */
const times = {
  stop_seconds: count('Ngừng nhận đơn', max_seconds),
  print_seconds: count('Hết giờ in vé', max_seconds),
  /** When the next draw opens. Null for traditional tickets, which are sold as soon as they are received. */
  open_seconds: z.nullable(count('Mở bán kỳ mới', max_seconds)),
}
const Times = z.object(times)
export type OrderTimes = z.output<typeof Times>

const OrderTime = z.object({
  category: category(),
  line: productLine(),
  /** The time of the draw; for games with several draws a day, of the first. */
  draw_time: timeOfDay('Giờ quay'),
  /** Minutes between two draws of a day; null with one draw a day. */
  every_minutes: z.nullable(count('Số phút giữa hai kỳ', 1_440)),
  ...times,
  /** The latest return time of the region's stations, in seconds before the draw; orders cannot stop earlier than returns close. */
  return_seconds: z.nullable(count('Chốt hoàn trước giờ quay', max_seconds)),
  /** Planned changes, the nearest first. */
  planned: list('Sẽ đổi', z.object({ from_day: day('Áp dụng từ'), ...times }), 50),
  version: id('Phiên bản'),
})
export type OrderTimeRow = z.output<typeof OrderTime>

export const Effect = z.object({
  /** The number of existing draws that change; below, how many of them are already open. */
  periods: count('Số kỳ đổi giờ'),
  open_periods: count('Số kỳ đang mở bán'),
  /** The number of past days for which the orders below are counted. */
  days: count('Số ngày đã xem'),
  orders: count('Số đơn'),
  amount: money('Tiền vé'),
})

export const orderTime = calls('cms/config/rev_order_time', {
  list: read('GET list', {
    title: 'Thời gian nhận đơn',
    may: orderTimeTab.view,
    output: z.object({ items: list('Sản phẩm', OrderTime, 50), history: history() }),
  }),
  /** Previews a change: the draws that it moves, and the orders of the last days that it would have affected. */
  effect: read('GET effect', {
    title: 'Ảnh hưởng khi đổi giờ nhận đơn',
    may: orderTimeTab.view,
    input: z.object({ category: category(), from_day: day('Áp dụng từ'), stop_seconds: times.stop_seconds }),
    output: Effect,
    errors: ['category_not_found'],
  }),
  update: write('POST update', {
    title: 'Đổi thời gian nhận đơn',
    may: orderTimeTab.update,
    input: z.object({
      category: category(),
      from_day: day('Áp dụng từ'),
      times: Times,
      reason: optional(note('Lý do', 200)),
      version: id('Phiên bản'),
    }),
    output: z.object({ moved: count('Số kỳ đổi giờ'), remade: count('Số kỳ lập lại') }),
    errors: [
      'no_right',
      'category_not_found',
      'changed_by_other',
      'over_cut_off',
      'request_pending',
      'period_time_invalid',
      'new_period_time_invalid',
      'print_time_invalid',
      'stop_later_than_open',
      'print_later_than_open',
      'stop_later_than_print',
    ],
  }),
})
