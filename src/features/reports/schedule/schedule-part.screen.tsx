/** The lazily loaded button that schedules a report. */
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

export const ScheduleReport = lazyPart(() => import('./schedule-report.screen.tsx'), {
  // On a phone it has a line for itself, below which nothing must move.
  meanwhile: (
    <Button icon="clock" whyNot="Đang tải">
      Gửi định kỳ
    </Button>
  ),
})
