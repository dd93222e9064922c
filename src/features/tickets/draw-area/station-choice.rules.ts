/** Why no tickets of a station can come into a store on the day that is asked about. */
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import type { AreaOfDayRow } from './draw-area.contract.ts'

/** Its draw of the day still takes tickets. */
export function takesTickets({ period }: AreaOfDayRow, now: number): boolean {
  return period !== null && period.status <= periodStatus.open && Date.parse(period.return_until) > now
}

/** `store` is the one into which they would come; null where it is the one in charge of the station. */
export function whyNotStation(area: AreaOfDayRow, store: number | null, now: number): string | false {
  if (area.period === null) return 'không quay ngày này'
  if (store !== null && area.base_id !== store) return area.base_name ? `thuộc ${area.base_name}` : 'kho khác phụ trách'
  if (area.period.status === periodStatus.cancelled) return 'kỳ đã hủy'
  if (!takesTickets(area, now)) return 'đã hết giờ nhập'
  return area.base_id === null && 'chưa có kho phụ trách'
}
