/** The person's newest unread notifications about their own work. Hidden when there is none. */
import { useRead, useWrite } from '#web/call/api.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { NotificationList } from '#features/access/notification/notification-list.screen.tsx'
import { notifications } from '#features/access/notification/notification.contract.ts'

const few = 3

export default function News() {
  const { data } = useRead(notifications.list, { is_unread: true, page_size: few }, { live: true })
  const read = useWrite(notifications.read)
  if (!data || data.items.length === 0) return null
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
