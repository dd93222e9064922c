/** How far the prizes of a draw are calculated, what was won by tier and shop, and what a corrected result changed. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { balance, count, flag, id, list, moment, money, orderId, status, text } from '#contract/fields.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'

/** Waits or is under way; done; cannot go on until a person helps; taken back with its result. */
export const runStatus = { under_way: 1, done: 2, stuck: 3, revoked: 4 } as const

/** Of many, those with the largest prizes. */
export const most_shops = 50
export const most_changes = 500
const most = Number.MAX_SAFE_INTEGER

const PrizeRun = z.object({
  status: status('Tính thưởng', [
    [runStatus.under_way, 'Đang tính', 'blue'],
    [runStatus.done, 'Đã tính', 'green'],
    [runStatus.stuck, 'Chưa tính được', 'red'],
    [runStatus.revoked, 'Đã thu hồi', 'amber'],
  ]),
  /** Why it cannot go on. */
  reason: z.nullable(text('Lý do', 500)),
  orders: count('Đơn đã tính', most),
  /** Done orders that are not decided yet. */
  orders_left: count('Đơn còn lại', most),
  won_orders: count('Đơn trúng', most),
  started_at: moment('Bắt đầu lúc'),
  finished_at: z.nullable(moment('Xong lúc')),
})

const Tier = z.object({
  tier: text('Hạng giải', 20),
  label: text('Giải', 100),
  prizes: count('Số giải', most),
  gross: balance('Tiền thưởng'),
  unsold_prizes: count('Giải của vé tồn', most),
  unsold_gross: balance('Thưởng vé tồn'),
})
const Shop = z.object({
  pos_id: id('Điểm bán'),
  pos_code: text('Mã POS', 20),
  pos_name: text('Điểm bán', 200),
  prizes: count('Số giải', most),
  gross: balance('Tiền thưởng'),
})
const Change = z.object({
  order_id: orderId(),
  status: orderLife.field(),
  before: money('Thưởng trước'),
  /** Null until the corrected result is confirmed and the order is decided anew. */
  after: z.nullable(money('Thưởng sau')),
  /** The prize was being paid or was paid: the order keeps it, people decide. */
  is_paid: flag('Đã trả'),
})

/** What a corrected result would change, told before it is confirmed. */
export const PrizeChanges = z.object({
  /** The same for the same changes. */
  digest: text('Chênh lệch', 64),
  orders: count('Đơn đổi thưởng', most),
  more: money('Thêm'),
  less: money('Bớt'),
  /** Those with the largest differences. */
  changes: list('Chênh lệch', Change, most_changes),
})
export type PrizeChanges = z.output<typeof PrizeChanges>

export const DrawPrizes = z.object({
  /** Null until they were asked for. */
  run: z.nullable(PrizeRun),
  tiers: list('Theo giải', Tier, 100),
  shops: list('Theo điểm bán', Shop, most_shops),
  changes: list('Chênh lệch', Change, most_changes),
})
export type DrawPrizesRow = z.output<typeof DrawPrizes>

export const drawPrizes = calls('cms/result', {
  prizes: read('GET prizes', {
    title: 'Tính thưởng của kỳ',
    may: resultPage.view,
    input: z.object({ period_id: id('Kỳ') }),
    output: DrawPrizes,
    errors: ['period_not_found'],
  }),
})
