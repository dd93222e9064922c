/** Results as people know them: the sheet of a day, and the last draws of a game. Only what is confirmed is told. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { count, day, id, list, moment, money, optional, text } from '#contract/fields.ts'
import { megaPowerPage, resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'
import { Result } from '#features/results/result/draw-result.contract.ts'

const Tier = z.object({
  tier: text('Hạng giải', 20),
  label: text('Giải', 100),
  /** What of a line was drawn, where balls are: '5 số + ĐB'. */
  matched: z.nullable(text('Trùng', 20)),
  /** Of each winner; null where neither the operator nor a prize table tells it. */
  amount: z.nullable(money('Giá trị')),
  /** Everywhere, where the operator publishes it. */
  winners: z.nullable(count('Số giải')),
  /** That were sold by points of sale which the caller sees. */
  ours: count('Ta bán', Number.MAX_SAFE_INTEGER),
})

export const SheetDraw = z.object({
  ...z.pick(Result, {
    period_id: true,
    period_code: true,
    category: true,
    area_id: true,
    name: true,
    open_date: true,
    draw_at: true,
    published: true,
    confirmed_by_name: true,
    confirmed_at: true,
  }).shape,
  entered_by_name: z.nullable(text('Người nhập', 100)),
  entered_at: z.nullable(moment('Nhập lúc')),
  /** Null until the result is confirmed, or while it is open again. */
  numbers: Result.shape.numbers,
  /** Somebody has entered the result, and it waits to be confirmed. */
  is_waiting: z.boolean(),
  /** Since when its prizes are calculated. */
  calculated_at: z.nullable(moment('Tính thưởng lúc')),
  /** Orders of points of sale that the caller sees. */
  won_orders: count('Đơn trúng', Number.MAX_SAFE_INTEGER),
  won_amount: money('Tiền thưởng'),
  tiers: list('Hạng giải', Tier, 100),
})
export type SheetDrawRow = z.output<typeof SheetDraw>

const may = [sheetPage.view, megaPowerPage.view] as const

export const sheet = calls('cms/result', {
  /** All draws of a day. */
  byDay: read('GET by_day', {
    title: 'Kết quả theo ngày',
    may: [resultPage.view, ...may],
    input: z.object({ category: category(), date: day('Ngày') }),
    output: z.object({
      ...pageOf(SheetDraw).shape,
      /** The nearest days on which this product was drawn. */
      previous_date: z.nullable(day('Ngày trước')),
      next_date: z.nullable(day('Ngày sau')),
    }),
  }),
  /**
   * Of a region the stations of the last day that has drawn; of a game its last draws with a result, the last first. Without a product the last
   * draw of every game.
   */
  latest: read('GET latest', {
    title: 'Kết quả mới nhất',
    may,
    input: z.object({
      category: optional(category()),
      /** Of a game: so many draws, 1 where it is left out. */
      draws: optional(count('Số kỳ', 50).check(z.positive('Phải từ 1 kỳ'))),
      /** Of a game: draws before this one. */
      before: optional(id('Kỳ')),
      /** Of a game: its code, its day or numbers that were drawn together, see `drawSearch`; among its last ten thousand draws. */
      search: optional(text('Mã kỳ, ngày, bộ số', 100)),
    }),
    output: z.object({
      ...pageOf(SheetDraw).shape,
      /** Of a game: when it is drawn next; null where no draw is planned. */
      next_draw_at: z.nullable(moment('Kỳ tới')),
    }),
  }),
})
