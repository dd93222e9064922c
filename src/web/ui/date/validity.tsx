import { Badge } from '#web/ui/show/badge.tsx'
import { showDay, today } from './date-text.ts'

/** The period in which something is valid, both days included, with a note when it has ended or has not begun. */
export function Validity({ from, to }: { from: string | null | undefined; to: string | null | undefined }) {
  const now = today()
  const days =
    from && to ? `${showDay(from)} – ${showDay(to)}` : from ? `Từ ${showDay(from)}` : to ? `Đến ${showDay(to)}` : null
  return (
    <>
      {days ?? 'Không giới hạn'} {to && to < now && <Badge tone="neutral">Hết hạn</Badge>}
      {from && from > now && <Badge tone="amber">Sắp tới</Badge>}
    </>
  )
}
