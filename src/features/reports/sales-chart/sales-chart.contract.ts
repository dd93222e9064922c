/**
 * Charts of the home page: sales by day and by hour for each line, and the sales of a day so far. Everybody may make the calls; the answer has only
 * the lines that the person may see.
 */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { count, day, id, optional } from '#contract/fields.ts'
import type { May } from '#contract/page.ts'
import { homePage } from '#features/access/home/home.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { dayRange, figures, stamp } from '#features/reports/report/report.contract.ts'
import { productLine, type ProductLine } from '#features/results/product/product.contract.ts'

/** The rights of which one is needed to see the sales of a line: its report or the orders. */
export const lineViews = {
  xskt: [salesXsktPage.view, transactionPage.view],
  xsdt: [salesXsdtPage.view, transactionPage.view],
} as const satisfies Record<ProductLine, May>
export const sales_views = [salesXsktPage.view, salesXsdtPage.view, transactionPage.view] as const

/** Limits to sales from a store's stock; games have no store. */
const place = { base_id: optional(id('Kho')) }

const { orders, quantity, amount } = figures
const soldFigures = { orders, quantity, amount }

export const SalesOfDay = z.object({ day: day('Ngày'), ...soldFigures })
export const SalesOfHour = z.object({ hour: count('Giờ', 23), ...soldFigures })

const byDay = z.object({ items: z.array(SalesOfDay), ...stamp })
/** With the day before, from the same snapshot. */
const byHour = z.object({ items: z.array(SalesOfHour), before: z.array(SalesOfHour), ...stamp })

export const SalesOfLine = z.object({
  line: productLine(),
  ...soldFigures,
  /** Sales in the compared hours of each day: those that are over on the requested day. */
  compared: z.object(soldFigures),
  before: z.object(soldFigures),
  week_before: z.object(soldFigures),
})

const days = z.object({ ...dayRange, ...place })
const oneDay = z.object({ date: optional(day('Ngày')), ...place })
const errors = ['from_exceeds_to', 'search_time_exceeded'] as const

export const salesChart = calls('cms/report', {
  byDay: read('GET sales_chart', {
    title: 'Doanh số vé điện toán theo ngày',
    may: homePage.view,
    input: days,
    output: byDay,
    errors,
  }),
  byDayXskt: read('GET sales_chart_xskt', {
    title: 'Doanh số vé truyền thống theo ngày',
    may: homePage.view,
    input: days,
    output: byDay,
    errors,
  }),
  byHour: read('GET ticket_trafic_by_hour', {
    title: 'Lượng vé điện toán theo giờ',
    may: homePage.view,
    input: oneDay,
    output: byHour,
    errors,
  }),
  byHourXskt: read('GET ticket_trafic_by_hour_xskt', {
    title: 'Lượng vé truyền thống theo giờ',
    may: homePage.view,
    input: oneDay,
    output: byHour,
    errors,
  }),
  today: read('GET today', {
    title: 'Doanh số trong ngày',
    may: sales_views,
    input: oneDay,
    output: z.object({
      ...stamp,
      day_before: day('Hôm trước'),
      /** The same weekday of the week before, because stations draw on fixed weekdays. */
      same_weekday: day('Cùng thứ tuần trước'),
      /** The days are compared up to this hour; 24 for a past day. */
      until_hour: count('Đến giờ', 24),
      /** The lines that the person may see. */
      items: z.array(SalesOfLine),
      /** Tickets of that day's draws in the stores; null for people who may not see stock. */
      in_stock: z.nullable(count('Vé tồn', Number.MAX_SAFE_INTEGER)),
    }),
    errors,
  }),
})
