/** The person's unread notifications about their own work when they came to the page; later ones only the bell shows. Hidden when there is none. */
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { NotificationList } from '#features/access/notification/notification-list.screen.tsx'
import { notifications } from '#features/access/notification/notification.contract.ts'

const shown_news = 3

export default function News({ onArrived }: { onArrived: (part: string) => void }) {
  const { data, isPending } = useRead(notifications.list, { is_unread: true, page_size: shown_news })
  const read = useWrite(notifications.read)
  useEffect(() => {
    if (!isPending) onArrived('news')
  }, [onArrived, isPending])
  // A panel that came later would move everything below it.
  const [hasNews, setHasNews] = useState<boolean>()
  if (data && hasNews === undefined) setHasNews(data.items.length > 0)
  if (!data || !hasNews || data.items.length === 0) return null
  const { items, total = items.length } = data
  return (
    <Panel
      title="Mới từ lần trước"
      actions={
        total > items.length && <Text tone="muted" size="sm">{`Còn ${total - items.length} thông báo ở chuông`}</Text>
      }
    >
      <NotificationList items={items} onRead={(notification_id) => read.mutate({ notification_id })} />
    </Panel>
  )
}
