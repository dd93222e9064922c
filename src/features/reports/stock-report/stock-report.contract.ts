/** Stock reports: received tickets that were sold, returned or unsold, by day of the draw, store and station. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { choice, count, day, id, list, money, optional, permille, text } from '#contract/fields.ts'
import { returnReportPage, unsoldReportPage } from '#features/reports/pages.contract.ts'
import { change, compare, comparedFields } from '#features/reports/report/compare.contract.ts'
import { dayRange, reportInput, stamp } from '#features/reports/report/report.contract.ts'

const levels = [
  ['day', 'Ngày'],
  ['base', 'Kho'],
  ['area', 'Đài'],
] as const
/** A level of the grouping; the day is that of the draw. */
export type StockLevel = (typeof levels)[number][0]

const quantity = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

/** In every row: imported = sold + return_pending + returned + in_stock. */
const movedFigures = {
  /** Tickets that were transferred count once, in the store that has them now. */
  imported: quantity('SL nhập'),
  sold: quantity('SL bán'),
  return_pending: quantity('Chờ hoàn'),
  returned: quantity('SL hoàn'),
  /** Tickets that went to another store; they are not part of `imported` here. */
  transferred: quantity('SL chuyển'),
  in_stock: quantity('SL tồn'),
}
const moved_names = ['imported', 'sold', 'return_pending', 'returned', 'transferred', 'in_stock'] as const

const unsoldFigures = {
  ...movedFigures,
  /** At face value, in đồng. */
  unsold_amount: money('Giá trị vé tồn'),
  /** Unsold tickets with a prize, in settled stocks. */
  won_count: quantity('Vé tồn trúng'),
  gross: money('Thưởng vé tồn'),
  tax: money('Thuế'),
  net: money('Thưởng thực nhận'),
}
export const unsold_names = [...moved_names, 'unsold_amount', 'won_count', 'gross', 'tax', 'net'] as const

const returnFigures = {
  ...movedFigures,
  /** The number of tickets that the stations take back, by the terms of each draw. */
  limit: quantity('Hạn mức hoàn'),
  return_slips: quantity('Số phiếu hoàn'),
  /** Tickets on confirmed slips. */
  slip_quantity: quantity('SL theo phiếu'),
  face_amount: money('Mệnh giá đã hoàn'),
  credited: money('Tiền đài ghi có'),
}
export const return_names = [
  ...moved_names,
  'limit',
  'return_slips',
  'slip_quantity',
  'face_amount',
  'credited',
] as const

/** Keys by which the report is not grouped are null. */
const keys = {
  day: z.nullable(day('Ngày mở thưởng')),
  base_id: z.nullable(id('ID kho')),
  base_name: z.nullable(text('Kho', 100)),
  area_id: z.nullable(id('ID đài')),
  area_name: z.nullable(text('Đài', 50)),
}

export const UnsoldReportRow = z.object({
  ...keys,
  ...unsoldFigures,
  /** The share of the imported tickets; null when there are none. */
  unsold_share: z.nullable(permille('Tỷ lệ tồn')),
  /** The value of unsold tickets on the compared days. */
  before: z.nullable(money('Giá trị vé tồn kỳ so sánh')),
  change: change(),
})
export type UnsoldReportRow = z.output<typeof UnsoldReportRow>

export const ReturnReportRow = z.object({
  ...keys,
  ...returnFigures,
  /** The share of the limit that is returned or waiting; null when nothing may be returned. */
  used_share: z.nullable(permille('So với hạn mức')),
  /** Returned tickets on the compared days. */
  before: z.nullable(quantity('SL hoàn kỳ so sánh')),
  change: change(),
})
export type ReturnReportRow = z.output<typeof ReturnReportRow>

const filters = {
  ...dayRange,
  area_id: optional(id('Đài')),
  base_id: optional(id('Kho')),
  group_by: optional(list('Xem theo', choice('Mức', levels), levels.length)),
  compare: compare(),
}
const key_columns = ['day', 'base_name', 'area_name'] as const
const errors = ['from_exceeds_to', 'search_time_exceeded'] as const

export const stockReport = calls('cms/report', {
  unsold: read('GET instock_xskt', {
    title: 'Báo cáo vé tồn',
    may: unsoldReportPage.view,
    may_lag: true,
    input: reportInput(filters, [...key_columns, ...unsold_names, 'unsold_share', 'before', 'change']),
    output: z.extend(pageOf(UnsoldReportRow, unsold_names), { ...stamp, compared: z.nullable(comparedFields) }),
    errors,
  }),
  returned: read('GET return_xskt', {
    title: 'Báo cáo vé hoàn',
    may: returnReportPage.view,
    may_lag: true,
    input: reportInput(filters, [...key_columns, ...return_names, 'used_share', 'before', 'change']),
    output: z.extend(pageOf(ReturnReportRow, return_names), { ...stamp, compared: z.nullable(comparedFields) }),
    errors,
  }),
})
