import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import { useAct, type RowAct } from '#web/act.tsx'
import { agoText } from '#web/ago.ts'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { deviceText } from '#web/device.ts'
import { momentText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { Act } from '#web/act.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { Account, account, type AccountRow } from './account.contract.ts'

export interface AccountDetailProps {
  /** The account's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: AccountRow) => RowAct[]
}

type Tab = 'info' | 'sessions' | 'history'

export default function AccountDetail({ opened, onClose, actsOf }: AccountDetailProps) {
  const user_id = idIn(opened)
  const enabled = user_id > 0
  const detail = useRead(account.detail, { user_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const row = detail.data
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row?.full_name ?? 'Tài khoản'}
      description={row?.user_name}
      size="lg"
      footer={row && <ActButtons acts={actsOf(row)} />}
    >
      <ReadFallback read={detail} />
      {row && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết tài khoản"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info row={row} /> },
            { value: 'sessions', label: 'Phiên đăng nhập', content: <Sessions row={row} /> },
            { value: 'history', label: 'Lịch sử', content: <History table="app_user" id={row.user_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const shownFields = [
  'phone_number',
  'mobile_number',
  'email',
  'birthday',
  'sex',
  'unit',
  'schedule_name',
  'partner_name',
  'base_name',
  'address',
  'last_sign_in_at',
  'forgot_at',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const
const wide: ReadonlySet<string> = new Set(['address'])

function Info({ row }: { row: AccountRow }) {
  return (
    <Stack gap={4}>
      <Row>
        {show(infoOf(Account.shape.status), row.status)}
        {row.is_admin && <Badge tone="blue">Quản trị viên cao nhất</Badge>}
        {row.must_change_password && <Badge tone="amber">Phải đổi mật khẩu</Badge>}
        {row.forgot_at && <Badge tone="amber">Báo quên mật khẩu</Badge>}
      </Row>
      <DescriptionList
        items={[
          { label: 'Nhóm người dùng', value: row.groups.map((one) => one.group_name).join(', '), wide: true },
          ...factsOf(Account, row, shownFields, { wide }),
        ]}
      />
    </Stack>
  )
}

function Sessions({ row }: { row: AccountRow }) {
  const { user_id } = row
  const sessions = useRead(account.sessions, { user_id }, { every: 30_000 })
  const revoke = useAct(account.revoke, { done: 'Đã kết thúc phiên đăng nhập.' })
  if (sessions.isPending) return <Skeleton lines={4} />
  if (sessions.isError) {
    return (
      <EmptyState
        kind="error"
        message={sessions.error.message}
        transid={sessions.error.transid}
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  const { items } = sessions.data
  const others = items.filter((one) => !one.is_current)
  if (items.length === 0) return <EmptyState kind="empty" icon="monitor" title="Không có phiên đăng nhập nào" />

  async function revokeAll() {
    const message = `Đăng xuất “${row.user_name}” khỏi ${others.length} phiên đăng nhập?`
    if (await confirm({ message, confirmLabel: 'Đăng xuất tất cả', danger: true })) revoke.mutate({ user_id })
  }
  return (
    <Stack>
      <Row justify="between">
        <Text tone="muted">{items.length} phiên đang mở</Text>
        <Act
          call={account.revoke}
          icon="logout"
          size="sm"
          whyNot={others.length === 0 && 'Chỉ còn phiên bạn đang dùng.'}
          onClick={() => void revokeAll()}
        >
          Đăng xuất tất cả
        </Act>
      </Row>
      <RecordList
        items={items.map((one) => ({
          key: one.session_id,
          icon: 'monitor',
          title: deviceText(one.user_agent),
          badge: one.is_current && <Badge tone="green">Phiên này</Badge>,
          lines: [
            `Địa chỉ IP ${one.source}`,
            `Đăng nhập ${momentText(one.created_at)} · hoạt động ${agoText(one.last_seen_at)}`,
          ],
          action: (
            <Act
              call={account.revoke}
              size="sm"
              whyNot={one.is_current && 'Đây là phiên bạn đang dùng. Hãy dùng “Đăng xuất”.'}
              onClick={() => revoke.mutate({ user_id, session_id: one.session_id })}
            >
              Kết thúc
            </Act>
          ),
        }))}
      />
    </Stack>
  )
}
