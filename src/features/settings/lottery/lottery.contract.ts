/** All stations and games with their draw times. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { activation, count, id, list, moment, money, text, timeOfDay, choice } from '#contract/fields.ts'
import { lotteryTab } from '#features/settings/pages.contract.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { weekdays } from '#features/tickets/draw-area/draw-area.contract.ts'

export const Lottery = z.object({
  line: productLine(),
  category: category(),
  /** The station, for traditional tickets. */
  area_id: z.nullable(id('Đài')),
  code: text('Mã', 20),
  name: text('Đài/Sản phẩm', 100),
  weekdays: list('Ngày quay trong tuần', choice('Thứ', weekdays), 7),
  first_draw: timeOfDay('Giờ quay'),
  last_draw: timeOfDay('Kỳ cuối trong ngày'),
  /** Minutes between two draws of a day; null with one draw a day. */
  every_minutes: z.nullable(count('Số phút giữa hai kỳ', 1_440)),
  price: money('Giá vé'),
  status: activation(),
  next_draw_at: z.nullable(moment('Kỳ tới')),
})
export type LotteryRow = z.output<typeof Lottery>

export const lottery = calls('cms/config/lottery', {
  list: read('GET list', { title: 'Đài quay và sản phẩm', may: lotteryTab.view, output: pageOf(Lottery) }),
})
