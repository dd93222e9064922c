/** All schedules of the person, with the next due moment, the last result, and pause and resume. */
import { infoOf } from '#contract/schema.ts'
import { menuItemsOf, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { momentText, textOf } from '#web/value/format.ts'
import { Menu } from '#web/ui/action/menu.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Status } from '#web/ui/show/status.tsx'
import { reportPages } from '#features/reports/pages.contract.ts'
import { Schedule, scheduleStatus, type ScheduleRow, max_schedules } from './schedule-row.contract.ts'
import { schedules } from './schedule.contract.ts'
import { planText } from './schedule-text.rules.ts'

export function OwnSchedules() {
  const read = useRead(schedules.list, { page_size: max_schedules })
  if (!read.data) return <ReadFallback read={read} lines={3} />
  const { items } = read.data
  if (items.length === 0) return null
  return (
    <Panel title="Lịch của tôi">
      <RecordList
        items={items.map((row) => ({
          key: row.report_schedule_id,
          icon: 'clock',
          title: reportPages[row.report].title,
          badge: <Status tone={toneOf(row)}>{textOf(infoOf(Schedule.shape.status), row.status)}</Status>,
          lines: linesOf(row),
          action: <ScheduleActs row={row} />,
        }))}
      />
    </Panel>
  )
}

const toneOf = ({ status }: ScheduleRow) =>
  infoOf(Schedule.shape.status)!.options!.find(({ value }) => value === status)!.tone!

function linesOf(row: ScheduleRow) {
  const { filter_text, recipients, next_at, last_sent_at, last_fault, stopped_reason } = row
  const times = [
    next_at && `Lần tới ${momentText(next_at)}`,
    last_sent_at ? `gửi gần nhất ${momentText(last_sent_at)}` : 'chưa gửi lần nào',
  ]
  const fault = stopped_reason ?? last_fault
  return [
    [planText(row), filter_text].filter(Boolean).join(' · '),
    `Người nhận: ${recipients.map(({ full_name }) => full_name).join(', ')}`,
    times.filter(Boolean).join(' · '),
    ...(fault === null
      ? []
      : [
          <Text key="fault" as="span" tone="danger">
            {fault}
          </Text>,
        ]),
  ]
}

function ScheduleActs({ row }: { row: ScheduleRow }) {
  const pause = useAct(schedules.pause, { success: 'Đã tạm dừng gửi báo cáo.' })
  const resume = useAct(schedules.resume, { success: 'Báo cáo được gửi tiếp.' })
  const remove = useAct(schedules.delete, { success: 'Đã xóa lịch gửi báo cáo.' })
  const key = { report_schedule_id: row.report_schedule_id }
  const title = reportPages[row.report].title
  const pauseOrResume =
    row.status === scheduleStatus.runs
      ? { call: schedules.pause, label: 'Tạm dừng', run: () => pause.mutate(key) }
      : { call: schedules.resume, label: 'Gửi tiếp', run: () => resume.mutate(key) }
  return (
    <Menu
      label={`Thao tác với lịch gửi ${title}`}
      items={menuItemsOf([
        pauseOrResume,
        {
          call: schedules.delete,
          label: 'Xóa lịch',
          icon: 'trash',
          danger: true,
          confirm: `Xóa lịch gửi ${title}, ${planText(row).toLocaleLowerCase('vi')}?`,
          run: () => remove.mutate(key),
        },
      ])}
    />
  )
}
