/** Where apps and devices want to be told what becomes of their orders. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, moment, money, orderId, text } from '#contract/fields.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { transid } from '#features/orders/channel/channel.contract.ts'

/** By its name and over a closed line: what stands inside of our own network has neither. */
const public_address =
  /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](:\d{1,5})?(\/[\w.~/-]*)?(\?[\w.~=&%-]*)?$/i

const address = () =>
  text('Địa chỉ nhận tin', 300).check(
    z.regex(public_address, 'Địa chỉ https có tên miền, ví dụ https://app.example.vn/ve-so'),
  )

const Webhook = z.object({
  /** Null where nothing is told. */
  url: z.nullable(text('Địa chỉ nhận tin', 300)),
  /** Ed25519, the 32 bytes as base64: what is told is signed by its private half. */
  public_key: text('Khóa công khai', 44),
  /** Events that were not taken yet. */
  waiting: count('Tin đang chờ', Number.MAX_SAFE_INTEGER),
  taken_at: z.nullable(moment('Nhận lần cuối')),
  /** Null where the last request was answered as it should be. */
  failing_since: z.nullable(moment('Không nhận được từ')),
  fault: z.nullable(text('Lỗi', 50)),
})

/** The table's row, as the log speaks of it. */
export const WebhookRecord = z.object({
  ...z.pick(Webhook, { url: true, taken_at: true, failing_since: true, fault: true }).shape,
  set_at: moment('Đặt lúc'),
  next_at: moment('Gửi tiếp lúc'),
  failures: count('Số lần lỗi', Number.MAX_SAFE_INTEGER),
})

/** What is sent to the address: a POST with at most so many, the oldest first. Any answer of 2xx means that all of them were taken. */
export const most_events = 100
export const WebhookBody = z.object({
  events: z.array(
    z.object({
      /** Rises; the same event may come twice. */
      event_id: z.int(),
      order_id: orderId(),
      status: orderLife.field(),
      reward: money('Tiền thưởng'),
      reward_tax: money('Thuế TNCN'),
      /** Of the order; rises with each of its changes. */
      version: z.int(),
      at: moment('Thời gian'),
    }),
  ),
})

export const webhook = calls('/api/xs/channel', {
  /** Of the device that asks. Without an address it is told nothing any more; to another address goes what waits too. */
  set: write('POST /api/xs/channel/webhook/set', {
    title: 'Đặt địa chỉ nhận tin',
    may: 'channel',
    input: z.strictObject({ transid: transid(), url: z.nullable(address()) }),
    output: Webhook,
    errors: ['request_exists'],
  }),
  status: read('GET /api/xs/channel/webhook/status', {
    title: 'Tình trạng địa chỉ nhận tin',
    may: 'channel',
    input: z.strictObject({}),
    output: Webhook,
  }),
})
