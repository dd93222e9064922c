import { account } from '#features/access/account/account.contract.ts'
import { useRead } from '#web/call/api.ts'
import { useRights } from '#web/session/rights.ts'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { agoText } from '#web/value/ago.ts'
import { momentText } from '#web/value/format.ts'

/** The person's own account and sign-ins, as far as their rights allow. */
export default function OwnAccount({ title }: { title: string }) {
  const { me, store, can } = useRights()
  const input = { user_id: me.user_id }
  const sessions = useRead(account.sessions, input, { enabled: can(account.sessions) })
  const now = sessions.data?.items.find(({ is_current }) => is_current)
  const otherCount = (sessions.data?.total ?? 1) - 1
  const items = [
    { label: 'Tên đăng nhập', value: me.user_name },
    { label: 'Họ và tên', value: me.full_name },
    ...(store ? [{ label: 'Kho', value: store }] : []),
    ...(now
      ? [
          { label: 'Đăng nhập lúc', value: `${momentText(now.created_at)} (${agoText(now.created_at)})` },
          { label: 'Từ địa chỉ', value: now.source },
          { label: 'Phiên đăng nhập khác', value: otherCount === 0 ? 'Không có' : `${otherCount} phiên đang mở` },
        ]
      : []),
  ]
  return (
    <Panel title={title}>
      <DescriptionList columns={3} items={items} />
    </Panel>
  )
}
