/** The system settings; people see the tabs for which they have rights. */
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageProvider } from '#web/route/page-context.ts'
import { useRights } from '#web/session/rights.ts'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { alarmTab, systemConfigPage, system_config_tabs } from '#features/settings/pages.contract.ts'

const AlarmCount = lazyPart(() => import('#features/settings/alarm/alarm-count.screen.tsx'))

export default function SystemConfigScreen() {
  const { pageAllowed } = useRights()
  const navigate = useNavigate()
  const [alarmCount, setAlarmCount] = useState(0)
  const { pathname } = useLocation()
  const tabs = system_config_tabs.filter(({ url }) => pageAllowed(url))
  const open = tabs.find(({ url }) => url === pathname)
  const first_url = tabs[0]?.url
  // While the sign-in page is loading, its address is the current one already.
  const isHere = pathname.startsWith(systemConfigPage.url)
  useEffect(() => {
    if (isHere && !open && first_url !== undefined) void navigate({ to: first_url, replace: true })
  }, [isHere, open, first_url, navigate])
  return (
    <PageProvider value={systemConfigPage}>
      <AlarmCount onCounted={setAlarmCount} />
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
