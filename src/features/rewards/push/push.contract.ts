/** Actions on rewards: approving payments, setting outcomes, changing receivers, and adding notes. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, max_bulk_rows, read, write } from '#contract/call.ts'
import {
  accountNumber,
  choice,
  count,
  day,
  id,
  list,
  note,
  optional,
  phone,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import {
  formChoice,
  Reward,
  RewardDetail,
  rewardFilters,
  rewardForm,
  RewardNote,
  rewardStatus,
} from '#features/rewards/reward/reward.contract.ts'

const refusals = [
  'request_not_found',
  'request_finished',
  'request_pending',
  'ticket_paying_reward',
  'action_invalid',
  'result_not_found',
  'no_right',
  'changed_by_other',
] as const

const key = { reward_id: id('Giải thưởng') }
const version_input = { version: seenVersion() }

/** Rewards given by number or chosen by filters; with a single given one its refusal is the refusal of the call. */
const bulkFields = <const A extends string>(action: A, label: string) => ({
  may: rewardPage.approve,
  input: z.object({
    ...selection(rewardFilters),
    expected: optional(count('Số dòng đã chọn', max_bulk_rows)),
    reward_ids: optional(list('Giải thưởng', id(), max_bulk_rows)),
    action: optional(choice('Thao tác', [[action, label]])),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
    /** With a single given reward. */
    ...version_input,
  }),
  output: BulkReport,
})
const approval = {
  ...bulkFields('approve', 'Duyệt đẩy'),
  errors: [...refusals, 'order_calculated', 'payment_vendor_not_found', 'debt_not_enough'],
} as const
const retrial = {
  ...bulkFields('retry', 'Đẩy lại'),
  errors: [...refusals, 'order_calculated', 'payment_source_not_found', 'debt_not_enough'],
} as const

export const push = calls('cms/reward', {
  /** Approves and pays, or records the first of two approvals. */
  approve: write('POST push/approve', { title: 'Duyệt đẩy thưởng', stepUp: true, ...approval }),
  approvePreview: read('POST push/approve/preview', { title: 'Thử duyệt đẩy thưởng', ...approval }),
  /** Sends failed payouts again under a new key; queries unknown ones under their old key. */
  retry: write('POST push/retry', { title: 'Đẩy lại thưởng', stepUp: true, ...retrial }),
  retryPreview: read('POST push/retry/preview', { title: 'Thử đẩy lại thưởng', ...retrial }),
  /** One person proposes the outcome with a reason; it applies when another one confirms it. `failed` rejects the proposal that a failed reward is paid. */
  setStatus: write('POST update/status_push', {
    stepUp: true,
    title: 'Cập nhật trạng thái trả thưởng',
    may: rewardPage.approve,
    input: z.object({
      ...key,
      status_push: choice('Trạng thái', [
        [rewardStatus.paid, 'Thành công'],
        [rewardStatus.failed, 'Thất bại'],
      ]),
      note: note('Lý do', 500),
      ...version_input,
    }),
    output: Reward,
    errors: [...refusals, 'order_calculated', 'debt_not_enough'],
  }),
  /** Of a reward that is not paid into a wallet only after a step-up. */
  changeMsisdn: write('POST change_msisdn', {
    title: 'Đổi số điện thoại nhận thưởng',
    may: rewardPage.update,
    input: z.object({ ...key, msisdn: phone('SĐT nhận'), ...version_input }),
    output: Reward,
    errors: [...refusals, 'receiver_phone_invalid', 'proof_required'],
  }),
  /** Changes the form, or the bank account. */
  changeReceiver: write('POST change_receiver', {
    stepUp: ({ form }) => form !== rewardForm.wallet,
    title: 'Đổi hình thức nhận thưởng',
    may: rewardPage.update,
    input: z.object({
      ...key,
      form: formChoice(),
      bank_id: optional(id('Ngân hàng')),
      account_number: optional(accountNumber('Số TK')),
      account_name: optional(text('Chủ TK', 100)),
      ...version_input,
    }),
    output: Reward,
    errors: refusals,
  }),
  addNote: write('POST note/add', {
    title: 'Ghi chú trả thưởng',
    may: rewardPage.update,
    input: z.object({ ...key, note: RewardNote.shape.note }),
    output: RewardDetail,
    errors: ['request_not_found'],
  }),
  export: read('GET export_xskt_win', {
    title: 'Xuất vé trúng thưởng',
    may: rewardPage.export,
    input: z.object({ from_date: day('Từ ngày'), to_date: day('Đến ngày'), area_id: optional(id('Đài')) }),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
    download: true,
  }),
})

/** The columns of the winners' file, in order. */
export const export_columns = [
  'order_id',
  'tickets',
  'msisdn',
  'full_name',
  'prizes',
  'area_name',
  'open_date',
  'gross',
  'tax',
  'fee',
  'net',
  'form',
  'status',
  'trans_id',
  'claim_until',
  'finished_at',
] as const
