/** Sales reports, grouped by day, partner, point of sale, account, product or station. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, unpaged } from '#contract/call.ts'
import { balance, choice, count, day, id, list, money, optional, permille, text } from '#contract/fields.ts'
import { orderFilters, posChoice } from '#features/orders/order/order.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { change, compare, comparedFields } from '#features/reports/report/compare.contract.ts'
import { dayRange, figure_names, figures, reportInput, stamp } from '#features/reports/report/report.contract.ts'
import { category, game } from '#features/results/product/product.contract.ts'

const level_options = [
  ['day', 'Ngày'],
  ['partner', 'Đại lý'],
  ['pos', 'Điểm bán'],
  ['user_pos', 'Tài khoản POS'],
  ['category', 'Sản phẩm'],
  ['area', 'Đài'],
] as const
/** A level of the grouping; electronic games have no stations. */
export type Level = (typeof level_options)[number][0]
export const usual_level: Level = 'day'

/** One or several levels in any order; rows are always grouped from the day to the product. */
const groupBy = <const L extends Level>(...without: readonly L[]) =>
  optional(
    list(
      'Xem theo',
      choice(
        'Mức',
        level_options.filter(([level]) => !(without as readonly Level[]).includes(level)),
      ),
      level_options.length,
    ),
  )

/** The labels of rows for orders without a partner or an account. */
export const nobody = { partner: 'Không thuộc đại lý', user_pos: 'Không có tài khoản' } as const
/** The label of a deleted account; its number is added. */
export const deleted_account = 'Tài khoản đã xóa'

/** Keys by which the report is not grouped are null; 0 means that the orders of the row have no value there. */
export const SalesRow = z.object({
  day: z.nullable(day('Ngày')),
  partner_id: z.nullable(count('ID đại lý')),
  partner_name: z.nullable(text('Đại lý', 200)),
  pos_id: z.nullable(id('ID điểm bán')),
  pos_code: z.nullable(text('Mã POS', 20)),
  pos_name: z.nullable(text('Điểm bán', 200)),
  user_pos_id: z.nullable(count('ID tài khoản POS')),
  user_name: z.nullable(text('Tài khoản POS', 50)),
  category: z.nullable(category()),
  area_id: z.nullable(id('ID đài')),
  area_name: z.nullable(text('Đài', 50)),
  ...figures,
  /** The share of the sales of all rows, including those on other pages. */
  share: permille('Tỷ trọng'),
  /** Null without a comparison, and for days that are not over. */
  before: z.nullable(money('Doanh số kỳ so sánh')),
  /** The change of the past days against `before`; null when that is 0. */
  change: change(),
})
export type SalesRow = z.output<typeof SalesRow>

const filters = {
  ...dayRange,
  partner_id: orderFilters.partner_id,
  pos_id: orderFilters.pos_id,
  pos_group_id: orderFilters.pos_group_id,
  user_pos_id: orderFilters.user_pos_id,
  compare: compare(),
}
const sortable = [
  'day',
  'partner_name',
  'pos_name',
  'user_name',
  'area_name',
  ...figure_names,
  'before',
  'change',
] as const

const comparedFigure = (label: string) =>
  z.object({ now: balance(label), before: balance(`${label} kỳ so sánh`), change: change() })

/** `compared` is null when no comparison was requested, or no day of the report is over. */
const output = z.extend(pageOf(SalesRow, figure_names), {
  ...stamp,
  compared: z.nullable(
    z.extend(comparedFields, {
      /** All figures of the compared days, now and before. */
      figures: z.object({
        orders: comparedFigure('Số đơn'),
        quantity: comparedFigure('SL vé'),
        amount: comparedFigure('Doanh số'),
        fee: comparedFigure('Phí'),
        commission: comparedFigure('Hoa hồng'),
        net: comparedFigure('Thực thu'),
      }),
    }),
  ),
})
export type ComparedSales = NonNullable<z.output<typeof output>['compared']>
const errors = ['from_exceeds_to', 'search_time_exceeded'] as const
const any_sales = [salesXsktPage.view, salesXsdtPage.view] as const

const report = <F extends Record<string, z.ZodMiniType>>(fields: F) => reportInput({ ...filters, ...fields }, sortable)

export const sales = calls('cms/report', {
  xskt: read('GET sales_xskt', {
    title: 'Doanh số vé truyền thống',
    may: salesXsktPage.view,
    may_lag: true,
    input: report({ area_id: orderFilters.area_id, base_id: orderFilters.base_id, group_by: groupBy() }),
    output,
    errors,
  }),
  xsdt: read('GET sales', {
    title: 'Doanh số vé điện toán',
    may: salesXsdtPage.view,
    may_lag: true,
    input: report({ category: optional(game()), group_by: groupBy('area') }),
    output,
    errors,
  }),
  pos: read('GET pos/list', {
    title: 'Chọn điểm bán của báo cáo',
    may: any_sales,
    ...posChoice,
  }),
  partner: read('GET partner/list', {
    title: 'Chọn đại lý của báo cáo',
    may: any_sales,
    input: search({ partner_id: optional(id('Đại lý')) }),
    output: pageOf(
      z.object({ partner_id: id('ID'), partner_code: text('Mã đại lý', 20), partner_name: text('Đại lý', 200) }),
    ),
  }),
  posGroup: read('GET pos_group/list', {
    title: 'Chọn nhóm điểm bán của báo cáo',
    may: any_sales,
    input: search({ pos_group_id: optional(id('Nhóm điểm bán')) }),
    output: pageOf(z.object({ pos_group_id: id('ID'), pos_group_name: text('Nhóm điểm bán', 100) })),
  }),
  userPos: read('GET user_pos/list', {
    title: 'Chọn tài khoản POS của báo cáo',
    may: any_sales,
    input: search({ pos_id: optional(id('Điểm bán')), user_pos_id: optional(id('Tài khoản POS')) }, [], unpaged),
    output: pageOf(
      z.object({ user_pos_id: id('ID'), user_name: text('Tài khoản POS', 50), full_name: text('Họ và tên', 100) }),
    ),
  }),
})
