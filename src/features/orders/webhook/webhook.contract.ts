/** The addresses (webhooks) at which apps and devices receive the events of their orders. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, moment, money, orderId, text } from '#contract/fields.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { transid } from '#features/orders/channel/channel.contract.ts'

/** https with a host name: addresses inside our own network have neither. */
const public_address =
  /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](:\d{1,5})?(\/[\w.~/-]*)?(\?[\w.~=&%-]*)?$/i

const address_message = 'Địa chỉ https có tên miền, ví dụ https://app.example.vn/ve-so'
const address = () =>
  text('Địa chỉ nhận tin', 300).check(
    z.regex(public_address, address_message),
    // A port may have the form and still be none.
    z.refine((url: string) => URL.canParse(url), address_message),
  )

const Webhook = z.object({
  /** Null where no events are sent. */
  url: z.nullable(text('Địa chỉ nhận tin', 300)),
  /** The Ed25519 public key that verifies the requests, 32 bytes as base64. */
  public_key: text('Khóa công khai', 44),
  /** Events that were not accepted yet. */
  waiting: count('Tin đang chờ', Number.MAX_SAFE_INTEGER),
  taken_at: z.nullable(moment('Nhận lần cuối')),
  /** Null where the last request was accepted. */
  failing_since: z.nullable(moment('Không nhận được từ')),
  fault: z.nullable(text('Lỗi', 50)),
})

/** The table's row for the audit log. */
export const WebhookRecord = z.object({
  ...z.pick(Webhook, { url: true, taken_at: true, failing_since: true, fault: true }).shape,
  set_at: moment('Đặt lúc'),
  next_at: moment('Gửi tiếp lúc'),
  failures: count('Số lần lỗi', Number.MAX_SAFE_INTEGER),
})

/** The request to the address: a POST with at most so many events, the oldest first. Any 2xx answer accepts all of them. */
export const max_events = 100
export const WebhookBody = z.object({
  events: z.array(
    z.object({
      /** Ascending; the same event may be sent twice. */
      event_id: z.int(),
      order_id: orderId(),
      status: orderLife.field(),
      reward: money('Tiền thưởng'),
      reward_tax: money('Thuế TNCN'),
      /** The order's version, which rises with each of its changes. */
      version: z.int(),
      at: moment('Thời gian'),
    }),
  ),
})

export const webhook = calls('/api/xs/channel', {
  /** Sets the calling device's address; without one, no events are sent. Waiting events go to the new address. */
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
