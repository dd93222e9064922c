/** The button of a report that schedules it by mail; disabled with a reason where mail is not configured. */
import { config } from '#contract/web-calls/config.ts'
import type { Page } from '#contract/page.ts'
import { useRead } from '#web/call/api.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { useAddressValue, type List } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { reportPages } from '#features/reports/pages.contract.ts'
import { reportOf } from './schedule-row.contract.ts'

const ScheduleDialog = lazyPart(() => import('./schedule-dialog.screen.tsx'))

interface Props {
  page: Page
  list: List
  filters: readonly FilterSpec[]
}

export default function ScheduleReport({ page, list, filters }: Props) {
  const { can } = useRights()
  const report = reportOf(page)
  const { data } = useRead(config.get, {}, { fresh_ms: Number.POSITIVE_INFINITY })
  const [place, setPlace] = useAddressValue('schedules')
  if (report === null || !can(reportPages[report].export)) return null
  const whyNot = data?.sends_mail === false && 'Chưa cấu hình máy chủ thư (SMTP), nên không gửi được báo cáo.'
  return (
    <>
      <Button icon="clock" whyNot={whyNot} onClick={() => setPlace('open')}>
        Gửi định kỳ
      </Button>
      {place === 'open' && (
        <ScheduleDialog report={report} list={list} filters={filters} onClose={() => setPlace(null)} />
      )}
    </>
  )
}
