import { createLink } from '@tanstack/react-router'
import { roleNames, type Role } from '#contract/page.ts'
import { account } from '#features/access/account/account.contract.ts'
import { agoText } from '#web/value/ago.ts'
import { useRead } from '#web/call/api.ts'
import { momentText } from '#web/value/format.ts'
import { menuIcon } from '#web/layout/menu-icon.ts'
import { useRights, type MenuItem } from '#web/session/rights.ts'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { LinkCard } from '#web/ui/action/link-card.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { salesViews } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { Dashboard } from './dashboard.screen.tsx'
import type { Queue } from './queue.screen.tsx'
import { useQueues } from './queues.screen.tsx'

const Card = createLink(LinkCard)
const Alarms = lazyPart(() => import('./alarms.screen.tsx'))

export default function HomeScreen() {
  const rights = useRights()
  const queues = useQueues(rights)
  return (
    <Stack gap={5}>
      <PageHeader title={`Xin chào, ${rights.me.full_name}`} subtitle={todayText()} />
      {rights.can(salesViews) && <Dashboard />}
      <Alarms />
      {queues.length > 0 && <Waiting queues={queues} />}
      <Pages menu={rights.menu} />
      <OwnAccount />
    </Stack>
  )
}

function Waiting({ queues }: { queues: readonly Queue[] }) {
  const nothing = queues.every(({ total }) => total === 0)
  return (
    <Stack gap={2}>
      <Heading>Đang chờ bạn</Heading>
      {nothing && <Text tone="muted">Không có việc nào đang chờ.</Text>}
      {!nothing && (
        <Grid columns={3} even>
          {queues
            .filter(({ total }) => total !== 0)
            .map(({ url, search, title, explanation, total }) => (
              <Card key={title} to={url} search={search} title={title} figure={total?.toLocaleString('vi-VN') ?? '…'}>
                {explanation}
              </Card>
            ))}
        </Grid>
      )}
    </Stack>
  )
}

/** Each heading of the menu with the pages under it, and what may be done there. */
function Pages({ menu }: { menu: readonly MenuItem[] }) {
  const pagesOf = (heading: MenuItem) =>
    menu.filter((item) => item.page_url !== '/' && item.page_url !== '' && item.parent_id === heading.id)
  const headings = menu.filter((item) => item.parent_id === 0 && pagesOf(item).length > 0)
  if (headings.length === 0) {
    return <Text tone="muted">Bạn chưa được cấp quyền vào trang nào. Hãy liên hệ quản trị viên.</Text>
  }
  return headings.map((heading) => (
    <Stack key={heading.id} gap={2}>
      <Heading>{heading.page_name}</Heading>
      <Grid columns={3}>
        {pagesOf(heading).map((page) => (
          <Card key={page.id} to={page.page_url} title={page.page_name} icon={menuIcon(page)}>
            {rolesText(page)}
          </Card>
        ))}
      </Grid>
    </Stack>
  ))
}

/** What is known of the person's own account and its sign-ins, as far as the rights reach. */
function OwnAccount() {
  const { me, store, can } = useRights()
  const input = { user_id: me.user_id }
  const sessions = useRead(account.sessions, input, { enabled: can(account.sessions) })
  const now = sessions.data?.items.find(({ is_current }) => is_current)
  const others = (sessions.data?.total ?? 1) - 1
  const items = [
    { label: 'Tên đăng nhập', value: me.user_name },
    { label: 'Họ và tên', value: me.full_name },
    ...(store ? [{ label: 'Kho', value: store }] : []),
    ...(now
      ? [
          { label: 'Đăng nhập lúc', value: `${momentText(now.created_at)} (${agoText(now.created_at)})` },
          { label: 'Từ địa chỉ', value: now.source },
          { label: 'Phiên đăng nhập khác', value: others === 0 ? 'Không có' : `${others} phiên đang mở` },
        ]
      : []),
  ]
  return (
    <Panel title="Tài khoản của bạn">
      <DescriptionList columns={3} items={items} />
    </Panel>
  )
}

/** 'Xem, Thêm, Sửa': the rights on a page in words. */
function rolesText({ role_list }: MenuItem): string {
  return role_list
    .split(',')
    .map((role) => roleNames[Number(role) as Role])
    .filter(Boolean)
    .join(', ')
}

function todayText(): string {
  return new Intl.DateTimeFormat('vi-VN', { dateStyle: 'full', timeZone: 'Asia/Ho_Chi_Minh' }).format(Date.now())
}
