/** Rewards: the payment of each winning order's prize. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import {
  accountNumber,
  choice,
  count,
  customerPhone,
  day,
  flag,
  id,
  list,
  moment,
  money,
  moneyChange,
  note,
  optional,
  orderId,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { category } from '#features/results/product/product.contract.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'

/** The form of payment. */
export const rewardForm = { wallet: 1, bank: 2, momo: 3, telecom: 4, counter: 5, card: 6 } as const
export type RewardForm = (typeof rewardForm)[keyof typeof rewardForm]

/** The field for the form of payment. */
export const formChoice = () =>
  choice('Hình thức', [
    [rewardForm.wallet, 'Ví'],
    [rewardForm.bank, 'Ngân hàng'],
    [rewardForm.momo, 'MoMo'],
    [rewardForm.telecom, 'Viettel Money'],
    [rewardForm.counter, 'Tại quầy'],
    [rewardForm.card, 'Thẻ trả trước'],
  ])

/** A payout at a gateway ends by the gateway's answer; an unknown one is only queried and never sent under another key. */
export const rewardLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber', 'Giải thưởng đang chờ duyệt.', 'request_pending'],
    pushing: [2, 'Đang đẩy', 'blue', 'Vé đang được trả thưởng.', 'ticket_paying_reward'],
    unknown: [6, 'Nghi vấn', 'red', 'Chưa rõ cổng chi trả đã chi hay chưa.', 'ticket_paying_reward'],
    paid: [3, 'Thành công', 'green', 'Giải thưởng đã được trả.', 'request_finished'],
    failed: [4, 'Thất bại', 'red', 'Lần đẩy thưởng trước đã thất bại.'],
    revoked: [7, 'Đã thu hồi', 'neutral', 'Kết quả đã được mở lại nên giải này không còn.', 'result_not_found'],
    expired: [8, 'Hết hạn lĩnh', 'neutral', 'Đã quá hạn lĩnh thưởng.'],
  },
  moves: {
    approve: { from: ['waiting'], to: 'pushing' },
    retry: { from: ['failed', 'unknown'], to: 'pushing' },
    complete: { from: ['pushing', 'unknown'], to: 'paid' },
    /** Paid without a gateway: into a wallet, in cards, at a counter, or as set by people. */
    payDirectly: { from: ['waiting', 'failed'], to: 'paid' },
    fail: { from: ['pushing', 'unknown'], to: 'failed' },
    markUnknown: { from: ['pushing'], to: 'unknown' },
    /** A changed reward waits again for all approvals. */
    change: { from: ['waiting', 'failed'], to: 'waiting' },
    revoke: { from: ['waiting', 'failed', 'expired'], to: 'revoked' },
    expire: { from: ['waiting', 'failed'], to: 'expired' },
    reopen: { from: ['expired'], to: 'waiting' },
  },
})
export const rewardStatus = rewardLife.status
export type RewardStatus = StatusOf<typeof rewardLife>

const name = (label: string) => z.nullable(text(label, 100))
const time = (label: string) => z.nullable(moment(label))

export const Reward = z.object({
  reward_id: id('STT'),
  reward_code: text('Mã trả thưởng', 20),
  order_id: orderId(),
  /** The printed winning tickets. */
  tickets: text('Vé', 300),
  msisdn: z.nullable(customerPhone('SĐT nhận')),
  full_name: name('Tên'),
  /** 'Giải sáu + Giải tám' */
  prizes: text('Giải', 1_000),
  category: category(),
  period_id: id('Kỳ'),
  period_code: text('Mã kỳ', 30),
  area_name: z.nullable(text('Đài', 100)),
  open_date: day('Ngày quay'),
  claim_until: day('Hạn lĩnh'),
  gross: money('Tiền thưởng'),
  tax: money('Thuế'),
  fee: money('Phí'),
  net: money('Thực nhận'),
  form: formChoice(),
  form_name: z.nullable(text('Quy tắc', 100)),
  /** Whether the program may pay it automatically. */
  is_auto: flag('Tự động'),
  status: rewardLife.field(),
  /** The number of missing approvals. */
  approvals_left: count('Còn cần duyệt'),
  /** Why the program cannot pay it, such as a missing wallet or account; null when it can. */
  trouble: z.nullable(text('Chưa đẩy được vì', 200)),
  /** For a prize that is paid or being paid: the prize by the corrected result minus the paid prize. */
  difference: z.nullable(moneyChange('Chênh lệch do sửa kết quả')),
  account_id: z.nullable(id('Ví')),
  bank_id: z.nullable(id('Ngân hàng')),
  short_name: z.nullable(text('Ngân hàng', 50)),
  account_number: z.nullable(accountNumber('Số TK')),
  account_name: name('Chủ TK'),
  /** Whether this is the first payment to the bank account; false for other forms. */
  is_first_to: flag('Lần đầu về tài khoản này'),
  /** Whether the receiver's wallet changed its phone number recently. */
  is_new_phone: flag('Mới đổi SĐT'),
  first_by: z.nullable(id('Người duyệt lần một')),
  first_by_name: name('Người duyệt lần một'),
  first_at: time('Duyệt lần một lúc'),
  approved_by: z.nullable(id('Người duyệt')),
  approved_by_name: name('Người duyệt'),
  approved_at: time('Duyệt lúc'),
  changed_by: z.nullable(id('Người đổi người nhận')),
  changed_by_name: name('Người đổi người nhận'),
  changed_at: time('Đổi người nhận lúc'),
  /** Whether the person who changed the receiver cannot approve it. */
  is_change_watched: flag('Người đổi không được duyệt'),
  /** Whether a job is sending or querying its payout now. */
  is_querying: flag('Đang truy vấn cổng chi trả'),
  /** Whether its amount needs two approvals. */
  needs_two: flag('Cần hai người duyệt'),
  /** The outcome that one person proposes, for another one to confirm. */
  hand_status: z.nullable(
    choice('Trạng thái đề nghị', [
      [3, 'Thành công'],
      [4, 'Thất bại'],
    ]),
  ),
  hand_by: z.nullable(id('Người đề nghị')),
  hand_by_name: name('Người đề nghị'),
  hand_note: z.nullable(text('Lý do đề nghị', 500)),
  /** The last person who reminded the winner of the deadline. */
  reminded_by_name: name('Người báo khách'),
  reminded_at: time('Báo khách lúc'),
  /** The person who proposes to reopen an expired prize, for another one to confirm. */
  reopen_by: z.nullable(id('Người đề nghị mở lại')),
  reopen_by_name: name('Người đề nghị mở lại'),
  reopen_at: time('Đề nghị mở lại lúc'),
  reopen_note: z.nullable(text('Lý do mở lại', 500)),
  reopen_until: z.nullable(day('Hạn lĩnh đề nghị')),
  trans_id: z.nullable(text('Mã GD đối tác', 100)),
  result_message: z.nullable(text('Kết quả đối tác', 500)),
  reason: z.nullable(text('Lý do', 500)),
  created_at: moment('Ngày tạo'),
  finished_at: time('Kết thúc lúc'),
  updated_by_name: name('Người cập nhật'),
  updated_at: time('Ngày cập nhật'),
  version: id('Phiên bản'),
})

export const RewardNote = z.object({
  note: note('Ghi chú', 1_000),
  created_by_name: text('Người ghi', 100),
  created_at: moment('Ghi lúc'),
})

export const RewardDetail = z.object({
  ...Reward.shape,
  /** The given cards, for a prize that is paid in prepaid cards. */
  cards: list(
    'Thẻ đã trao',
    z.object({
      card_id: id('Thẻ'),
      card_serial: text('Serial', 50),
      issuer: text('Nhà phát hành', 50),
      face_value: money('Mệnh giá'),
      expires_on: day('Ngày hết hạn thẻ'),
    }),
    10,
  ),
  notes: list('Ghi chú', RewardNote, 200),
})

export const rewardFilters = {
  /** The day of the draw. */
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  category: optional(category()),
  area_id: optional(id('Đài')),
  period_id: optional(id('Kỳ')),
  status_push: optional(rewardLife.field()),
  form: optional(formChoice()),
  /** Only rewards that wait for the second approval. */
  is_second: optional(flag('Cần người thứ hai')),
  /** Only unpaid rewards whose deadline is near. */
  expires_soon: optional(flag('Sắp hết hạn lĩnh')),
  /** Only rewards whose winner was reminded. */
  is_reminded: optional(flag('Đã báo khách')),
  /** Only paid rewards that differ from a corrected result. */
  has_difference: optional(flag('Có chênh lệch')),
}

const key = { reward_id: id('Giải thưởng') }

export const rewards = calls('cms/reward', {
  list: read('GET list', {
    title: 'Lịch sử trả thưởng',
    may: rewardPage.view,
    input: search(rewardFilters, ['open_date', 'net', 'claim_until', 'finished_at']),
    output: pageOf(Reward, ['gross', 'tax', 'fee', 'net']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết trả thưởng',
    may: rewardPage.view,
    input: z.object(key),
    output: RewardDetail,
    errors: ['request_not_found'],
  }),
  /** The products by line, for the filters. */
  categoryGroups: read('GET category_groups/list', {
    title: 'Nhóm sản phẩm của giải thưởng',
    may: 'user',
    output: pageOf(
      z.object({
        group_code: text('Mã nhóm', 20),
        group_name: text('Nhóm sản phẩm', 100),
        categories: list('Sản phẩm', z.object({ category: category(), category_name: text('Sản phẩm', 100) }), 100),
      }),
    ),
  }),
})
