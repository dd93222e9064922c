/** The system settings; people see the tabs for which they have rights. */
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { PageProvider } from '#web/route/page-context.ts'
import { useRights } from '#web/session/rights.ts'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { alarms } from '#features/settings/alarm/alarm.contract.ts'
import { alarmTab, systemConfigPage, system_config_tabs } from '#features/settings/pages.contract.ts'

export default function SystemConfigScreen() {
  const { pageAllowed } = useRights()
  const navigate = useNavigate()
  const alarmCount = useRead(alarms.list, { is_open: true, part: 'totals' }, counting).data?.total ?? 0
  const { pathname } = useLocation()
  const tabs = system_config_tabs.filter(({ url }) => pageAllowed(url))
  const open = tabs.find(({ url }) => url === pathname)
  const first_url = tabs[0]?.url
  useEffect(() => {
    if (!open && first_url !== undefined) void navigate({ to: first_url, replace: true })
  }, [open, first_url, navigate])
  return (
    <PageProvider value={systemConfigPage}>
      <Screen fill={false}>
        <PageHeader title={systemConfigPage.title} />
        {open && (
          <Tabs
            aria-label="Nhóm cấu hình"
            value={open.url}
            onChange={(url) => void navigate({ to: url })}
            tabs={tabs.map(({ url, title }) => ({
              value: url,
              label: title,
              ...(url === alarmTab.url && alarmCount > 0 && { count: alarmCount }),
              content: <Outlet />,
            }))}
          />
        )}
      </Screen>
    </PageProvider>
  )
}
