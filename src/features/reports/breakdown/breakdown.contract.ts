/** Sales of electronic games by order value, by play type, and by group of points of sale. */
import * as z from 'zod/mini'
import { calls, pageOf, read, unpaged } from '#contract/call.ts'
import { count, id, optional, permille, text } from '#contract/fields.ts'
import { band } from '#features/orders/order/order.contract.ts'
import { byGroupPage, byPricePage, byTypePage } from '#features/reports/pages.contract.ts'
import { dayRange, figure_names, figures, reportInput, stamp } from '#features/reports/report/report.contract.ts'
import { game } from '#features/results/product/product.contract.ts'

/** The share of the total in thousandths; the shares of all rows add up to exactly 1000. */
const share = { share: permille('Tỷ trọng') }

export const ungrouped = 'Chưa phân nhóm'

export const BandRow = z.object({ band: band(), ...figures, ...share })
export const GroupRow = z.object({
  /** 0 for points of sale that are in no group now. */
  pos_group_id: count('ID nhóm điểm bán'),
  pos_group_name: text('Nhóm điểm bán', 100),
  ...figures,
  ...share,
})
/** Counts boards, because an order may have boards of several play types; the fee belongs to the order, so it is not a figure here. */
export const PlayRow = z.object({
  play_type: id('Loại hình chơi'),
  category: game(),
  play_name: text('Loại hình chơi', 100),
  lines: count('Số bộ số', Number.MAX_SAFE_INTEGER),
  quantity: figures.quantity,
  amount: figures.amount,
  ...share,
})

const filters = { ...dayRange, category: optional(game()) }
const errors = ['from_exceeds_to', 'search_time_exceeded'] as const
const input = <const S extends readonly string[]>(sortable: S) => reportInput(filters, sortable, unpaged)

export const breakdown = calls('cms/report', {
  byPrice: read('GET rev_ticket_by_price', {
    title: 'Thống kê theo giá trị đơn',
    may: byPricePage.view,
    may_lag: true,
    input: input(['band', ...figure_names]),
    output: z.extend(pageOf(BandRow, figure_names), stamp),
    errors,
  }),
  byType: read('GET rev_ticket_by_type', {
    title: 'Thống kê theo loại hình chơi',
    may: byTypePage.view,
    may_lag: true,
    input: input(['category', 'lines', 'quantity', 'amount']),
    output: z.extend(pageOf(PlayRow, ['lines', 'quantity', 'amount']), stamp),
    errors,
  }),
  byGroup: read('GET rev_ticket_by_group', {
    title: 'Thống kê theo nhóm điểm bán',
    may: byGroupPage.view,
    may_lag: true,
    input: input(['pos_group_name', ...figure_names]),
    output: z.extend(pageOf(GroupRow, figure_names), stamp),
    errors,
  }),
})
