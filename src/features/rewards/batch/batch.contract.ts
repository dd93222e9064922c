/** Batches of rewards, which are paid together, with their money set aside before they start. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, max_bulk_rows, pageOf, read, search, write } from '#contract/call.ts'
import {
  choice,
  count,
  customerPhone,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { category } from '#features/results/product/product.contract.ts'
import { rewardBatchPage } from '#features/rewards/pages.contract.ts'
import { formChoice, rewardFilters } from '#features/rewards/reward/reward.contract.ts'

/** The maximum number of rewards in a batch; for a draw with more the program creates several. */
export const max_in_batch = 5_000

export const batchLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber', 'Lô đang chờ duyệt.', 'request_pending'],
    running: [2, 'Đang trả', 'blue', 'Lô đang được trả.', 'ticket_paying_reward'],
    done: [3, 'Đã xong', 'neutral', 'Lô đã trả xong.', 'request_finished'],
    stopped: [4, 'Đã dừng', 'red', 'Lô đang dừng.'],
    cancelled: [5, 'Đã hủy', 'neutral', 'Lô đã hủy.', 'request_finished'],
  },
  moves: {
    approve: { from: ['waiting'], to: 'running' },
    resume: { from: ['stopped'], to: 'running' },
    stop: { from: ['running'], to: 'stopped' },
    finish: { from: ['waiting', 'running', 'stopped'], to: 'done' },
    /** Cancelled: no payment was ever sent. */
    cancel: { from: ['waiting', 'running', 'stopped'], to: 'cancelled' },
    /** Failed lines wait again for all approvals. */
    retry: { from: ['done', 'stopped'], to: 'waiting' },
  },
})
export const batchStatus = batchLife.status
export type BatchStatus = StatusOf<typeof batchLife>

export const itemStatus = { waiting: 1, pushing: 2, paid: 3, failed: 4, out: 5, unknown: 6 } as const
export type ItemStatus = (typeof itemStatus)[keyof typeof itemStatus]

const itemState = () =>
  status('Kết quả', [
    [itemStatus.waiting, 'Chờ', 'neutral'],
    [itemStatus.pushing, 'Đang đẩy', 'blue'],
    [itemStatus.paid, 'Thành công', 'green'],
    [itemStatus.failed, 'Thất bại', 'red'],
    [itemStatus.unknown, 'Nghi vấn', 'red'],
    [itemStatus.out, 'Bỏ ra', 'neutral'],
  ])

const seenMark = () => text('Dấu của các dòng đã xem', 64)
const name = (label: string) => z.nullable(text(label, 100))
const time = (label: string) => z.nullable(moment(label))

export const RewardBatch = z.object({
  batch_id: id('STT'),
  batch_code: text('Mã lô', 20),
  name: text('Tên lô', 100),
  period_id: z.nullable(id('Kỳ')),
  period_code: z.nullable(text('Mã kỳ', 30)),
  category: z.nullable(category()),
  area_name: z.nullable(text('Đài', 100)),
  open_date: z.nullable(day('Ngày quay')),
  is_auto: flag('Tự động'),
  status: batchLife.field(),
  item_count: count('Số giao dịch'),
  /** The net sum for the winners. */
  net: money('Tổng tiền'),
  paid_net: money('Đã trả'),
  waiting_count: count('Chờ'),
  pushing_count: count('Đang đẩy'),
  paid_count: count('Thành công'),
  failed_count: count('Thất bại'),
  unknown_count: count('Nghi vấn'),
  out_count: count('Bỏ ra'),
  /** The number of missing approvals: two from the configured amount on, otherwise one; none after the start. */
  approvals_left: count('Còn cần duyệt'),
  reason: z.nullable(text('Lý do', 500)),
  /** The missing amount of the fund, when the batch stopped because of it. */
  missing: z.nullable(money('Còn thiếu')),
  /** The money of the fund of prizes that is set aside for the rest of the batch. */
  reserved: money('Đang dành trong quỹ'),
  first_by: z.nullable(id('Người duyệt lần một')),
  first_by_name: name('Người duyệt lần một'),
  first_at: time('Duyệt lần một lúc'),
  approved_by: z.nullable(id('Người duyệt')),
  approved_by_name: name('Người duyệt'),
  approved_at: time('Duyệt lúc'),
  created_by_name: name('Người lập'),
  created_at: moment('Ngày lập'),
  finished_at: time('Xong lúc'),
  version: id('Phiên bản'),
  /**
   * A digest of the lines that can be sent; null when there are none, and while the batch runs. An approval sends it back and is refused when a reward
   * has changed since.
   */
  seen: z.nullable(seenMark()),
})

export const RewardBatchItem = z.object({
  item_id: id('STT'),
  batch_id: id('Lô'),
  reward_id: id('Giải thưởng'),
  reward_code: text('Mã trả thưởng', 20),
  order_id: orderId(),
  msisdn: z.nullable(customerPhone('SĐT nhận')),
  cust_name: name('Tên'),
  form: formChoice(),
  account_number: z.nullable(text('Số TK', 19)),
  account_name: name('Chủ TK'),
  /** Why the reward cannot be paid; see also lineSignals. */
  trouble: z.nullable(text('Chưa đẩy được vì', 200)),
  is_first_to: flag('Lần đầu về tài khoản này'),
  is_new_phone: flag('Mới đổi SĐT'),
  changed_by: z.nullable(id('Người đổi người nhận')),
  prizes: text('Giải', 1_000),
  gross: money('Tiền thưởng'),
  tax: money('Thuế'),
  net: money('Thực nhận'),
  status: itemState(),
  /** Why it failed or was taken out, or the gateway's message. */
  message: z.nullable(text('Lý do', 500)),
  trans_id: z.nullable(text('Mã GD đối tác', 100)),
  ended_at: time('Kết thúc lúc'),
  /** The version of the reward. */
  version: id('Phiên bản'),
})

/** The money that the rest of a batch needs from a fund. */
const Need = z.object({
  fund_name: text('Quỹ', 100),
  needed: money('Cần'),
  free: z.nullable(money('Còn dùng được')),
})

const key = { batch_id: id('Lô') }
const version_input = { version: seenVersion() }
const seen_input = { seen: optional(seenMark()) }

/** The rewards of a new batch: selected ones, or all that match the filters. */
const creation = {
  may: rewardBatchPage.add,
  input: z.object({
    ...selection(rewardFilters),
    expected: optional(count('Số dòng đã chọn', max_bulk_rows)),
    name: optional(text('Tên lô', 100)),
    action: optional(choice('Thao tác', [['batch', 'Lập lô']])),
    ...seen_input,
  }),
  errors: ['changed_by_other', 'action_invalid', 'from_exceeds_to'],
} as const

const refusals = [
  'not_found',
  'changed_by_other',
  'request_pending',
  'ticket_paying_reward',
  'request_finished',
  'action_invalid',
  'no_right',
  'payment_vendor_not_found',
  'debt_not_enough',
] as const

export const rewardBatch = calls('cms/telecom/push_reward', {
  list: read('GET list', {
    title: 'Danh sách lô trả thưởng',
    may: rewardBatchPage.view,
    input: search(
      {
        status: optional(batchLife.field()),
        category: optional(category()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['created_at', 'net', 'failed_count', 'status'],
    ),
    output: pageOf(RewardBatch, ['item_count', 'net', 'paid_net']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết lô trả thưởng',
    may: rewardBatchPage.view,
    input: search({ ...key, status: optional(itemState()), item_id: optional(id('Dòng')) }, ['ended_at', 'net']),
    output: z.extend(pageOf(RewardBatchItem, ['gross', 'tax', 'net']), {
      batch: RewardBatch,
      /** The needs of each fund for the rest of the batch; for a running batch only of what is not sent yet. */
      needs: list('Quỹ', Need, 10),
    }),
    errors: ['not_found'],
  }),
  createPreview: read('POST create/preview', { title: 'Thử lập lô trả thưởng', ...creation, output: BulkReport }),
  /** Rewards that cannot be in a batch are left out and listed with reasons; an empty batch is refused. */
  create: write('POST create', {
    title: 'Lập lô trả thưởng',
    ...creation,
    output: z.extend(BulkReport, { batch: RewardBatch }),
  }),
  /** Approves and starts the batch, or records the first of two approvals. */
  approve: write('POST approve', {
    stepUp: true,
    title: 'Duyệt lô trả thưởng',
    may: rewardBatchPage.approve,
    input: z.object({ ...key, ...version_input, ...seen_input }),
    output: RewardBatch,
    errors: refusals,
  }),
  /** Continues a stopped batch, when the fund has enough money. */
  resume: write('POST resume', {
    stepUp: true,
    title: 'Chạy tiếp lô trả thưởng',
    may: rewardBatchPage.approve,
    input: z.object({ ...key, ...version_input }),
    output: RewardBatch,
    errors: refusals,
  }),
  /** Takes out lines that were not sent; sent ones end by the gateway's answer. */
  cancel: write('POST cancel', {
    title: 'Hủy phần chưa gửi của lô trả thưởng',
    may: rewardBatchPage.approve,
    input: z.object({ ...key, reason: note('Lý do', 300), ...version_input }),
    output: RewardBatch,
    errors: refusals,
  }),
  /** Sends failed lines again: the given ones, or all of the batch. The call also counts as an approval. */
  retry: write('POST retry', {
    stepUp: true,
    title: 'Đẩy lại các giao dịch lỗi của lô trả thưởng',
    may: rewardBatchPage.approve,
    input: z.object({
      ...key,
      item_ids: optional(list('Dòng', id('Dòng'), max_bulk_rows).check(z.minLength(1))),
      ...seen_input,
    }),
    output: RewardBatch,
    errors: refusals,
  }),
  /** Changes the receiver's name of a line that waits for approval or has failed; outside of wallets only after a step-up. */
  udpCustName: write('POST udpCustName', {
    title: 'Sửa tên khách của giao dịch trả thưởng',
    may: rewardBatchPage.update,
    input: z.object({ item_id: id('Dòng'), cust_name: text('Tên', 100), ...version_input }),
    output: RewardBatchItem,
    errors: [...refusals, 'request_not_found', 'result_not_found', 'proof_required'],
  }),
})
