import { PageLink } from '#web/route/link.tsx'
import { agoText } from '#web/value/ago.ts'
import { momentText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { notificationKind, type NotificationRow } from './notification.contract.ts'
import { textOfNotification } from './notification-text.rules.ts'

interface Props {
  items: readonly NotificationRow[]
  /** Marks one as read. */
  onRead: (notification_id: number) => void
  onFollow?: () => void
}

/**
 * Notifications, each a link to its record; following the link marks it as read and calls `onFollow`, which closes the
 * bell's list.
 */
export function NotificationList({ items, onRead, onFollow }: Props) {
  return (
    <RecordList
      items={items.map((item) => {
        const { notification_id, kind, read_at } = item
        const isUnread = read_at === null
        return {
          key: notification_id,
          icon: iconOf(item),
          title: (
            <PageLink
              to={item.url}
              search={item.search}
              onClick={() => {
                if (isUnread) onRead(notification_id)
                onFollow?.()
              }}
            >
              {item.title}
            </PageLink>
          ),
          badge: isUnread && <Badge tone={kind === notificationKind.decided ? 'blue' : 'red'}>Mới</Badge>,
          lines: [textOfNotification(item), whoAndWhen(item)],
          action: isUnread && (
            <Button size="sm" variant="quiet" onClick={() => onRead(notification_id)}>
              Đã đọc
            </Button>
          ),
        }
      })}
    />
  )
}

function iconOf({ kind }: NotificationRow) {
  if (kind === notificationKind.failed) return 'alert'
  return kind === notificationKind.due ? 'clock' : 'check-circle'
}

function whoAndWhen({ by_name, created_at }: NotificationRow): string {
  return [by_name, `${momentText(created_at)} (${agoText(created_at)})`].filter(Boolean).join(' · ')
}
