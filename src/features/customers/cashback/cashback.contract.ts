import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  payable,
  rate,
  status,
  text,
} from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { category } from '#features/results/product/product.contract.ts'
import { cashbackPage } from '../pages.contract.ts'
import { CashbackRequest } from './cashback-request.contract.ts'

export const cashbackState = { coming: 1, running: 2, ended: 3, waiting: 4 } as const

const state = () =>
  status('Trạng thái', [
    [cashbackState.coming, 'Sắp diễn ra', 'blue'],
    [cashbackState.running, 'Đang chạy', 'green'],
    [cashbackState.ended, 'Kết thúc', 'neutral'],
    /** It pays nothing until a second person has approved it. */
    [cashbackState.waiting, 'Chờ duyệt', 'amber'],
  ])

const positive = z.positive('Phải lớn hơn 0')
const vendor = () => id('Nguồn thanh toán')

export const CashbackRecord = record('cashback', 'cashback_id', {
  name: text('Tên chương trình', 100),
  start_at: moment('Bắt đầu'),
  end_at: moment('Kết thúc'),
  /** Empty for every source. */
  payment_vendor_ids: z.prefault(list('Nguồn TT', vendor(), 50), []),
  /** Empty for every product. */
  categories: z.prefault(list('Sản phẩm', category(), 50), []),
  /** In basis points of the tickets' price. */
  rate: rate('Tỷ lệ').check(positive),
  most_per_order: payable('Tối đa mỗi đơn').check(positive),
  /** For the whole programme; null for no limit. */
  most_per_customer: optional(payable('Tối đa mỗi khách').check(positive)),
  budget: payable('Ngân sách').check(positive),
})

/** The fields that follow from the orders, the clock and the names of sources. */
const computed = {
  vendors: list('Nguồn TT', z.object({ payment_vendor_id: vendor(), vendor_name: text('Nguồn TT', 100) }), 50),
  /** Paid and not taken back; never more than the budget. */
  used: money('Đã dùng'),
  status: state(),
  /** What waits for a second person: the programme, or a higher budget. */
  waiting: z.nullable(CashbackRequest),
}
export const Cashback = z.object({ ...CashbackRecord.Row.shape, ...computed })
export type CashbackRow = z.output<typeof Cashback>

const Day = z.object({
  day: day('Ngày'),
  orders: count('Số đơn'),
  amount: money('Cashback'),
})

/** The results of a programme. */
export const CashbackReport = z.object({
  ...Cashback.shape,
  /** Orders with cashback, their customers, and their total. */
  orders: count('Số đơn'),
  customers: count('Số khách'),
  sold: money('Tiền vé bán được'),
  taken_back: money('Đã thu hồi'),
  taken_back_orders: count('Số đơn thu hồi'),
  /** Cashback of refunded orders that the wallet has too little money to take back from. */
  due: money('Chờ thu hồi'),
  days: list('Theo ngày', Day, 400),
})
export type CashbackReportRow = z.output<typeof CashbackReport>

const errors = ['cashback_event_exists', 'from_exceeds_to', 'no_right', 'payment_vendor_not_found'] as const

const decision = z.object({ ...CashbackRecord.Key.shape, version: id('Phiên bản') })
const decision_errors = [
  'not_found',
  'request_finished',
  'cashback_event_finished',
  'changed_by_other',
  'no_right',
] as const

export const cashback = calls('cms/cashback', {
  list: read('GET list', {
    title: 'Danh sách chương trình cashback',
    may: cashbackPage.view,
    input: search(
      {
        status: optional(state()),
        waits: optional(flag('Chờ người thứ hai')),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['name', 'start_at', 'end_at', 'created_at'],
    ),
    output: pageOf(Cashback, ['budget', 'used']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết chương trình cashback',
    may: cashbackPage.view,
    input: CashbackRecord.Key,
    output: CashbackReport,
    errors: ['not_found'],
  }),
  /** Runs at once where its budget needs no second person. */
  add: write('POST add', {
    stepUp: true,
    title: 'Thêm chương trình cashback',
    may: cashbackPage.add,
    input: CashbackRecord.Draft,
    output: Cashback,
    errors,
  }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa chương trình cashback',
    may: cashbackPage.update,
    input: CashbackRecord.Change,
    output: Cashback,
    errors: [...errors, 'cashback_event_finished', 'request_pending', ...CashbackRecord.conflicts],
  }),
  /** A programme that is approved after its start begins with the approval. */
  approve: write('POST approve', {
    stepUp: true,
    title: 'Duyệt chương trình cashback',
    may: cashbackPage.approve,
    input: decision,
    output: Cashback,
    errors: decision_errors,
  }),
  /** Rejects what waits, or withdraws it: a programme that waits ends, a running one keeps its budget. */
  reject: write('POST reject', {
    title: 'Từ chối chương trình cashback',
    may: [cashbackPage.add, cashbackPage.update, cashbackPage.approve],
    input: z.object({ ...decision.shape, reason: note('Lý do', 200) }),
    output: Cashback,
    errors: decision_errors,
  }),
  /** Ends it now: orders from now on get no cashback. */
  finish: write('POST finish', {
    title: 'Kết thúc chương trình cashback',
    may: cashbackPage.approve,
    input: CashbackRecord.Key,
    output: Cashback,
    errors: ['not_found', 'cashback_event_finished', 'no_right'],
  }),
})
