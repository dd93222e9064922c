/** Closing business days: proofs, exceptions, two signatures, and the journal. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { balance, choice, count, day, flag, id, list, moment, note, optional, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'

export const closeLife = lifecycle({
  states: {
    prepared: [1, 'Chờ ký', 'amber', 'Ngày chưa được chốt.'],
    signed: [2, 'Đã có một chữ ký', 'blue', 'Ngày chưa được chốt.'],
    closed: [3, 'Đã chốt', 'green', 'Ngày đã chốt.', 'day_closed'],
    reopened: [4, 'Đã mở lại', 'red', 'Ngày đã mở lại, hãy tính lại trước.'],
  },
  moves: {
    sign: { from: ['prepared'], to: 'signed' },
    close: { from: ['signed'], to: 'closed', notBy: { first_by: 'Bạn đã ký ngày này, cần người thứ hai ký.' } },
    reopen: {
      from: ['closed'],
      to: 'reopened',
      notBy: { reopen_by: 'Bạn đã đề nghị mở lại ngày này, cần quản trị viên thứ hai.' },
    },
  },
})
export const closeStatus = closeLife.status
export type CloseStatus = StatusOf<typeof closeLife>

export const exceptionStatus = { open: 1, carried: 2, settled: 3 } as const
export type ExceptionStatus = (typeof exceptionStatus)[keyof typeof exceptionStatus]

export const eventKind = {
  prepared: 1,
  signed: 2,
  fallen: 3,
  closed: 4,
  reopen_requested: 5,
  reopened: 6,
  carried: 7,
  settled: 8,
  exported: 9,
} as const
export type EventKind = (typeof eventKind)[keyof typeof eventKind]

const max_count = Number.MAX_SAFE_INTEGER
const digest = () => text('Dấu', 64, 64).check(z.regex(/^[0-9a-f]{64}$/))
const person = (label: string) => z.nullable(text(label, 100))
const optionalMoment = (label: string) => z.nullable(moment(label))

/** One figure of an equation with the sign before it. */
const Side = z.object({
  label: text('Tên', 60),
  value: balance('Số'),
  sign: z.nullable(
    choice('Dấu', [
      ['=', '='],
      ['+', '+'],
      ['-', '−'],
    ]),
  ),
})

/** A link to the rows behind a figure: a list's address with filters. */
const link = () => z.nullable(text('Đường dẫn', 300))

export const Finding = z.object({
  key: text('Khóa', 200),
  title: text('Nội dung', 500),
  /** In the unit of its proof: đồng, tickets or draws. */
  amount: balance('Lệch'),
  link: link(),
})
export type FoundDifference = z.output<typeof Finding>

/** The maximum number of findings that are listed individually. */
export const max_findings = 50

export const Proof = z.object({
  proof: text('Bằng chứng', 20),
  title: text('Tên', 100),
  /** What was checked, as text. */
  seen: text('Đã xem', 200),
  unit: choice('Đơn vị', [
    ['money', 'đồng'],
    ['tickets', 'vé'],
    ['draws', 'kỳ'],
  ]),
  sides: list('Vế', Side, 12),
  /** The difference of the two sides; 0 when they agree. */
  difference: balance('Lệch'),
  note: text('Ghi chú', 300),
  link: link(),
  link_text: text('Mở', 60),
  /** The column titles of the breakdown by product and source, gateway, fund or store. */
  heads: list('Cột', text('Cột', 60), 10),
  lines: list('Chi tiết', z.object({ name: text('Tên', 120), values: list('Số', balance('Số'), 10) }), 300),
  found: count('Số chỗ lệch', max_count),
  findings: list('Chỗ lệch', Finding, max_findings),
})
export type DayProof = z.output<typeof Proof>

/** Further information at the time of the proofs, which is not signed. */
const State = z.object({
  title: text('Việc', 100),
  value: text('Tình trạng', 200),
  is_well: flag('Ổn'),
  link: link(),
})
export type DayState = z.output<typeof State>

const Exception = z.object({
  exception_id: id('STT'),
  /** The day on which it was first found. */
  day: day('Ngày'),
  proof: text('Bằng chứng', 20),
  title: text('Nội dung', 500),
  amount: balance('Lệch'),
  link: link(),
  status: choice('Trạng thái', [
    [exceptionStatus.open, 'Chặn'],
    [exceptionStatus.carried, 'Chuyển sang ngày sau'],
    [exceptionStatus.settled, 'Đã xử lý'],
  ]),
  reason: z.nullable(note('Lý do', 500)),
  user_id: z.nullable(id('Người xử lý')),
  user_name: person('Người xử lý'),
  due_date: z.nullable(day('Hạn xử lý')),
  /** When it was carried over last. */
  carried_at: optionalMoment('Chuyển lúc'),
  carried_by_name: person('Người chuyển'),
  /** Whether it blocks signatures: it is open, or carried over beyond its due date. */
  is_blocking: flag('Chặn'),
})
export type ExceptionRow = z.output<typeof Exception>

export const eventChoice = () =>
  choice('Việc', [
    [eventKind.prepared, 'Tính số liệu'],
    [eventKind.signed, 'Ký'],
    [eventKind.fallen, 'Chữ ký hết giá trị'],
    [eventKind.closed, 'Ký và chốt ngày'],
    [eventKind.reopen_requested, 'Đề nghị mở lại'],
    [eventKind.reopened, 'Mở lại'],
    [eventKind.carried, 'Chuyển ngoại lệ sang ngày sau'],
    [eventKind.settled, 'Ngoại lệ đã khớp'],
    [eventKind.exported, 'Xuất sổ nhật ký'],
  ])

const Event = z.object({
  event_id: id('STT'),
  at: moment('Lúc'),
  kind: eventChoice(),
  user_name: person('Người'),
  digest: z.nullable(text('Dấu', 64)),
  note: z.nullable(note('Ghi chú', 1000)),
})

export const DayClose = z.object({
  day: day('Ngày'),
  status: closeLife.field(),
  digest: digest(),
  sales: balance('Doanh số'),
  open_count: count('Ngoại lệ còn mở'),
  prepared_by: z.nullable(id('Người tính')),
  prepared_by_name: person('Người tính'),
  prepared_at: moment('Tính lúc'),
  first_by: z.nullable(id('Người ký thứ nhất')),
  first_by_name: person('Người ký thứ nhất'),
  first_at: optionalMoment('Ký lúc'),
  second_by: z.nullable(id('Người ký thứ hai')),
  second_by_name: person('Người ký thứ hai'),
  second_at: optionalMoment('Chốt lúc'),
  reopen_by: z.nullable(id('Người đề nghị mở lại')),
  reopen_by_name: person('Người đề nghị mở lại'),
  reopen_reason: z.nullable(note('Lý do mở lại', 500)),
  reopened_at: optionalMoment('Mở lại lúc'),
  version: id('Phiên bản'),
})

export const DayCloseDetail = z.object({
  ...DayClose.shape,
  /** Full names, as they are printed on the record. */
  first_by_full_name: person('Người ký thứ nhất'),
  second_by_full_name: person('Người ký thứ hai'),
  fallen_by_name: person('Chữ ký đã hết giá trị'),
  fallen_at: optionalMoment('Hết giá trị lúc'),
  took_ms: count('Thời gian tính'),
  /** The previous closing, to which this one is chained. */
  previous_day: z.nullable(day('Ngày chốt trước')),
  previous_digest: z.nullable(text('Dấu của ngày trước', 64)),
  /** SHA-256 of the files that were stored when the day was closed. */
  pdf_digest: z.nullable(text('Dấu của tệp PDF', 64)),
  xlsx_digest: z.nullable(text('Dấu của tệp Excel', 64)),
  /** Whether the stored figures still match their digest. */
  is_intact: flag('Bản lưu nguyên vẹn'),
  /** Why nobody can sign it yet; null when it can be signed. */
  sign_why_not: z.nullable(text('Vì sao chưa ký được', 300)),
  proofs: list('Bằng chứng', Proof, 20),
  states: list('Tình trạng', State, 40),
  exceptions: list('Ngoại lệ', Exception, 1000),
  events: list('Diễn biến', Event, 200),
})
export type DayCloseFull = z.output<typeof DayCloseDetail>

const ofDay = { day: day('Ngày') }

export const dayClose = calls('cms/day_close', {
  list: read('GET list', {
    title: 'Danh sách ngày chốt',
    may: dayClosePage.view,
    input: search(
      {
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
        status: optional(closeLife.field()),
        /** Only past, prepared days that the caller has not signed. */
        waits_for_me: optional(flag('Chờ tôi ký')),
      },
      ['day', 'sales', 'open_count'],
    ),
    output: pageOf(DayClose, ['sales', 'open_count']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết chốt ngày',
    may: dayClosePage.view,
    input: z.object(ofDay),
    output: DayCloseDetail,
    errors: ['not_found'],
  }),
  prepare: write('POST prepare', {
    title: 'Tính số liệu chốt ngày',
    may: dayClosePage.add,
    input: z.object(ofDay),
    output: DayCloseDetail,
    errors: ['no_right', 'action_invalid', 'day_closed'],
  }),
  carryOver: write('POST carry_over', {
    title: 'Chuyển ngoại lệ sang ngày sau',
    may: dayClosePage.update,
    input: z.object({
      ...ofDay,
      exception_id: id('Ngoại lệ'),
      reason: note('Lý do', 500),
      user_id: id('Người xử lý'),
      due_date: day('Hạn xử lý'),
      /** As the caller read it (null: not carried over yet), so that nobody's assignment is overwritten unseen; left out, the call is the last word. */
      carried_at: optional(moment('Chuyển lúc')),
    }),
    output: DayCloseDetail,
    errors: ['no_right', 'not_found', 'action_invalid', 'day_closed', 'user_not_found', 'changed_by_other'],
  }),
  sign: write('POST sign', {
    stepUp: true,
    title: 'Ký chốt ngày',
    may: dayClosePage.approve,
    input: z.object({ ...ofDay, digest: digest() }),
    /** `is_signed` is false when a figure has changed since the caller read the closing; the answer then has the new figures. */
    output: z.extend(DayCloseDetail, { is_signed: flag('Đã ký') }),
    errors: ['no_right', 'not_found', 'action_invalid', 'day_closed', 'figures_changed'],
  }),
  reopen: write('POST reopen', {
    stepUp: true,
    title: 'Mở lại ngày đã chốt',
    may: dayClosePage.approve,
    input: z.object({ ...ofDay, reason: note('Lý do mở lại', 500) }),
    output: DayCloseDetail,
    errors: ['no_right', 'not_found', 'action_invalid', 'day_closed'],
  }),
  /** The record of the closing as a file: the stored one of a closed day, otherwise a draft. */
  file: read('GET file', {
    title: 'Tệp biên bản chốt ngày',
    may: dayClosePage.export,
    input: z.object({
      ...ofDay,
      format: choice('Loại tệp', [
        ['pdf', 'PDF'],
        ['xlsx', 'Excel'],
      ]),
    }),
    errors: ['not_found'],
    download: true,
  }),
  /** The people to whom an exception can be assigned. */
  people: read('GET people', {
    title: 'Người nhận ngoại lệ',
    may: dayClosePage.update,
    input: search({}),
    output: pageOf(
      z.object({ user_id: id('STT'), user_name: text('Tên đăng nhập', 100), full_name: text('Họ và tên', 100) }),
    ),
  }),
})
