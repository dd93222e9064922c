/** The bell with what it opens: notifications of each kind, unread and read, and none. */
import { useState } from 'react'
import { NotificationList } from '#features/access/notification/notification-list.screen.tsx'
import { notificationKind, type NotificationRow } from '#features/access/notification/notification.contract.ts'
import { BellButton } from '#web/ui/action/bell-button.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'

const plain = { url: '/playground', search: {}, due_at: null, reason: null, by_name: null, read_at: null }
const rows: NotificationRow[] = [
  {
    ...plain,
    notification_id: 4,
    kind: notificationKind.decided,
    title: 'Phiếu nhập vé PN000012',
    state: 'Đã từ chối',
    reason: 'Thiếu 20 vé đài Tây Ninh so với biên bản giao nhận',
    by_name: 'Lê Thị Mỹ Duyên',
    created_at: '2026-11-22T09:05:00+07:00',
  },
  {
    ...plain,
    notification_id: 3,
    kind: notificationKind.failed,
    title: 'Lịch gửi báo cáo Doanh số vé điện toán',
    state: 'Bị dừng',
    reason: 'Người đặt lịch không còn quyền xem và xuất báo cáo này.',
    created_at: '2026-11-22T07:00:00+07:00',
  },
  {
    ...plain,
    notification_id: 2,
    kind: notificationKind.due,
    title: 'Phiếu hoàn vé HV000031',
    state: null,
    due_at: '2026-11-22T15:30:00+07:00',
    created_at: '2026-11-22T06:30:00+07:00',
  },
  {
    ...plain,
    notification_id: 1,
    kind: notificationKind.decided,
    title: 'Nạp tiền NT000207',
    state: 'Đã duyệt',
    by_name: 'Trần Quốc Bảo',
    created_at: '2026-11-21T16:40:00+07:00',
    read_at: '2026-11-21T17:02:00+07:00',
  },
]
const counts = [0, 3, 240]

export function Notifications() {
  const [items, setItems] = useState(rows)
  const [open, setOpen] = useState(false)
  const [isTelling, setTelling] = useState(true)
  const markRead = (id: number | null) =>
    setItems((all) =>
      all.map((notification) =>
        id === null || notification.notification_id === id
          ? { ...notification, read_at: notification.created_at }
          : notification,
      ),
    )
  const unread = items.filter(({ read_at }) => read_at === null).length
  return (
    <Grid>
      <Panel title="Chuông">
        <Row gap={4}>
          {counts.map((count) => (
            <BellButton key={count} count={count} open={false} onClick={() => undefined} />
          ))}
          <BellButton count={unread} open={open} onClick={() => setOpen(!open)} />
        </Row>
      </Panel>
      <Panel
        title="Danh sách trong chuông"
        actions={
          <Button
            size="sm"
            icon="check"
            whyNot={unread === 0 && 'Không còn thông báo chưa đọc.'}
            onClick={() => markRead(null)}
          >
            Đã đọc hết
          </Button>
        }
      >
        <NotificationList items={items} onRead={markRead} />
      </Panel>
      <Panel title="Không có gì, và đang đọc">
        <Stack>
          <EmptyState
            kind="empty"
            icon="check-circle"
            title="Bạn đã đọc hết"
            message="Việc bạn lập được duyệt, bị từ chối, hỏng hoặc sắp hết giờ thì được báo ở đây."
          />
          <EmptyState kind="error" message="Có lỗi xảy ra khi kết nối đến server" onRetry={() => undefined} />
          <Skeleton lines={4} />
        </Stack>
      </Panel>
      <Panel title="Cách báo">
        <Stack gap={2}>
          <Switch label="Trình duyệt báo khi tôi đang xem trang khác" checked={isTelling} onChange={setTelling} />
          <Switch
            label="Trình duyệt báo, khi trình duyệt chặn"
            checked={false}
            whyNot="Trình duyệt đang chặn thông báo của trang này."
            onChange={() => undefined}
          />
        </Stack>
      </Panel>
    </Grid>
  )
}
