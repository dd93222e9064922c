/** Alarms of the result feed, for people to settle: draws whose result is late or whose sources contradict each other. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { id, list, moment, status, text } from '#contract/fields.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { category } from '#features/results/product/product.contract.ts'
import { resultLife } from '#features/results/result/drawn-numbers.contract.ts'

export const alarmKind = { late: 1, contradicting: 2 } as const

export const FeedAlarm = z.object({
  period_id: id('STT'),
  period_code: text('Mã kỳ', 30),
  category: category(),
  name: text('Sản phẩm', 100),
  draw_at: moment('Giờ quay'),
  kind: status('Cảnh báo', [
    [alarmKind.late, 'Chưa có kết quả', 'amber'],
    [alarmKind.contradicting, 'Nguồn báo trái nhau', 'red'],
  ]),
  result_status: z.nullable(resultLife.field()),
  /** The confirmed numbers; null without a confirmed result. */
  confirmed: z.nullable(list('Đã xác nhận', text('Số', 8), 27)),
  /** Empty while the result waits for its second person, who must confirm without having seen it. */
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
  /** A person declares that the confirmed result is right and the contradicting report wrong. A wrong result is reopened instead. */
  dismiss: write('POST dismiss_feed_alarm', {
    title: 'Kết luận nguồn báo sai',
    may: resultPage.approve,
    input: z.object({ period_id: id('Kỳ'), reason: text('Lý do', 200) }),
    errors: ['no_right', 'period_not_found', 'action_invalid'],
  }),
})
