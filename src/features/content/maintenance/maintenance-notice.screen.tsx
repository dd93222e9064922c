/** Shows staff on every page what is under maintenance, and counts down to the next one. */
import { useRead } from '#web/call/api.ts'
import { useSecond } from '#web/call/clock.ts'
import { timerText, textOf } from '#web/value/format.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { infoOf } from '#contract/schema.ts'
import { maintenance, Upcoming } from './maintenance.contract.ts'

const a_minute_ms = 60_000
const hour_s = 3_600

export default function MaintenanceNotice({ isIdle }: { isIdle: boolean }) {
  const upcoming = useRead(maintenance.upcoming, {}, { enabled: isIdle, every_ms: a_minute_ms, fresh_ms: a_minute_ms })
  const now = useSecond()
  const items = (upcoming.data?.items ?? []).map((item) => ({
    ...item,
    start: Math.floor(Date.parse(item.start_at) / 1_000),
    end: Math.floor(Date.parse(item.end_at) / 1_000),
  }))
  return items
    .filter(({ start, end }) => end > now && start - now <= hour_s)
    .map(({ maintenance_id, start, end, categories, content }) => (
      <Banner
        key={maintenance_id}
        kind={start > now ? 'info' : 'warning'}
        title={
          start > now
            ? `Bảo trì ${productsOf(categories)} bắt đầu sau ${timerText(start - now)}`
            : `Đang bảo trì ${productsOf(categories)}, còn ${timerText(end - now)}`
        }
      >
        {content}
      </Banner>
    ))
}

function productsOf(categories: readonly number[]): string {
  return categories.length === 0 ? 'mọi sản phẩm' : textOf(infoOf(Upcoming.shape.categories), categories)
}
