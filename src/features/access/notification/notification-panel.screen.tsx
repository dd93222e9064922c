/** The drawer of the bell: the person's notifications, newest first, and how they are delivered. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Drawer } from '#web/ui/dialog/drawer.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { NotificationList } from './notification-list.screen.tsx'
import { NotificationSettings, type SettingsProps } from './notification-settings.screen.tsx'
import { notifications } from './notification.contract.ts'

export interface PanelProps extends SettingsProps {
  open: boolean
  onClose: () => void
}

type Part = 'unread' | 'all' | 'settings'

const parts = [
  { value: 'unread', label: 'Chưa đọc' },
  { value: 'all', label: 'Tất cả' },
  { value: 'settings', label: 'Cách báo' },
] as const

export default function NotificationPanel({ open, onClose, ...settings }: PanelProps) {
  const [part, setPart] = useState<Part>('unread')
  return (
    <Drawer open={open} onClose={onClose} title="Thông báo" size="lg">
      <Stack>
        <Segmented<Part> aria-label="Thông báo nào" value={part} onChange={setPart} options={parts} />
        {part === 'settings' ? (
          <NotificationSettings {...settings} />
        ) : (
          <Notifications key={part} isUnread={part === 'unread'} onFollow={onClose} />
        )}
      </Stack>
    </Drawer>
  )
}

const per_step = 50
const max_shown = 300

function Notifications({ isUnread, onFollow }: { isUnread: boolean; onFollow: () => void }) {
  const [rowCount, setRowCount] = useState(per_step)
  const input = { page_size: rowCount, ...(isUnread && { is_unread: true }) }
  const list = useRead(notifications.list, input, { live: true, keepPrevious: true })
  const read = useWrite(notifications.read)
  const readAll = useWrite(notifications.readAll)
  if (!list.data) return <ReadFallback read={list} lines={8} />
  const { items, total = 0 } = list.data
  const [newest] = items
  if (!newest)
    return (
      <EmptyState
        kind="empty"
        icon="check-circle"
        title={isUnread ? 'Bạn đã đọc hết' : 'Chưa có thông báo nào'}
        message="Khi việc bạn lập được duyệt, bị từ chối, hỏng hoặc sắp hết giờ, bạn được báo ở đây."
      />
    )
  return (
    <Stack>
      {items.some(({ read_at }) => read_at === null) && (
        <Row>
          <Button size="sm" icon="check" onClick={() => readAll.mutate({ up_to: newest.notification_id })}>
            Đã đọc hết
          </Button>
        </Row>
      )}
      <NotificationList
        items={items}
        onRead={(notification_id) => read.mutate({ notification_id })}
        onFollow={onFollow}
      />
      {total > items.length && rowCount < max_shown && (
        <Button variant="quiet" onClick={() => setRowCount(rowCount + per_step)}>
          Xem thêm
        </Button>
      )}
    </Stack>
  )
}
