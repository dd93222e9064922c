/** Until when orders are taken and tickets printed, and when the next draw opens: by product, from a day on. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, day, id, list, money, note, optional, timeOfDay } from '#contract/fields.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { orderTimeTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

const most_seconds = 86_400

/** In seconds before the draw. */
const times = {
  stop_seconds: count('Ngừng nhận đơn', most_seconds),
  print_seconds: count('Hết giờ in vé', most_seconds),
  /** Of the draw after it. Null of traditional tickets, which are sold from the hour on at which they come in. */
  open_seconds: z.nullable(count('Mở bán kỳ mới', most_seconds)),
}
const Times = z.object(times)
export type OrderTimes = z.output<typeof Times>

const OrderTime = z.object({
  category: category(),
  line: productLine(),
  /** Of a game with many draws a day the first. */
  draw_time: timeOfDay('Giờ quay'),
  /** Between two draws of one day; null where there is one. */
  every_minutes: z.nullable(count('Số phút giữa hai kỳ', 1_440)),
  ...times,
  /** Of the region's stations the latest hour at which they take tickets back, before the draw; orders stop no sooner. */
  return_seconds: z.nullable(count('Chốt hoàn trước giờ quay', most_seconds)),
  /** What is to hold from a later day on, the nearest first. */
  ahead: list('Sẽ đổi', z.object({ from_day: day('Áp dụng từ'), ...times }), 50),
  version: id('Phiên bản'),
})
export type OrderTimeRow = z.output<typeof OrderTime>

export const Effect = z.object({
  /** Draws that are made and follow, and of these how many are open already. */
  periods: count('Số kỳ đổi giờ'),
  open_periods: count('Số kỳ đang mở bán'),
  /** How many days were looked at for the orders below. */
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
  /** What a change would have done to the orders of the last days, and which draws it moves. */
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
