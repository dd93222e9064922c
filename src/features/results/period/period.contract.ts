/** The draws of every product: what each is open for, by the database's clock. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { balance, choice, count, day, id, list, moment, optional, status, text } from '#contract/fields.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { category, productLine } from '#features/results/product/product.contract.ts'

/** In the order of time: upcoming, open, stopped, print_over, drawing; and cancelled at any time. */
export const periodStatus = { upcoming: 0, open: 1, stopped: 2, drawing: 3, print_over: 4, cancelled: 5 } as const
export type PeriodStatus = (typeof periodStatus)[keyof typeof periodStatus]

const periodState = () =>
  status('Trạng thái', [
    [periodStatus.upcoming, 'Chưa mở', 'neutral'],
    [periodStatus.open, 'Đang mở bán', 'green'],
    [periodStatus.stopped, 'Ngừng nhận đơn', 'amber'],
    [periodStatus.print_over, 'Hết giờ in vé', 'amber'],
    [periodStatus.drawing, 'Chờ kết quả', 'blue'],
    [periodStatus.cancelled, 'Đã hủy', 'red'],
  ])

/** What every draw has; a station's has more. */
export const periodFields = {
  period_id: id('STT'),
  period_code: text('Mã kỳ', 30),
  open_date: day('Ngày quay'),
  /** From then on it is sold; of traditional tickets, from then on they come in. */
  open_at: moment('Giờ mở bán'),
  stop_at: moment('Giờ ngừng nhận'),
  draw_at: moment('Giờ quay'),
  status: periodState(),
}

/** A draw as forms choose among them; those that are cancelled are not among these. */
export const PeriodChoice = z.object({
  ...periodFields,
  category: category(),
  line: productLine(),
  /** The game, or the station. */
  name: text('Sản phẩm/Đài', 100),
  /** Null of a game, which has no station and takes nothing back. */
  area_id: z.nullable(id('Đài')),
  return_until: z.nullable(moment('Giờ chốt hoàn')),
  /** Until then the tickets of orders that came in time are printed. */
  print_at: moment('Giờ in vé'),
})

/** Why a draw is to be cancelled. */
export const cancelReason = () => text('Lý do hủy', 200)

/** With who asked to cancel it and who confirmed that: as long as nobody has, it goes on as any other. */
export const Period = z.object({
  ...PeriodChoice.shape,
  cancel_asked_by: z.nullable(id('Người yêu cầu hủy')),
  cancel_asked_by_name: z.nullable(text('Người yêu cầu hủy', 100)),
  cancel_asked_at: z.nullable(moment('Yêu cầu hủy lúc')),
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

/** Where draws stand in time; or those that somebody asked to cancel, about which nobody has decided yet. */
export const periodPhase = { now: 'now', next: 'next', past: 'past', asked: 'asked' } as const
const phase = () =>
  choice('Thời điểm', [
    [periodPhase.now, 'Đang diễn ra'],
    [periodPhase.next, 'Chưa mở bán'],
    [periodPhase.past, 'Đã đến giờ quay'],
    [periodPhase.asked, 'Chờ duyệt hủy'],
  ])

export const period = calls('cms/period', {
  list: read('GET get_list', {
    title: 'Danh sách kỳ',
    may: periodPage.view,
    input: search(
      {
        /** Opened or soon to open, and not drawn yet; still to open; or drawn. */
        phase: optional(phase()),
        line: optional(productLine()),
        category: optional(category()),
        area_id: optional(id('Đài')),
        period_id: optional(id('Kỳ')),
        status: optional(periodState()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['open_date', 'draw_at'],
    ),
    output: pageOf(Period),
    errors: ['from_exceeds_to'],
  }),
  /** Those that are not cancelled. */
  ofDay: read('GET list_valid_by_day', {
    title: 'Các kỳ trong ngày',
    may: 'user',
    input: z.object({ category: category(), date: day('Ngày') }),
    output: pageOf(PeriodChoice),
  }),
  /** Over and not cancelled, the last first: whoever enters a result chooses among them. The page of results will bring its own right; until then
   * whoever sees the draws may ask. */
  awaitingResult: read('GET get_period_add_result', {
    title: 'Các kỳ chờ nhập kết quả',
    may: periodPage.view,
    input: z.pick(search({ category: category() }), { category: true, page_index: true, page_size: true }),
    output: pageOf(PeriodChoice),
  }),
  /** What has been sold of these draws, of what the caller may see; those of which nothing was sold are not among them. */
  sales: read('GET get_sales', {
    title: 'Doanh số của kỳ',
    may: [transactionPage.view, salesXsdtPage.view, salesXsktPage.view],
    input: z.object({ period_ids: list('Kỳ', id('Kỳ'), 300) }),
    output: z.object({ items: z.array(PeriodSales) }),
  }),
})
