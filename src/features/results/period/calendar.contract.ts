/** The draw calendar of each game, and its closed days. */
import * as z from 'zod/mini'
import { calls, pageOf, read, write } from '#contract/call.ts'
import { choice, count, day, list, text, timeOfDay } from '#contract/fields.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { game } from '#features/results/product/product.contract.ts'
import { ClosedDay, weekdays } from '#features/tickets/draw-area/draw-area.contract.ts'

export const GameCalendar = z.object({
  category: game(),
  weekdays: list('Ngày quay trong tuần', choice('Thứ', weekdays), 7),
  /** The first draw of a day; the others follow at the interval below. */
  first_draw: timeOfDay('Kỳ đầu trong ngày'),
  last_draw: timeOfDay('Kỳ cuối trong ngày'),
  every_minutes: count('Số phút giữa hai kỳ', 1_440),
  /** Seconds before a draw at which orders stop. */
  stop_seconds: count('Ngừng nhận trước giờ quay (giây)', 86_400),
  print_seconds: count('Hết giờ in trước giờ quay (giây)', 86_400),
  /** Closed days from today on. */
  closed_days: list('Ngày nghỉ', ClosedDay, 1_000),
})
export type GameCalendarRow = z.output<typeof GameCalendar>

const changed = {
  /** Draws without orders that were removed. */
  removed: count('Số kỳ bỏ'),
  made: count('Số kỳ lập lại'),
}

/** Games rest for some days at Tết; a longer range is a typing error. */
export const max_closed_days = 31

export const gameCalendar = calls('cms/period', {
  list: read('GET calendar', {
    title: 'Lịch quay của các trò chơi',
    may: periodPage.view,
    output: pageOf(GameCalendar),
  }),
  close: write('POST close_days', {
    title: 'Thêm ngày nghỉ của trò chơi',
    may: periodPage.update,
    input: z.object({
      categories: list('Sản phẩm', game(), 20).check(z.minLength(1, 'Chọn ít nhất một sản phẩm')),
      from_date: day('Nghỉ từ ngày'),
      to_date: day('Đến hết ngày'),
      reason: text('Lý do nghỉ', 100),
    }),
    output: z.object(changed),
    errors: ['no_right', 'from_exceeds_to', 'has_orders', 'request_pending', 'category_not_found'],
  }),
  open: write('POST open_day', {
    title: 'Bỏ ngày nghỉ của trò chơi',
    may: periodPage.update,
    input: z.object({ category: game(), day: day('Ngày nghỉ') }),
    output: z.object(changed),
    errors: ['no_right', 'not_found', 'request_pending'],
  }),
})
