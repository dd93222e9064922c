/** Results of draws: one person enters them, another one confirms them by entering them again without having seen them. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, flag, id, list, moment, money, note, optional, text } from '#contract/fields.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { drawnNumbers, resultLife } from './drawn-numbers.contract.ts'

export const resultSource = { typed: 1, pasted: 2, file: 3, feed: 4 } as const
const source = () =>
  choice('Cách nhập', [
    [resultSource.typed, 'Gõ tay'],
    [resultSource.pasted, 'Dán'],
    [resultSource.file, 'Nhập từ tệp'],
    [resultSource.feed, 'Nguồn tự động'],
  ])

const tier = () => text('Hạng giải', 20).check(z.regex(/^[a-z0-9_]+$/, 'Hạng giải không hợp lệ'))
/** By tier (see `publishedTiers` of draw-shape.rules.ts): the number of winners, and the amount for each in đồng. */
const published = () => z.record(tier(), z.object({ winners: count('Số giải'), amount: money('Giá trị một giải') }))

const reason = () => text('Lý do mở lại', 500)

export const Result = z.object({
  result_id: id('STT'),
  period_id: id('Kỳ'),
  period_code: text('Mã kỳ', 30),
  category: category(),
  line: productLine(),
  /** The station, or the game. */
  name: text('Sản phẩm/Đài', 100),
  /** Null for a game. */
  area_id: z.nullable(id('Đài')),
  open_date: day('Ngày quay'),
  draw_at: moment('Giờ quay'),
  status: resultLife.field(),
  source: source(),
  /** Null while it is unconfirmed and the caller did not enter it: the second person must not see it. */
  numbers: z.nullable(drawnNumbers()),
  /** Null when the numbers are; empty where the operator publishes no amounts. */
  published: z.nullable(published()),
  /** Null for a result of a feed. */
  entered_by: z.nullable(id('Người nhập')),
  entered_by_name: z.nullable(text('Người nhập', 100)),
  entered_at: moment('Nhập lúc'),
  changed_by: list('Những người đã nhập', id(), 1_000),
  /** The person whose second entry differed; null without one, or once the difference was corrected. */
  second_by: z.nullable(id('Người nhập lại')),
  second_by_name: z.nullable(text('Người nhập lại', 100)),
  second_at: z.nullable(moment('Nhập lại lúc')),
  confirmed_by_name: z.nullable(text('Người duyệt', 100)),
  confirmed_at: z.nullable(moment('Duyệt lúc')),
  reopen_requested_by: z.nullable(id('Người yêu cầu mở lại')),
  reopen_requested_by_name: z.nullable(text('Người yêu cầu mở lại', 100)),
  reopen_requested_at: z.nullable(moment('Yêu cầu mở lại lúc')),
  reopen_reason: z.nullable(reason()),
  version: id('Phiên bản'),
})
export type ResultRow = z.output<typeof Result>

/** A row of the list, with all numbers as text for an export; null when the numbers are. */
const ListedResult = z.object({ ...Result.shape, numbers_text: z.nullable(text('Kết quả', 1_000)) })

/** One difference between two entries; amounts are text as well. */
export const EntryDifference = z.object({
  key: text('Hạng giải', 20),
  /** 'Giải tư, số 5' */
  label: text('Giải', 100),
  /** The index within the group, from 0. */
  index: count('Thứ tự', 100),
  first: text('Người nhập', 40, 0),
  second: text('Người nhập lại', 40, 0),
})
export type EntryDifferenceRow = z.output<typeof EntryDifference>

export const resultAct = {
  entered: 1,
  changed: 2,
  differed: 3,
  confirmed: 4,
  reopen_requested: 5,
  reopen_rejected: 6,
  reopened: 7,
} as const
export type ResultAct = (typeof resultAct)[keyof typeof resultAct]

export const ResultStep = z.object({
  act: choice('Việc', [
    [resultAct.entered, 'Nhập kết quả'],
    [resultAct.changed, 'Sửa kết quả'],
    [resultAct.differed, 'Nhập lại, có chỗ khác'],
    [resultAct.confirmed, 'Xác nhận'],
    [resultAct.reopen_requested, 'Yêu cầu mở lại'],
    [resultAct.reopen_rejected, 'Từ chối mở lại'],
    [resultAct.reopened, 'Mở lại'],
  ]),
  made_by_name: z.nullable(text('Người làm', 100)),
  made_at: moment('Thời điểm'),
  reason: z.nullable(note('Lý do', 500)),
  /** The numbers of that entry; null in the same cases as in the result. */
  numbers: z.nullable(drawnNumbers()),
  published: z.nullable(published()),
})

export const ResultDetail = z.object({
  result: Result,
  /** The differences, for the two persons who entered it; empty for everybody else. */
  differences: list('Chỗ khác nhau', EntryDifference, 300),
  /** The caller's own entry as the second person. */
  second_entry: z.nullable(z.object({ numbers: drawnNumbers(), published: published() })),
  steps: list('Diễn biến', ResultStep, 1_000),
})
export type ResultDetailRow = z.output<typeof ResultDetail>

/** A finding about an entry: an error prevents saving, a warning must be accepted, and ok is a passed check. */
export const Finding = z.object({
  level: choice('Mức', [
    ['error', 'Phải sửa'],
    ['warning', 'Cần xem lại'],
    ['fine', 'Đạt'],
  ]),
  message: text('Nội dung', 300),
  /** The broken rule, as a sentence. */
  rule: z.nullable(text('Quy tắc', 300)),
  /** The group or tier, and the index in it. */
  key: z.nullable(text('Giải', 20)),
  index: z.nullable(count('Thứ tự', 100)),
})
export type FindingRow = z.output<typeof Finding>

const result_key = { result_id: id('Kết quả') }
const version_input = { version: optional(id('Phiên bản')) }
const entry = { numbers: drawnNumbers(), published: optional(published()) }
const entry_with_source = {
  ...entry,
  source: optional(source()),
  accept_warnings: optional(flag('Đã xem các cảnh báo')),
}
const request = { ...result_key, reopen_requested_at: moment('Yêu cầu mở lại lúc') }

export const resultFilters = {
  line: optional(productLine()),
  category: optional(category()),
  area_id: optional(id('Đài')),
  status: optional(resultLife.field()),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  /** Only results with an open request to reopen them. */
  reopen_requested: optional(flag('Chờ duyệt mở lại')),
}

const period_guards = [
  'period_not_found',
  'draw_period_not_found',
  'period_not_opened',
  'period_without_result',
  'period_closed',
] as const
const change_guards = [
  'no_right',
  'result_not_found',
  'changed_by_other',
  'action_invalid',
  'period_already_drawn',
] as const

export const result = calls('cms/result', {
  list: read('GET list', {
    title: 'Danh sách kết quả',
    may: resultPage.view,
    input: search(resultFilters, ['draw_at', 'entered_at']),
    output: pageOf(ListedResult),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết kết quả',
    may: resultPage.view,
    input: z.object(result_key),
    output: ResultDetail,
    errors: ['result_not_found'],
  }),
  /** The stations that draw on a day. */
  stationsOfDay: read('GET list_draw_are', {
    title: 'Các đài quay trong ngày',
    may: resultPage.view,
    input: z.object({ date: day('Ngày') }),
    output: pageOf(
      z.object({
        area_id: id('Đài'),
        area_code: text('Mã đài', 10),
        area_name: text('Đài', 50),
        category: category(),
        period_id: id('Kỳ'),
        draw_at: moment('Giờ quay'),
        result_id: z.nullable(id('Kết quả')),
        result_status: z.nullable(resultLife.field()),
      }),
    ),
  }),
  productsOfDay: read('GET category_by_day', {
    title: 'Các sản phẩm quay trong ngày',
    may: resultPage.view,
    input: z.object({ date: day('Ngày') }),
    output: pageOf(
      z.object({
        category: category(),
        category_name: text('Sản phẩm', 100),
        draws: count('Số kỳ'),
        drawn: count('Đã đến giờ quay'),
        entered: count('Chờ xác nhận'),
        confirmed: count('Đã xác nhận'),
      }),
    ),
  }),
  /** Checks an entry before it is saved. */
  check: read('POST check_entry', {
    title: 'Kiểm tra kết quả trước khi lưu',
    may: [resultPage.add, resultPage.update],
    input: z.object({ period_id: id('Kỳ'), ...entry }),
    output: z.object({ findings: list('Kiểm tra', Finding, 100) }),
    errors: ['no_right', 'period_not_found'],
  }),
  add: write('POST add', {
    title: 'Nhập kết quả',
    may: resultPage.add,
    input: z.object({
      category: optional(category()),
      /** The draw, by period_id or by station and day. */
      period_id: optional(id('Kỳ')),
      area_id: optional(id('Đài')),
      open_date: optional(day('Ngày quay')),
      ...entry_with_source,
    }),
    output: Result,
    errors: ['no_right', ...period_guards, 'result_exists', 'result_exists_for_period'],
  }),
  update: write('POST update', {
    title: 'Sửa kết quả',
    may: resultPage.update,
    input: z.object({ ...result_key, ...version_input, ...entry_with_source }),
    output: Result,
    errors: [...change_guards, ...period_guards],
  }),
  /** Confirms when both entries agree; otherwise stores the difference and shows it to both persons. */
  confirm: write('POST confirm', {
    stepUp: true,
    title: 'Xác nhận kết quả',
    may: resultPage.approve,
    input: z.object({
      ...result_key,
      ...entry,
      /** For a reopened result: the digest of the prize changes that the person saw. */
      accept_changes: optional(text('Chênh lệch đã xem', 64)),
    }),
    output: Result,
    errors: [...change_guards, 'entries_differ', 'prize_changes', 'period_closed'],
  }),
  /** Requests that a wrong result be reopened; a second person confirms the request. */
  reopen: write('POST reopen', {
    title: 'Yêu cầu mở lại kết quả',
    may: resultPage.approve,
    input: z.object({ ...result_key, reason: reason() }),
    output: Result,
    errors: [...change_guards, 'request_pending', 'period_already_drawn'],
  }),
  confirmReopen: write('POST confirm_reopen', {
    stepUp: true,
    title: 'Đồng ý mở lại kết quả',
    may: resultPage.approve,
    input: z.object(request),
    output: Result,
    errors: [...change_guards, 'request_not_found', 'period_already_drawn'],
  }),
  /** Rejects the request with a reason; the person who made it may also withdraw it, without one. */
  rejectReopen: write('POST reject_reopen', {
    title: 'Từ chối mở lại kết quả',
    may: resultPage.approve,
    input: z.object({ ...request, reason: optional(note('Lý do', 500)) }),
    output: Result,
    errors: [...change_guards, 'request_not_found'],
  }),
})

/** How much of a result the second person enters again: the whole sheet or only the special prize. */
export const secondEntry = { whole: 'whole', special: 'special' } as const
export type SecondEntry = (typeof secondEntry)[keyof typeof secondEntry]
const ResultConfig = z.object({
  second_entry: choice('Người thứ hai nhập lại', [
    [secondEntry.whole, 'Cả kết quả'],
    [secondEntry.special, 'Chỉ giải đặc biệt'],
  ]),
  version: id('Phiên bản'),
})

export const resultConfig = calls('cms/result', {
  get: read('GET get_config', {
    title: 'Cách xác nhận kết quả',
    may: resultPage.view,
    output: ResultConfig,
  }),
  update: write('POST update_config', {
    stepUp: true,
    title: 'Đổi cách xác nhận kết quả',
    may: resultPage.approve,
    input: ResultConfig,
    output: ResultConfig,
    errors: ['no_right', 'changed_by_other'],
  }),
})
