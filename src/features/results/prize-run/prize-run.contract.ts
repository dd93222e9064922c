/** The prize run of a draw: its progress, the prizes by tier and point of sale, and the changes by a corrected result. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { balance, count, flag, id, list, moment, money, orderId, status, text } from '#contract/fields.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'

/** under_way: queued or running; stuck: a person must help first; revoked: taken back because the result was reopened. */
export const runStatus = { under_way: 1, done: 2, stuck: 3, revoked: 4 } as const

/** The lists have at most this many rows: the points of sale with the largest prizes, and the largest changes. */
export const max_shops = 50
export const max_changes = 500
const max_count = Number.MAX_SAFE_INTEGER

const PrizeRun = z.object({
  status: status('Tính thưởng', [
    [runStatus.under_way, 'Đang tính', 'blue'],
    [runStatus.done, 'Đã tính', 'green'],
    [runStatus.stuck, 'Chưa tính được', 'red'],
    [runStatus.revoked, 'Đã thu hồi', 'amber'],
  ]),
  /** Why the run is stuck. */
  reason: z.nullable(text('Lý do', 500)),
  orders: count('Đơn đã tính', max_count),
  /** Orders of the draw that are not decided yet. */
  orders_left: count('Đơn còn lại', max_count),
  won_orders: count('Đơn trúng', max_count),
  started_at: moment('Bắt đầu lúc'),
  finished_at: z.nullable(moment('Xong lúc')),
})

const Tier = z.object({
  tier: text('Hạng giải', 20),
  label: text('Giải', 100),
  prizes: count('Số giải', max_count),
  gross: balance('Tiền thưởng'),
  unsold_prizes: count('Giải của vé tồn', max_count),
  unsold_gross: balance('Thưởng vé tồn'),
})
const Shop = z.object({
  pos_id: id('Điểm bán'),
  pos_code: text('Mã POS', 20),
  pos_name: text('Điểm bán', 200),
  prizes: count('Số giải', max_count),
  gross: balance('Tiền thưởng'),
})
const Change = z.object({
  order_id: orderId(),
  status: orderLife.field(),
  before: money('Thưởng trước'),
  /** Null until the corrected result is confirmed and the order is decided anew. */
  after: z.nullable(money('Thưởng sau')),
  /** Whether the prize was already paid or being paid: the order keeps it, and people decide what to do. */
  is_paid: flag('Đã trả'),
})

/** A preview of the changes by a corrected result, before it is confirmed. */
export const PrizeChanges = z.object({
  /** A hash of the changes, by which the confirmation shows that it was these which the person saw. */
  digest: text('Chênh lệch', 64),
  orders: count('Đơn đổi thưởng', max_count),
  more: money('Thêm'),
  less: money('Bớt'),
  /** The changes with the largest differences. */
  changes: list('Chênh lệch', Change, max_changes),
})
export type PrizeChanges = z.output<typeof PrizeChanges>

export const DrawPrizes = z.object({
  /** Null until the result is confirmed for the first time. */
  run: z.nullable(PrizeRun),
  tiers: list('Theo giải', Tier, 100),
  shops: list('Theo điểm bán', Shop, max_shops),
  changes: list('Chênh lệch', Change, max_changes),
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
