import { useState } from 'react'
import { PageButton } from '#web/route/link.tsx'
import { Act, useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { feed, FeedAlarm, type FeedAlarmRow } from './feed.contract.ts'

const source_names = ['', 'Nguồn chính', 'Nguồn đối chiếu']

/**
 * Draws whose sources are late or contradict each other: what each source reported, and what can be done. Nothing while
 * there are none, or without the right.
 */
export function FeedAlarms() {
  const { can } = useRights()
  const read = useRead(feed.alarms, { page_size: 20 }, { enabled: can(feed.alarms), keep: true })
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

function Dismiss({ alarm, onClose }: { alarm: FeedAlarmRow; onClose: () => void }) {
  const dismiss = useAct(feed.dismiss, { success: 'Đã ghi: nguồn báo sai, kết quả giữ nguyên.', onDone: onClose })
  return (
    <ReasonDialog
      title="Kết luận nguồn báo sai"
      description={`${alarm.name} ${alarm.period_code}`}
      field={shapeOf(feed.dismiss.input).reason!}
      ask="Hãy ghi vì sao kết quả đã xác nhận là đúng."
      saveLabel="Giữ kết quả"
      saving={dismiss.pending}
      onSubmit={(reason) => dismiss.mutate({ period_id: alarm.period_id, reason })}
      onClose={onClose}
    >
      <Text>
        Kết quả đã xác nhận {alarm.confirmed?.join(' ')} được giữ nguyên. Nếu kết quả đó sai, hãy mở lại kết quả ở Danh
        sách kết quả.
      </Text>
    </ReasonDialog>
  )
}
