/** Creates a statement of a partner over past days. */
import { day_ms } from '#contract/days.ts'
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateRange } from '#web/ui/date/date-range.tsx'
import type { DayRange } from '#web/ui/date/day-ranges.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { dayText } from '#web/value/format.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import {
  max_statement_days,
  partnerStatement,
  statementStatus,
  type StatementRow,
} from './partner-statement.contract.ts'

interface PrepareDialogProps {
  onDone: (row: StatementRow) => void
  onClose: () => void
}

export default function PrepareDialog({ onDone, onClose }: PrepareDialogProps) {
  const [partner_id, setPartnerId] = useState<number | null>(null)
  const [kind, setKind] = useState<PeriodKind>('week')
  const [range, setRange] = useState<DayRange | null>(null)
  const partners = useChoices(
    partner.list,
    (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
    { key: 'only_id', chosen: partner_id === null ? [] : [partner_id] },
  )
  const lastStatement = useLastStatement(partner_id)
  const yesterday = addDays(today(), -1)
  const next_day = lastStatement && addDays(lastStatement.to_date, 1)
  const { from, to } = range ?? periodFrom(kind, next_day ?? null, today())
  const prepare = useAct(partnerStatement.prepare, {
    success: (_, row) => `Đã lập ${row.statement_code}, chờ hai bên xác nhận.`,
    onDone: (row) => {
      onClose()
      onDone(row)
    },
  })
  const is_up_to_date = next_day !== undefined && next_day > yesterday
  const whyNot =
    (partner_id === null && 'Hãy chọn đại lý.') ||
    (is_up_to_date && 'Đại lý đã có bảng đến hết hôm qua.') ||
    (!(from && to) && 'Hãy chọn kỳ.')
  return (
    <Dialog
      open
      size="md"
      title="Lập bảng đối soát đại lý"
      description="Số liệu lấy từ các đơn của kỳ; hai bên cùng xác nhận thì được chốt và ghi sổ."
      dirty={partner_id !== null}
      saving={prepare.pending}
      saveLabel="Lập bảng"
      saveWhyNot={whyNot || null}
      onSubmit={() => partner_id && from && to && prepare.mutate({ partner_id, from_date: from, to_date: to })}
      onClose={onClose}
    >
      <Stack>
        <Field label="Đại lý" required>
          <Combobox {...partners} value={partner_id} onChange={setPartnerId} placeholder="Gõ để tìm" />
        </Field>
        <Field label="Kỳ" group>
          <Segmented<PeriodKind>
            aria-label="Kỳ"
            value={kind}
            onChange={(chosen) => {
              setKind(chosen)
              setRange(null)
            }}
            options={[
              { value: 'day', label: 'Ngày' },
              { value: 'week', label: 'Tuần' },
              { value: 'month', label: 'Tháng' },
            ]}
          />
        </Field>
        <Field
          label="Từ ngày – đến ngày"
          group
          required
          hint={`Tối đa ${max_statement_days} ngày, kết thúc trước hôm nay`}
        >
          <DateRange value={{ from, to }} onChange={setRange} max={yesterday} presets={false} />
        </Field>
        {lastStatement && (
          <Text tone="muted">
            {`Bảng gần nhất đến hết ngày ${dayText(lastStatement.to_date)}: kỳ này bắt đầu từ ${dayText(next_day!)}.`}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}

/** The latest statement of the partner that is not cancelled; undefined while it is read, and without any. */
function useLastStatement(partner_id: number | null): StatementRow | undefined {
  const { data } = useRead(
    partnerStatement.list,
    { partner_id, sort: '-to_date', page_size: 100, part: 'rows' },
    { enabled: partner_id !== null },
  )
  return data?.items.find(({ status }) => status !== statementStatus.cancelled)
}

type PeriodKind = 'day' | 'week' | 'month'

/**
 * The next period of this kind; for a partner without statements the last complete one. A period that is not over is cut to yesterday.
 * @param next_day the day after the partner's last statement
 */
function periodFrom(kind: PeriodKind, next_day: string | null, day: string): DayRange {
  const yesterday = addDays(day, -1)
  const from = next_day ?? lastStart(kind, day)
  const end = endOf(kind, from)
  return { from, to: from > yesterday || end < yesterday ? end : yesterday }
}

function lastStart(kind: PeriodKind, day: string): string {
  if (kind === 'day') return addDays(day, -1)
  if (kind === 'week') return addDays(day, -weekdayOf(day) - 7)
  return `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
}

function endOf(kind: PeriodKind, from: string): string {
  if (kind === 'day') return from
  if (kind === 'week') return addDays(from, 6 - weekdayOf(from))
  return addDays(`${addDays(`${from.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1)
}

/** 0 is Monday. */
const weekdayOf = (day: string) => (Date.parse(day) / day_ms + 3) % 7
