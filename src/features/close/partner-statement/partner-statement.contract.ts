/** Partners' statements: a partner's sales, commission, payments and debt over some days, which both sides confirm. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  balance,
  choice,
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { category } from '#features/results/product/product.contract.ts'
import { paymentKind } from '../partner-payment/partner-payment.contract.ts'
import { partnerStatementPage } from '../pages.contract.ts'

export const statementLife = lifecycle({
  states: {
    prepared: [1, 'Chờ xác nhận', 'amber'],
    partner_confirmed: [2, 'Đại lý đã xác nhận', 'blue', 'Đại lý đã xác nhận, đang chờ trụ sở.'],
    office_confirmed: [3, 'Trụ sở đã xác nhận', 'blue', 'Trụ sở đã xác nhận, đang chờ đại lý.'],
    disputed: [4, 'Đang khiếu nại', 'red', 'Còn chênh lệch chưa giải quyết xong.'],
    confirmed: [5, 'Đã chốt', 'green', 'Bảng đối soát đã chốt, số liệu được giữ nguyên.', 'request_finished'],
    cancelled: [6, 'Đã hủy', 'neutral', 'Bảng đối soát đã hủy.', 'request_finished'],
  },
  moves: {
    /** The target state depends on the side that confirms; the second side makes the statement final. */
    confirmAsPartner: {
      from: ['prepared', 'office_confirmed'],
      notBy: { office_by: 'Bạn đã xác nhận cho trụ sở: cần người khác xác nhận cho đại lý.' },
    },
    confirmAsOffice: {
      from: ['prepared', 'partner_confirmed'],
      notBy: {
        created_by: 'Người lập bảng không được tự xác nhận cho trụ sở: cần người khác.',
        agent_by: 'Bạn đã xác nhận cho đại lý: cần người khác xác nhận cho trụ sở.',
      },
    },
    /** Automatic, when figures change after one side has confirmed. */
    loseConfirmation: { from: ['partner_confirmed', 'office_confirmed'], to: 'prepared' },
    dispute: { from: ['prepared', 'partner_confirmed', 'office_confirmed', 'disputed'], to: 'disputed' },
    answer: { from: ['disputed'] },
    settle: { from: ['disputed'], to: 'prepared' },
    cancel: { from: ['prepared', 'partner_confirmed', 'office_confirmed', 'disputed'], to: 'cancelled' },
  },
})
export const statementStatus = statementLife.status
export type StatementStatus = StatusOf<typeof statementLife>

/** The maximum number of days of a statement: the longest month. */
export const max_statement_days = 31

/** The maximum number of corrected orders that are listed. */
export const max_corrected_orders = 200

/** The key of a line, used by disputes: 'sale:11:1', 'payment:2'. */
const lineName = () => text('Dòng', 40)

const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

/** The sales of one product by one payment source. */
const SaleLine = z.object({
  line: lineName(),
  category: category(),
  payment_vendor_id: z.nullable(id('Nguồn TT')),
  vendor_name: z.nullable(text('Nguồn TT', 50)),
  /** Whether it was paid in cash, so that the partner has the money. */
  is_cash: flag('Đại lý thu'),
  orders: quantity('Số đơn'),
  quantity: quantity('SL vé'),
  amount: money('Doanh số'),
  fee: money('Phí'),
  commission: money('Hoa hồng'),
  /** Price and fee that the partner has received. */
  collected: money('Đại lý thu'),
  /** The partner's debt for it in đồng; negative when the business owes the partner. */
  due: balance('Phải nộp'),
})

/** An order of a confirmed period that was added or refunded since. */
const Correction = z.object({
  line: lineName(),
  order_id: orderId('Mã đơn'),
  day: day('Ngày đặt'),
  category: category(),
  /** Whether it counts now; false when it does not count any more. */
  is_added: flag('Tính thêm'),
  amount: balance('Doanh số'),
  commission: balance('Hoa hồng'),
  due: balance('Phải nộp'),
})

/** Refunded orders of the period, which are not in the sales. */
const GivenBack = z.object({
  line: lineName(),
  status: orderLife.field(),
  orders: quantity('Số đơn'),
  amount: money('Giá trị'),
})

const Paid = z.object({
  line: lineName(),
  kind: paymentKind(),
  payments: quantity('Số lần'),
  amount: money('Số tiền'),
})

export const Figures = z.object({
  sales: list('Doanh số và hoa hồng', SaleLine, 500),
  given_back: list('Hoàn tiền', GivenBack, 5),
  /** The number and sums of all corrections, and the newest of them as rows. */
  corrections: z.object({
    orders: quantity('Số đơn'),
    amount: balance('Doanh số'),
    commission: balance('Hoa hồng'),
    due: balance('Phải nộp'),
    rows: list('Đơn điều chỉnh', Correction, max_corrected_orders),
  }),
  payments: list('Thanh toán và ký quỹ', Paid, 5),
  orders: quantity('Số đơn'),
  quantity: quantity('SL vé'),
  amount: money('Doanh số'),
  fee: money('Phí'),
  commission: money('Hoa hồng'),
  collected: money('Đại lý thu'),
  /** For the period, with corrections. */
  due: balance('Phải nộp trong kỳ'),
  /** Payments by the partner minus payments to it. */
  paid: balance('Đã thanh toán'),
  opening_debt: balance('Nợ đầu kỳ'),
  closing_debt: balance('Nợ cuối kỳ'),
  opening_deposit: balance('Ký quỹ đầu kỳ'),
  closing_deposit: balance('Ký quỹ cuối kỳ'),
})
export type StatementFigures = z.output<typeof Figures>

export const Statement = z.object({
  statement_id: id('STT'),
  statement_code: text('Mã bảng', 20),
  partner_id: id('Đại lý'),
  partner_code: text('Mã đại lý', 20),
  partner_name: text('Đại lý', 200),
  from_date: day('Từ ngày'),
  to_date: day('Đến ngày'),
  amount: money('Doanh số'),
  commission: money('Hoa hồng'),
  due: balance('Phải nộp trong kỳ'),
  paid: balance('Đã thanh toán'),
  closing_debt: balance('Nợ cuối kỳ'),
  status: statementLife.field(),
  open_disputes: count('Dòng khiếu nại'),
  agent_by: z.nullable(id('Đại lý xác nhận')),
  agent_by_name: z.nullable(text('Đại lý xác nhận', 100)),
  agent_at: z.nullable(moment('Đại lý xác nhận lúc')),
  office_by: z.nullable(id('Trụ sở xác nhận')),
  office_by_name: z.nullable(text('Trụ sở xác nhận', 100)),
  office_at: z.nullable(moment('Trụ sở xác nhận lúc')),
  lost_at: z.nullable(moment('Mất xác nhận lúc')),
  cancel_reason: z.nullable(text('Lý do hủy', 500)),
  /** Null for a statement of the scheduled job. */
  created_by: z.nullable(id('Người lập')),
  created_by_name: z.nullable(text('Người lập', 100)),
  created_at: moment('Ngày lập'),
  version: id('Phiên bản'),
})
export type StatementRow = z.output<typeof Statement>

export const noteAction = { dispute: 1, answer: 2, settle: 3 } as const

const StatementNote = z.object({
  note_id: id('STT'),
  line: lineName(),
  action: choice('Việc', [
    [noteAction.dispute, 'Khiếu nại'],
    [noteAction.answer, 'Trả lời'],
    [noteAction.settle, 'Đồng ý, kết thúc'],
  ]),
  note: note('Nội dung', 1_000),
  by_agent: flag('Bên đại lý'),
  created_by_name: text('Người ghi', 100),
  created_at: moment('Lúc'),
})
export type StatementNoteRow = z.output<typeof StatementNote>

export const StatementDetail = z.object({
  ...Statement.shape,
  /** Full names, as they are printed. */
  created_by_full_name: z.nullable(text('Người lập', 100)),
  agent_by_full_name: z.nullable(text('Đại lý xác nhận', 100)),
  office_by_full_name: z.nullable(text('Trụ sở xác nhận', 100)),
  figures: Figures,
  /** A hash of the figures, which the confirmation sends back. */
  digest: text('Dấu số liệu', 64),
  /** Whether the figures differ from the stored ones, which one side may have confirmed. */
  is_changed: flag('Số liệu đã thay đổi'),
  as_of: moment('Số liệu lúc'),
  snapshot: text('Số liệu', 2_000),
  /** The partner's current debt in the ledger. */
  debt_now: balance('Nợ hiện tại'),
  deposit_now: money('Ký quỹ hiện tại'),
  debt_limit: z.nullable(money('Hạn mức nợ')),
  notes: list('Trao đổi', StatementNote, 1_000),
})
export type StatementDetailRow = z.output<typeof StatementDetail>

const key = { statement_id: id('Bảng đối soát') }
const errors = ['not_found', 'no_right', 'action_invalid', 'request_finished', 'changed_by_other'] as const

export const partnerStatement = calls('cms/partner_statement', {
  list: read('GET list', {
    title: 'Danh sách bảng đối soát đại lý',
    may: partnerStatementPage.view,
    input: search(
      {
        partner_id: optional(id('Đại lý')),
        status: optional(statementLife.field()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['to_date', 'amount', 'closing_debt', 'created_at'],
    ),
    output: pageOf(Statement, ['amount', 'commission', 'due', 'paid']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết bảng đối soát đại lý',
    may: partnerStatementPage.view,
    input: z.object(key),
    output: StatementDetail,
    errors: ['not_found'],
  }),
  /** The statement with all lines, as a workbook. */
  file: read('GET file', {
    title: 'Tệp bảng đối soát đại lý',
    may: partnerStatementPage.export,
    download: true,
    input: z.object(key),
    errors: ['not_found'],
  }),
  /** Only past days that follow the partner's last statement without a gap. */
  prepare: write('POST prepare', {
    title: 'Lập bảng đối soát đại lý',
    may: partnerStatementPage.add,
    input: z.object({
      partner_id: id('Đại lý'),
      from_date: day('Từ ngày'),
      to_date: day('Đến ngày'),
    }),
    output: Statement,
    errors: ['no_right', 'partner_not_found', 'statement_exists', 'from_exceeds_to', 'over_cut_off'],
  }),
  /** Confirms for the caller's side. After both sides have confirmed, the figures are final and posted in the ledger. */
  confirm: write('POST confirm', {
    title: 'Xác nhận bảng đối soát đại lý',
    may: partnerStatementPage.approve,
    input: z.object({ ...key, digest: optional(text('Dấu số liệu', 64)) }),
    output: Statement,
    errors,
  }),
  dispute: write('POST dispute', {
    title: 'Khiếu nại một dòng của bảng đối soát',
    may: partnerStatementPage.update,
    input: z.object({ ...key, line: lineName(), note: note('Nội dung', 1_000) }),
    output: Statement,
    errors,
  }),
  answer: write('POST answer', {
    title: 'Trả lời khiếu nại của bảng đối soát',
    may: partnerStatementPage.update,
    input: z.object({
      ...key,
      line: lineName(),
      note: note('Nội dung', 1_000),
      /** Ends the dispute; only for the side that began it. */
      settles: optional(flag('Kết thúc khiếu nại')),
    }),
    output: Statement,
    errors,
  }),
  /** Only the partner's last statement can be cancelled, so that there is no gap. */
  cancel: write('POST cancel', {
    title: 'Hủy bảng đối soát đại lý',
    may: partnerStatementPage.add,
    input: z.object({ ...key, reason: note('Lý do', 500) }),
    output: Statement,
    errors,
  }),
})
