/** Compares a gateway's list of one day with our payouts, and records the differences. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, flag, id, moment, money, note, optional, status, text } from '#contract/fields.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { gateway } from '#features/wallets/fund/fund.contract.ts'

export const runStatus = { running: 1, agrees: 2, differs: 3, unanswered: 4 } as const
export type RunStatus = (typeof runStatus)[keyof typeof runStatus]

const state = () =>
  status('Trạng thái', [
    [runStatus.running, 'Đang đối soát', 'blue'],
    [runStatus.agrees, 'Khớp', 'green'],
    [runStatus.differs, 'Có chênh lệch', 'red'],
    [runStatus.unanswered, 'Không đối soát được', 'amber'],
  ])

export const findingKind = {
  unknown_here: 1,
  missing_there: 2,
  amount: 3,
  state: 4,
  twice: 5,
  receiver: 6,
  fee: 7,
  other_day: 8,
} as const
export type FindingKind = (typeof findingKind)[keyof typeof findingKind]

const kind = () =>
  choice('Loại chênh lệch', [
    [findingKind.unknown_here, 'Hệ thống không có'],
    [findingKind.missing_there, 'Cổng không có'],
    [findingKind.amount, 'Lệch số tiền'],
    [findingKind.state, 'Lệch trạng thái'],
    [findingKind.twice, 'Cổng ghi nhiều lần'],
    [findingKind.receiver, 'Lệch người nhận'],
    [findingKind.fee, 'Phí ngoài sổ'],
    [findingKind.other_day, 'Lệch ngày'],
  ])

export const Reconciliation = z.object({
  reconciliation_id: id('STT'),
  day: day('Ngày'),
  gateway: gateway(),
  status: state(),
  their_count: z.nullable(count('Cổng: số lệnh')),
  their_amount: z.nullable(money('Cổng: đã chi')),
  our_count: z.nullable(count('Sổ: số lệnh')),
  our_amount: z.nullable(money('Sổ: đã chi')),
  finding_count: count('Chênh lệch'),
  open_count: count('Chưa kết luận'),
  reason: z.nullable(text('Lý do', 500)),
  started_by_name: z.nullable(text('Người đối soát', 100)),
  started_at: moment('Bắt đầu lúc'),
  finished_at: z.nullable(moment('Xong lúc')),
  version: id('Phiên bản'),
})

export const Finding = z.object({
  finding_id: id('STT'),
  kind: kind(),
  order_id: text('Mã lệnh chi', 100),
  trans_id: z.nullable(text('Mã GD đối tác', 100)),
  withdrawal_id: z.nullable(id('Yêu cầu rút')),
  withdrawal_code: z.nullable(text('Yêu cầu rút', 20)),
  our_amount: z.nullable(money('Hệ thống ghi')),
  their_amount: z.nullable(money('Cổng ghi')),
  detail: text('Chi tiết', 1000),
  resolution: z.nullable(note('Kết luận', 500)),
  resolved_by_name: z.nullable(text('Người kết luận', 100)),
  resolved_at: z.nullable(moment('Kết luận lúc')),
  version: id('Phiên bản'),
})

const key = { reconciliation_id: id('Lần đối soát') }

/** Sums for counts and for amounts. */
export const summed_of_runs = ['finding_count', 'their_count', 'our_count', 'their_amount', 'our_amount'] as const

export const reconciliation = calls('cms/reconciliation', {
  list: read('GET list', {
    title: 'Danh sách đối soát',
    may: fundPage.view,
    input: search(
      {
        gateway: optional(gateway()),
        status: optional(state()),
        /** Only runs with findings that have no conclusion yet. */
        is_open: optional(flag('Chưa kết luận')),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['day', 'finding_count'],
    ),
    output: pageOf(Reconciliation, summed_of_runs),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết đối soát',
    may: fundPage.view,
    input: search({ ...key, kind: optional(kind()), is_open: optional(flag('Chưa kết luận')) }),
    output: z.extend(pageOf(Finding, ['our_amount', 'their_amount']), { run: Reconciliation }),
    errors: ['not_found'],
  }),
  start: write('POST start', {
    title: 'Đối soát một ngày',
    may: fundPage.update,
    input: z.object({ gateway: gateway(), day: day('Ngày') }),
    output: Reconciliation,
    errors: ['request_processing', 'action_invalid', 'no_right'],
  }),
  resolve: write('POST resolve', {
    title: 'Ghi kết luận chênh lệch',
    may: fundPage.approve,
    input: z.object({
      finding_id: id('Chênh lệch'),
      resolution: note('Kết luận', 500),
      version: id('Phiên bản'),
    }),
    output: Finding,
    errors: ['not_found', 'changed_by_other'],
  }),
})
