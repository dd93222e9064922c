/** The draws (periods) of all products, with a state by the database's clock. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, unpaged } from '#contract/call.ts'
import { balance, choice, count, day, flag, id, list, moment, optional, text } from '#contract/fields.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { periodPage, resultPage } from '#features/results/pages.contract.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'
import { periodFields, periodState } from './period-fields.contract.ts'

/** A draw as a choice in forms, where cancelled draws are left out. */
export const PeriodChoice = z.object({
  ...periodFields,
  category: category(),
  line: productLine(),
  /** The game, or the station. */
  name: text('Sản phẩm/Đài', 100),
  /** Null for a game, which has no station and takes no returns. */
  area_id: z.nullable(id('Đài')),
  return_until: z.nullable(moment('Giờ chốt hoàn')),
  /** The time until which tickets of accepted orders can be printed. */
  print_at: moment('Giờ in vé'),
})

/** Why a draw is to be cancelled. */
export const cancelReason = () => text('Lý do hủy', 200)

/** A draw with the persons who requested and confirmed its cancellation; a mere request does not stop sales. */
export const Period = z.object({
  ...PeriodChoice.shape,
  cancel_requested_by: z.nullable(id('Người yêu cầu hủy')),
  cancel_requested_by_name: z.nullable(text('Người yêu cầu hủy', 100)),
  cancel_requested_at: z.nullable(moment('Yêu cầu hủy lúc')),
  cancel_reason: z.nullable(cancelReason()),
  cancelled_by_name: z.nullable(text('Người xác nhận hủy', 100)),
  cancelled_at: z.nullable(moment('Thời điểm hủy')),
})
export type PeriodRow = z.output<typeof Period>

export const PeriodSales = z.object({
  period_id: id('Kỳ'),
  orders: count('Số đơn', Number.MAX_SAFE_INTEGER),
  quantity: count('Vé đã bán', Number.MAX_SAFE_INTEGER),
  amount: balance('Tiền vé'),
})
export type PeriodSales = z.output<typeof PeriodSales>

const { orders, quantity, amount } = PeriodSales.shape
/** A draw of the list; its sales are null where they are not wanted, and for those who may not see them. */
const ListedPeriod = z.object({
  ...Period.shape,
  orders: z.nullable(orders),
  quantity: z.nullable(quantity),
  amount: z.nullable(amount),
})
export type ListedPeriodRow = z.output<typeof ListedPeriod>

/** The tabs of the list: by time, or with an open request to cancel. */
export const periodPhase = { now: 'now', next: 'next', past: 'past', cancel_requested: 'cancel_requested' } as const
const phase = () =>
  choice('Thời điểm', [
    [periodPhase.now, 'Đang diễn ra'],
    [periodPhase.next, 'Chưa mở bán'],
    [periodPhase.past, 'Đã đến giờ quay'],
    [periodPhase.cancel_requested, 'Chờ duyệt hủy'],
  ])

export const period = calls('cms/period', {
  list: read('GET get_list', {
    title: 'Danh sách kỳ',
    may: periodPage.view,
    input: search(
      {
        /** now: open or about to open, and not drawn yet; next: not open yet; past: drawn. */
        phase: optional(phase()),
        line: optional(productLine()),
        category: optional(category()),
        area_id: optional(id('Đài')),
        period_id: optional(id('Kỳ')),
        status: optional(periodState()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
        /** Summed for an export; the screen does not wait for them. */
        with_sales: optional(flag('Kèm doanh số')),
      },
      ['open_date', 'draw_at'],
    ),
    output: pageOf(ListedPeriod),
    errors: ['from_exceeds_to'],
  }),
  /** Without cancelled draws. */
  ofDay: read('GET list_valid_by_day', {
    title: 'Các kỳ trong ngày',
    may: 'user',
    input: z.object({ category: category(), date: day('Ngày') }),
    output: pageOf(PeriodChoice),
  }),
  /** Past draws that are not cancelled and have no result, newest first. */
  awaitingResult: read('GET get_period_add_result', {
    title: 'Các kỳ chờ nhập kết quả',
    may: [resultPage.view, resultPage.add],
    input: search({ category: optional(category()), period_id: optional(id('Kỳ')) }, [], unpaged),
    output: pageOf(PeriodChoice),
  }),
  /** The sales of these draws within the caller's scope; draws without sales are left out. */
  sales: read('GET get_sales', {
    title: 'Doanh số của kỳ',
    may: [transactionPage.view, salesXsdtPage.view, salesXsktPage.view],
    input: z.object({ period_ids: list('Kỳ', id('Kỳ'), 300) }),
    output: z.object({ items: z.array(PeriodSales) }),
  }),
})
