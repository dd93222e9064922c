/** The next change of a draw's state, and when. */
import type { PeriodRow } from './period.contract.ts'
import { periodStatus } from './period-fields.contract.ts'

type Moments = Pick<PeriodRow, 'status' | 'open_at' | 'stop_at' | 'print_at' | 'draw_at'>

interface NextChange {
  at: string
  what: string
  /** The text before the countdown: 'còn' in 'còn 0:20', 'bán sau' in 'bán sau 7:05:00'. */
  until: string
}

/** The next change of a draw. It depends on the server's status, not on the browser's clock. Null when nothing more will change. */
export function nextChange({ status, open_at, stop_at, print_at, draw_at }: Moments): NextChange | null {
  const draw = { at: draw_at, what: 'Quay', until: 'quay sau' }
  switch (status) {
    case periodStatus.upcoming:
      return { at: open_at, what: 'Mở bán', until: 'bán sau' }
    case periodStatus.open:
      return { at: stop_at, what: 'Ngừng nhận', until: 'còn' }
    case periodStatus.stopped:
      return stop_at < print_at ? { at: print_at, what: 'Hết giờ in', until: 'hết giờ in sau' } : draw
    case periodStatus.print_over:
      return draw
    default:
      return null
  }
}

/** The moments of a draw, oldest first, each with whether it is past at `now` (ms); moments after a cancellation are never past. */
export function momentsOf(
  row: Moments & Pick<PeriodRow, 'return_until' | 'cancelled_at'>,
  now: number,
): { name: (typeof moment_fields)[number]; at: string; is_past: boolean }[] {
  const end = Math.min(now, row.cancelled_at === null ? Infinity : Date.parse(row.cancelled_at))
  return moment_fields
    .flatMap((name) => {
      const moment = row[name]
      // Where printing ends at the stop, the end of printing is not listed separately.
      if (moment === null || (name === 'print_at' && moment === row.stop_at)) return []
      return [{ name, at: moment, is_past: Date.parse(moment) <= end }]
    })
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const moment_fields = ['open_at', 'return_until', 'stop_at', 'print_at', 'draw_at'] as const
