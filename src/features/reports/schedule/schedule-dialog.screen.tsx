/** Schedules a report: when it is mailed and to whom; shows the existing schedules. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { weekdayLabel } from '#contract/text/day-text.ts'
import { infoOf } from '#contract/schema.ts'
import { toQuery } from '#contract/wire.ts'
import { useWrite } from '#web/call/api.ts'
import { showAtFields } from '#web/form/first-error.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { filterWords } from '#web/filter/filter-words.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import type { List } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { OwnSchedules } from './own-schedules.screen.tsx'
import { reportPages } from '#features/reports/pages.contract.ts'
import { type ReportName, frequency, period, Schedule } from './schedule-row.contract.ts'
import { schedules } from './schedule.contract.ts'

interface Props {
  report: ReportName
  list: List
  filters: readonly FilterSpec[]
  onClose: () => void
}

type Frequency = 1 | 2 | 3
type Period = 1 | 2 | 3

const optionsOf = (name: 'frequency' | 'period') =>
  infoOf(Schedule.shape[name])!.options!.map(({ value, label }) => ({ value: value as Frequency, label }))
/** The default period of each frequency. */
const default_periods: Record<Frequency, Period> = {
  [frequency.daily]: period.yesterday,
  [frequency.weekly]: period.last_week,
  [frequency.monthly]: period.last_month,
}
const max_day = 28

export default function ScheduleDialog({ report, list, filters, onClose }: Props) {
  const client = useQueryClient()
  const words = filterWords(client, list, filters, ['from_date', 'to_date'])
  const form = useScheduleForm({ report, query: queryOf(list), filter_text: words === '' ? null : words })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Gửi báo cáo định kỳ"
      description={reportPages[report].title}
      size="lg"
      dirty={form.isDirty}
      onSubmit={form.submit}
      saveLabel="Đặt lịch"
      saving={form.saving}
    >
      <Stack gap={5}>
        <Grid columns={2}>
          <TimeFields form={form} />
          <FullWidth>
            <RecipientsField report={report} form={form} />
          </FullWidth>
          <FullWidth>
            <Text size="sm" tone="muted">
              {words === '' ? 'Không có bộ lọc nào ngoài ngày' : `Bộ lọc như đang xem: ${words}`}. Tệp excel đính kèm,
              các con số trong thư; số liệu theo quyền của bạn lúc gửi.
            </Text>
          </FullWidth>
        </Grid>
        <OwnSchedules />
      </Stack>
    </Dialog>
  )
}

/** The filters of the report without its days and pages, as the query of its address. */
function queryOf({ state }: List): string {
  const { from_date: _, to_date: __, page_index: ___, page_size: ____, ...filters } = state
  return toQuery(filters).toString()
}

type ScheduleForm = ReturnType<typeof useScheduleForm>

function useScheduleForm(scheduled: { report: ReportName; query: string; filter_text: string | null }) {
  const { me } = useRights()
  const defaults = {
    frequency: frequency.daily as Frequency,
    on_day: 1,
    at: '07:00' as string | null,
    period: period.yesterday as Period,
    recipients: [me.user_id],
  }
  const [values, setValues] = useState(defaults)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const add = useWrite(schedules.add, {
    onSuccess: () => {
      toast.success('Đã đặt lịch gửi báo cáo.')
      setValues(defaults)
    },
    onFailure: (failure) => showAtFields(failure, setErrors),
  })
  function change(changes: Partial<typeof defaults>) {
    setErrors({})
    setValues((old) => ({ ...old, ...changes }))
  }
  function submit() {
    const { at } = values
    if (at === null) return setErrors({ at: 'Vui lòng nhập giờ gửi' })
    if (values.recipients.length === 0) return setErrors({ recipients: 'Vui lòng chọn người nhận' })
    add.mutate({ ...values, at, ...scheduled })
  }
  const isDirty = JSON.stringify(values) !== JSON.stringify(defaults)
  return { values, errors, change, submit, isDirty, saving: add.pending }
}

function TimeFields({ form: { values, errors, change } }: { form: ScheduleForm }) {
  return (
    <>
      <Field label="Gửi" required error={errors.frequency}>
        <Select<Frequency>
          value={values.frequency}
          onChange={(value) => change({ frequency: value, on_day: 1, period: default_periods[value] })}
          options={optionsOf('frequency')}
        />
      </Field>
      <Field label="Lúc" required error={errors.at} hint="Giờ Việt Nam">
        <TimeInput value={values.at} onChange={(at) => change({ at })} />
      </Field>
      {values.frequency !== frequency.daily && (
        <Field label="Vào ngày" required error={errors.on_day}>
          <Select<number>
            value={values.on_day}
            onChange={(on_day) => change({ on_day })}
            options={values.frequency === frequency.weekly ? weekday_options : dayOptions}
          />
        </Field>
      )}
      <Field label="Số liệu của" required error={errors.period}>
        <Select<Period>
          value={values.period}
          onChange={(value) => change({ period: value })}
          options={optionsOf('period')}
        />
      </Field>
    </>
  )
}

function RecipientsField({ report, form }: { report: ReportName; form: ScheduleForm }) {
  const { recipients } = form.values
  const people = useChoices(
    schedules.recipients,
    ({ user_id, full_name, user_name, email, why_not }) => ({
      value: user_id,
      label: full_name,
      detail: email ?? user_name,
      whyNot: why_not ?? false,
    }),
    { input: { report }, chosen: recipients },
  )
  return (
    <Field label="Người nhận" required error={form.errors.recipients}>
      <MultiCombobox<number>
        value={recipients}
        onChange={(user_ids) => form.change({ recipients: user_ids })}
        {...people}
      />
    </Field>
  )
}

const weekday_options = [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: weekdayLabel(value) }))
const dayOptions = Array.from({ length: max_day }, (_, index) => ({ value: index + 1, label: `Ngày ${index + 1}` }))
