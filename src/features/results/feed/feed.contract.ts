/** What the sources of results leave to people: draws whose result is late, or of which they tell different things. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { id, list, moment, status, text } from '#contract/fields.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'
import { resultLife } from '#features/results/result/draw-result.contract.ts'

export const alarmKind = { late: 1, contradicting: 2 } as const

export const FeedAlarm = z.object({
  period_id: id('STT'),
  period_code: text('Mã kỳ', 30),
  category: category(),
  name: text('Sản phẩm', 100),
  draw_at: moment('Giờ quay'),
  kind: status('Báo động', [
    [alarmKind.late, 'Chưa có kết quả', 'amber'],
    [alarmKind.contradicting, 'Nguồn báo trái nhau', 'red'],
  ]),
  result_status: z.nullable(resultLife.field()),
  /** The confirmed numbers, where there are any. */
  confirmed: z.nullable(list('Đã xác nhận', text('Số', 8), 27)),
  /** Empty while the result waits for a person, who must not have seen it. */
  reported: list(
    'Nguồn báo',
    z.object({
      source: id('Nguồn').check(z.maximum(2)),
      numbers: list('Các số', text('Số', 8), 27),
      received_at: moment('Nhận lúc'),
    }),
    10,
  ),
})
export type FeedAlarmRow = z.output<typeof FeedAlarm>

export const feed = calls('cms/result', {
  alarms: read('GET feed_alarms', {
    title: 'Kết quả tự động trễ hoặc trái nhau',
    may: resultPage.view,
    input: search({}),
    output: pageOf(FeedAlarm),
  }),
  /** Somebody has looked at what contradicts a confirmed result: the result is right. A wrong one is opened again instead. */
  dismiss: write('POST dismiss_feed_alarm', {
    title: 'Kết luận nguồn báo sai',
    may: resultPage.approve,
    input: z.object({ period_id: id('Kỳ'), reason: text('Lý do', 200) }),
    errors: ['no_right', 'period_not_found', 'action_invalid'],
  }),
})
