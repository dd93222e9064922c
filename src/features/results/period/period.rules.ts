/** What changes next in a draw's life, and when. */
import { periodStatus, type PeriodRow } from './period.contract.ts'

type Moments = Pick<PeriodRow, 'status' | 'open_at' | 'stop_at' | 'print_at' | 'draw_at'>

interface NextChange {
  at: string
  what: string
}

/** By the state that the server told, not by a clock of one's own: until it tells another, the change has not happened. */
export function nextChange({ status, open_at, stop_at, print_at, draw_at }: Moments): NextChange | null {
  switch (status) {
    case periodStatus.upcoming:
      return { at: open_at, what: 'Mở bán' }
    case periodStatus.open:
      return { at: stop_at, what: 'Ngừng nhận' }
    case periodStatus.stopped:
      return stop_at < print_at ? { at: print_at, what: 'Hết giờ in' } : { at: draw_at, what: 'Quay' }
    case periodStatus.print_over:
      return { at: draw_at, what: 'Quay' }
    default:
      return null
  }
}
