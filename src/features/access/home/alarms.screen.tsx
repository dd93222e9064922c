/** Open alarms for this person: what each is about, a link to the page that helps, and who looks after it. */
import { useEffect, useState } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { agoText } from '#web/value/ago.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { alarms, type AlarmRow } from '#features/settings/alarm/alarm.contract.ts'

/** How many are read at first, before all are requested. */
const shown_alarms = 3
const max_shown = 100

export default function Alarms({ onArrived }: { onArrived: (part: string) => void }) {
  const { pageAllowed } = useRights()
  const [is_whole, setWhole] = useState(false)
  const { data, isPending } = useRead(alarms.list, { is_open: true, page_size: max_shown }, { live: true })
  useEffect(() => {
    if (!isPending) onArrived('alarms')
  }, [onArrived, isPending])
  const acknowledge = useAct(alarms.acknowledge, {
    success: 'Đã ghi nhận bạn biết cảnh báo này.',
    invalidates: ['cms/config'],
  })
  const { items, total } = data ?? { items: [], total: 0 }
  return (
    <Panel
      title="Cảnh báo"
      actions={
        <Text tone="muted" size="sm">
          {data && `${numberText(total ?? items.length)} đang mở`}
        </Text>
      }
      footer={
        items.length > shown_alarms && (
          <Button size="sm" variant="quiet" onClick={() => setWhole(!is_whole)}>
            {is_whole ? 'Thu gọn' : `Xem thêm ${numberText(items.length - shown_alarms)} cảnh báo`}
          </Button>
        )
      }
    >
      {items.length === 0 && <Text tone="muted">{data ? 'Không có cảnh báo nào đang mở.' : '\u00a0'}</Text>}
      {items.length > 0 && (
        <RecordList
          items={items.slice(0, is_whole ? max_shown : shown_alarms).map((alarm) => ({
            key: alarm.alarm_id,
            icon: 'alert',
            title: alarm.title,
            badge: badgeOf(alarm),
            lines: [alarm.detail, sinceText(alarm)],
            action: (
              <Row wrap={false}>
                {!alarm.is_trial && pageAllowed(alarm.url) && <PageLink to={alarm.url}>Mở trang</PageLink>}
                {alarm.acknowledged_at === null && (
                  <Button size="sm" onClick={() => acknowledge.mutate({ alarm_id: alarm.alarm_id })}>
                    Đã biết
                  </Button>
                )}
              </Row>
            ),
          }))}
        />
      )}
    </Panel>
  )
}

function badgeOf({ is_trial, acknowledged_at }: AlarmRow) {
  if (is_trial) return <Badge tone="blue">Thử</Badge>
  return acknowledged_at === null ? <Badge tone="red">Mới</Badge> : <Badge tone="amber">Đã biết</Badge>
}

function sinceText({ raised_at, acknowledged_at, acknowledged_by_name }: AlarmRow): string {
  const since_text = `Từ ${momentText(raised_at)} (${agoText(raised_at)})`
  if (acknowledged_at === null) return since_text
  return `${since_text} · ${acknowledged_by_name ?? 'Đã có người'} biết lúc ${momentText(acknowledged_at)}`
}
