import { Badge } from '#web/ui/show/badge.tsx'
import { showDay, today } from './date-text.ts'

/** From when to when something holds, both days included; says when that is over or still to come. */
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
