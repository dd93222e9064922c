/** Confirmed results: all stations of a day, and the last draws of a game. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { count, day, id, list, moment, money, optional, text } from '#contract/fields.ts'
import { megaPowerPage, resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'
import { Result } from '#features/results/result/draw-result.contract.ts'

const Tier = z.object({
  tier: text('Hạng giải', 20),
  label: text('Giải', 100),
  /** The matches that the tier needs, for games of balls: '5 số + ĐB'. */
  matched: z.nullable(text('Trùng', 20)),
  /** đồng for each winner; null where neither the operator nor a prize table has it. */
  amount: z.nullable(money('Giá trị')),
  /** All winners of the lottery, where the operator publishes them. */
  winners: z.nullable(count('Số giải')),
  /** Prizes sold by points of sale within the caller's scope. */
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
  /** Null until the result is confirmed, and while it is reopened. */
  numbers: Result.shape.numbers,
  /** Whether the result is entered and waits for confirmation. */
  is_waiting: z.boolean(),
  /** When the prize run finished. */
  calculated_at: z.nullable(moment('Tính thưởng lúc')),
  /** Winning orders within the caller's scope. */
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
      /** The nearest earlier day with a draw of this product; below, the nearest later one. */
      previous_date: z.nullable(day('Ngày trước')),
      next_date: z.nullable(day('Ngày sau')),
    }),
  }),
  /** For a region the stations of its last day with draws; for a game its last results, newest first; without a product one of every game. */
  latest: read('GET latest', {
    title: 'Kết quả mới nhất',
    may,
    input: z.object({
      category: optional(category()),
      /** For a game: the number of draws, by default 1. */
      draws: optional(count('Số kỳ', 50).check(z.positive('Phải từ 1 kỳ'))),
      /** For a game: only draws before this one. */
      before: optional(id('Kỳ')),
      /** For a game: code, day or numbers, see `drawSearch`; searched in the last ten thousand draws. */
      search: optional(text('Mã kỳ, ngày, bộ số', 100)),
    }),
    output: z.object({
      ...pageOf(SheetDraw).shape,
      /** For a game: the time of its next draw; null when none is planned. */
      next_draw_at: z.nullable(moment('Kỳ tới')),
    }),
  }),
})
