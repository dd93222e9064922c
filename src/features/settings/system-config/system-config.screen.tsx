/** The system settings; people see the tabs for which they have rights. */
import { useEffect, useState, type ReactNode } from 'react'
import { navigate, useLocation } from '#web/route/location.ts'
import { PageProvider } from '#web/route/page-context.ts'
import { useRights } from '#web/session/rights.ts'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { alarmTab, systemConfigPage, system_config_tabs } from '#features/settings/pages.contract.ts'

const AlarmCount = lazyPart(() => import('#features/settings/alarm/alarm-count.screen.tsx'))

export default function SystemConfigScreen({ children }: { children?: ReactNode }) {
  const { pageAllowed } = useRights()
  const [alarmCount, setAlarmCount] = useState(0)
  const { pathname } = useLocation()
  const tabs = system_config_tabs.filter(({ url }) => pageAllowed(url))
  const open = tabs.find(({ url }) => url === pathname)
  const first_url = tabs[0]?.url
  useEffect(() => {
    if (!open && first_url !== undefined) navigate({ to: first_url, replace: true })
  }, [open, first_url])
  return (
    <PageProvider value={systemConfigPage}>
      <AlarmCount onCounted={setAlarmCount} />
      <Screen fill={false}>
        <PageHeader title={systemConfigPage.title} />
        {open && (
          <Tabs
            aria-label="Nhóm cấu hình"
            value={open.url}
            onChange={(url) => navigate({ to: url })}
            tabs={tabs.map(({ url, title }) => ({
              value: url,
              label: title,
              ...(url === alarmTab.url && alarmCount > 0 && { count: alarmCount }),
              content: children,
            }))}
          />
        )}
      </Screen>
    </PageProvider>
  )
}
