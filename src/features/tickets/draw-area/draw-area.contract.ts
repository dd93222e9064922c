/** The stations that draw traditional tickets and the calendar of their draws. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  choice,
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  optional,
  partial,
  seenVersion,
  text,
  timeOfDay,
} from '#contract/fields.ts'
import { weekdayLabel } from '#contract/text/day-text.ts'
import { lotteryTab } from '#features/settings/pages.contract.ts'
import { periodFields } from '#features/results/period/period-fields.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'

/** The three regions of traditional tickets, which are products. */
export const category = { north: 1, central: 2, south: 3 } as const
/** The region of a station, which is also its product: 1 Bắc, 2 Trung, 3 Nam. */
export const region = () =>
  choice('Miền', [
    [category.north, 'Miền Bắc'],
    [category.central, 'Miền Trung'],
    [category.south, 'Miền Nam'],
  ])

/** The weekdays with their names, as options; 1 is Monday. */
export const weekdays = ([1, 2, 3, 4, 5, 6, 7] as const).map((number) => [number, weekdayLabel(number)] as const)
const weekday = () => choice('Thứ', weekdays)

const details = {
  import_time: timeOfDay('Giờ bắt đầu nhập vé'),
  return_time: timeOfDay('Giờ chốt hoàn'),
  stop_time: timeOfDay('Giờ ngừng bán'),
  draw_time: timeOfDay('Giờ quay'),
  /** How many series the company prints: a ticket group has one ticket of each. */
  series_count: count('Số sê-ri', 100).check(z.positive('Phải từ 1 sê-ri')),
  /** Of the tickets that are received from now on; those in stock and sold keep their own. */
  face_value: money('Mệnh giá').check(z.positive('Mệnh giá phải lớn hơn 0'), z.maximum(1_000_000)),
  weekdays: list('Ngày quay trong tuần', weekday(), 7),
  status: activation(),
}

export const ClosedDay = z.object({ day: day('Ngày nghỉ'), reason: text('Lý do nghỉ', 100) })

export const DrawArea = z.object({
  area_id: id('STT'),
  area_code: text('Mã đài', 10),
  area_name: text('Đài', 50),
  category: region(),
  number_length: count('Số chữ số', 6),
  ...details,
  /** From today on. */
  closed_days: list('Ngày nghỉ', ClosedDay, 60),
  base_id: z.nullable(id('Kho phụ trách')),
  base_name: z.nullable(text('Kho phụ trách', 100)),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/**
 * Fields that are left out are not changed. Closed days are those from today on. `base_id` assigns the station to a store when it has none; null
 * removes it from its store.
 */
export const DrawAreaChange = z.object({
  ...partial(details),
  closed_days: z.optional(DrawArea.shape.closed_days),
  base_id: optional(id('Kho phụ trách')),
  area_id: id(),
  version: seenVersion(),
})

/** A station's draw. */
export const DrawPeriod = z.object({
  ...periodFields,
  category: region(),
  area_id: id('Đài'),
  area_name: text('Đài', 50),
  open_date: day('Ngày mở thưởng'),
  return_until: moment('Giờ chốt hoàn'),
})

export type DrawPeriodRow = z.output<typeof DrawPeriod>

/** What forms need of a station: the format of its tickets, and its draw on the given day. */
const AreaOfDay = z.object({
  area_id: id('Đài'),
  area_code: text('Mã đài', 10),
  area_name: text('Đài', 50),
  category: region(),
  number_length: count('Số chữ số', 6),
  series_count: count('Số sê-ri', 100),
  face_value: money('Mệnh giá'),
  draw_time: timeOfDay('Giờ quay'),
  base_id: z.nullable(id('Kho phụ trách')),
  base_name: z.nullable(text('Kho phụ trách', 100)),
  /** Null when the station does not draw on that day, or no day was given. */
  period: z.nullable(DrawPeriod),
})
export type AreaOfDayRow = z.output<typeof AreaOfDay>

export const drawArea = calls('cms', {
  list: read('GET draw_area/list', {
    title: 'Danh sách đài quay',
    may: baseStorePage.view,
    input: search(
      {
        category: optional(region()),
        weekday: optional(weekday()),
        base_id: optional(id('Kho phụ trách')),
        status: optional(activation()),
      },
      ['area_name', 'draw_time'],
    ),
    output: pageOf(DrawArea),
  }),
  configInfo: read('GET config/draw_area/get_info', {
    title: 'Cấu hình đài quay',
    may: [baseStorePage.view, ...lotteryTab.view],
    input: z.object({ area_id: id('Đài') }),
    output: DrawArea,
    errors: ['not_found'],
  }),
  /** Who may change base stores only assigns the station; its calendar, hours and prices need the right of the system settings. */
  update: write('POST config/draw_area/upd', {
    title: 'Sửa đài quay',
    may: [baseStorePage.update, ...lotteryTab.update],
    input: DrawAreaChange,
    output: DrawArea,
    errors: ['not_found', 'changed_by_other', 'draw_station_assigned', 'period_time_invalid', 'no_right'],
  }),
  info: read('GET draw_area/get_info', {
    title: 'Đài quay theo ngày',
    may: 'user',
    input: z.object({ area_id: id('Đài'), open_date: optional(day('Ngày mở thưởng')) }),
    output: AreaOfDay,
    errors: ['not_found'],
  }),
  /** The stations that draw on a day. */
  drawsOf: read('GET utility/get_list_draw', {
    title: 'Các đài quay trong ngày',
    may: 'user',
    input: z.object({ open_date: day('Ngày mở thưởng') }),
    output: pageOf(AreaOfDay),
  }),
  /** The draws of a station that have not taken place yet. */
  periodsOf: read('GET utility/draw_area/get_period', {
    title: 'Các kỳ quay của đài',
    may: 'user',
    input: z.object({ area_id: id('Đài') }),
    output: pageOf(DrawPeriod),
  }),
  /** The stations of a store, or all of them; of a day, only those that draw on it. With `all` every other one follows, for those who look for it. */
  byBase: read('GET utility/draw_area/list_by_base', {
    title: 'Các đài của kho',
    may: 'user',
    input: z.object({
      base_id: optional(id('Kho')),
      open_date: optional(day('Ngày mở thưởng')),
      all: optional(flag('Cả đài không quay, kho khác')),
    }),
    output: pageOf(AreaOfDay),
  }),
  categoriesByBase: read('GET utility/category/list_by_base', {
    title: 'Các loại vé của kho',
    may: 'user',
    input: z.object({ base_id: optional(id('Kho')) }),
    output: pageOf(
      z.object({ category: region(), category_code: text('Mã', 20), category_name: text('Loại vé', 100) }),
    ),
  }),
  priceUnit: read('GET utility/get_price_unit', {
    title: 'Mệnh giá của loại vé',
    may: 'user',
    input: z.object({ category: id('Loại vé').check(z.maximum(32_767)) }),
    output: z.object({
      category: id('Loại vé'),
      price_unit: money('Mệnh giá'),
      /** Every face value that a ticket may have. */
      face_values: list('Các mệnh giá', money('Mệnh giá'), 20),
    }),
    errors: ['category_not_found'],
  }),
})
