import { useState } from 'react'
import { PageButton } from '#web/route/link.tsx'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { infoOf } from '#contract/schema.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { feed, FeedAlarm, type FeedAlarmRow } from './feed.contract.ts'

const Dismiss = lazyPart(() => import('./feed-dismiss.screen.tsx'))

const source_names = ['', 'Nguồn chính', 'Nguồn đối chiếu']

/**
 * Draws whose sources are late or contradict each other: what each source reported, and what can be done. Nothing while
 * there are none, or without the right.
 */
export function FeedAlarms() {
  const { can } = useRights()
  const read = useRead(feed.alarms, { page_size: 20 }, { enabled: can(feed.alarms), keepPrevious: true })
  const [dismissing, setDismissing] = useState<FeedAlarmRow | null>(null)
  const items = read.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Panel title={`Kết quả tự động cần xem: ${read.data?.total ?? items.length}`}>
      <RecordList
        items={items.map((alarm) => ({
          key: alarm.period_id,
          title: `${alarm.name} ${alarm.period_code}, quay ${momentText(alarm.draw_at)}`,
          badge: show(infoOf(FeedAlarm.shape.kind), alarm.kind),
          lines: linesOf(alarm),
          action:
            alarm.confirmed === null ? (
              <PageButton to={resultPage.url} search={{ enter: String(alarm.period_id) }} size="sm">
                Nhập kết quả
              </PageButton>
            ) : (
              <Act call={feed.dismiss} size="sm" onClick={() => setDismissing(alarm)}>
                Nguồn báo sai
              </Act>
            ),
        }))}
      />
      {dismissing && <Dismiss alarm={dismissing} onClose={() => setDismissing(null)} />}
    </Panel>
  )
}

function linesOf({ reported, confirmed }: FeedAlarmRow): string[] {
  return [
    ...(confirmed ? [`Đã xác nhận: ${confirmed.join(' ')}`] : []),
    ...reported.map(
      ({ source, numbers, received_at }) => `${source_names[source]} ${momentText(received_at)}: ${numbers.join(' ')}`,
    ),
  ]
}
