import { useAct, type RowAct } from '#web/action/act.tsx'
import { agoText } from '#web/value/ago.ts'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { deviceText } from '#web/session/device.ts'
import { momentText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { Act } from '#web/action/act.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { AccountFactors } from '#features/access/second-factor/account-factors.screen.tsx'
import { Account, account, type AccountRow } from './account.contract.ts'

export interface AccountDetailProps {
  record: OpenRecord
  actsOf: (row: AccountRow) => RowAct[]
}

export default function AccountDetail({ record, actsOf }: AccountDetailProps) {
  const user_id = idIn(record.id)
  const detail = useRead(account.detail, { user_id }, { enabled: user_id > 0 })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={detail.data?.full_name ?? 'Tài khoản'}>
      {(row) => (
        <RecordView
          status={<States row={row} />}
          note={row.user_name}
          facts={[
            { label: 'Nhóm người dùng', value: row.groups.map((group) => group.group_name).join(', ') },
            ...factsOf(Account, row, head_fields),
          ]}
          timeline={<History table="app_user" id={row.user_id} />}
          acts={actsOf(row)}
        >
          <RecordSection title="Thông tin" items={factsOf(Account, row, shown_fields, { wide: wide_fields })} />
          <RecordSection title="Bước xác minh thứ hai">
            <AccountFactors user_id={row.user_id} />
          </RecordSection>
          <RecordSection title="Phiên đăng nhập">
            <Sessions row={row} />
          </RecordSection>
        </RecordView>
      )}
    </RecordDrawer>
  )
}

const head_fields = ['phone_number', 'unit', 'last_sign_in_at'] as const
const shown_fields = [
  'mobile_number',
  'email',
  'birthday',
  'sex',
  'schedule_name',
  'partner_name',
  'base_name',
  'address',
  'forgot_at',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const
const wide_fields: ReadonlySet<string> = new Set(['address'])

function States({ row }: { row: AccountRow }) {
  return (
    <>
      {show(infoOf(Account.shape.status), row.status)}
      {row.is_admin && <Badge tone="blue">Quản trị viên cao nhất</Badge>}
      {row.must_change_password && <Badge tone="amber">Phải đổi mật khẩu</Badge>}
      {row.forgot_at && <Badge tone="amber">Báo quên mật khẩu</Badge>}
    </>
  )
}

function Sessions({ row }: { row: AccountRow }) {
  const { user_id } = row
  const sessions = useRead(account.sessions, { user_id }, { every_ms: 30_000 })
  const revoke = useAct(account.revoke, { success: 'Đã kết thúc phiên đăng nhập.' })
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
  const otherSessions = items.filter((session) => !session.is_current)
  if (items.length === 0) return <EmptyState kind="empty" icon="monitor" title="Không có phiên đăng nhập nào" />

  async function revokeAll() {
    const message = `Đăng xuất “${row.user_name}” khỏi ${otherSessions.length} phiên đăng nhập?`
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
          whyNot={otherSessions.length === 0 && 'Chỉ còn phiên bạn đang dùng.'}
          onClick={() => void revokeAll()}
        >
          Đăng xuất tất cả
        </Act>
      </Row>
      <RecordList
        items={items.map((session) => ({
          key: session.session_id,
          icon: 'monitor',
          title: deviceText(session.user_agent),
          badge: session.is_current && <Badge tone="green">Phiên này</Badge>,
          lines: [
            `Địa chỉ IP ${session.source}`,
            `Đăng nhập ${momentText(session.created_at)} · hoạt động ${agoText(session.last_seen_at)}`,
          ],
          action: (
            <Act
              call={account.revoke}
              size="sm"
              whyNot={session.is_current && 'Đây là phiên bạn đang dùng. Hãy dùng “Đăng xuất”.'}
              onClick={() => revoke.mutate({ user_id, session_id: session.session_id })}
            >
              Kết thúc
            </Act>
          ),
        }))}
      />
    </Stack>
  )
}
