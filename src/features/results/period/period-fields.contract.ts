/** The fields and states of every draw, whatever is drawn. */
import { day, id, moment, status, text } from '#contract/fields.ts'

/** In order of time: upcoming, open, stopped, print_over, drawing, entered, drawn; cancelled before there is a result. */
export const periodStatus = {
  upcoming: 0,
  open: 1,
  stopped: 2,
  drawing: 3,
  print_over: 4,
  cancelled: 5,
  entered: 6,
  drawn: 7,
} as const
export type PeriodStatus = (typeof periodStatus)[keyof typeof periodStatus]

export const periodState = () =>
  status('Trạng thái', [
    [periodStatus.upcoming, 'Chưa mở', 'blue'],
    [periodStatus.open, 'Đang mở bán', 'green'],
    [periodStatus.stopped, 'Ngừng nhận đơn', 'amber'],
    [periodStatus.print_over, 'Hết giờ in vé', 'amber'],
    [periodStatus.drawing, 'Chờ kết quả', 'blue'],
    [periodStatus.entered, 'Đã có kết quả (chờ xác nhận)', 'amber'],
    [periodStatus.drawn, 'Đã quay', 'green'],
    [periodStatus.cancelled, 'Đã hủy', 'red'],
  ])

/** The fields of every draw; the draws of stations have more. */
export const periodFields = {
  period_id: id('STT'),
  period_code: text('Mã kỳ', 30),
  open_date: day('Ngày quay'),
  /** Start of sales; for traditional tickets the time from which tickets can be received. */
  open_at: moment('Giờ mở bán'),
  stop_at: moment('Giờ ngừng nhận'),
  draw_at: moment('Giờ quay'),
  status: periodState(),
}
