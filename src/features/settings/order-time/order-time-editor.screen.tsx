/** Edits a product's order times from a day on: beside today's times, with their faults and the effects of the change. */
import { useEffect, useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import type { Typing } from '#web/form/editor-base.tsx'
import { showAtFields } from '#web/form/first-error.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Divider, Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { orderTime, type OrderTimeRow, type OrderTimes } from './order-time.contract.ts'
import { sameTimes, timesOn, whyNotTimes } from './order-time.rules.ts'
import { beforeText, clockBefore, leadTimeText, secondsBefore, time_names } from './order-time-text.rules.ts'

interface Props {
  row: OrderTimeRow
  /** A change of the history that is taken back; null to start with the current times. */
  start: SettingChangeRow | null
  typing: Typing<TypedTimes>
}

/** What is typed in the editor. */
export interface TypedTimes {
  from_day: string
  times: OrderTimes
  reason: string
}

export default function OrderTimeEditor({ row, start, typing }: Props) {
  const { can } = useRights()
  const mayChange = can(orderTime.update)
  const form = useOrderTimeForm(row, start, typing)
  return (
    <Panel
      title={`${productName(row.category)} · quay ${row.draw_time}`}
      actions={
        mayChange && (
          <Row>
            {!form.isUnchanged && <Button onClick={form.reset}>Bỏ</Button>}
            <Act
              call={orderTime.update}
              variant="primary"
              aria-keyshortcuts={ariaKeys(keys.save)}
              busy={form.saving}
              whyNot={form.refusal?.message ?? (form.isUnchanged && 'Chưa có thay đổi nào.')}
              onClick={form.submit}
            >
              {`Đặt cho ${dayText(form.from_day)}`}
            </Act>
          </Row>
        )
      }
    >
      <Stack gap={4}>
        <Grid columns={2}>
          <Stack gap={3}>
            <Heading level={3}>Hôm nay đang dùng</Heading>
            <DescriptionList
              columns={1}
              items={time_names.map(({ name, label }) => ({ label, value: beforeText(row, row[name]) }))}
            />
          </Stack>
          <TimeFields row={row} form={form} readOnly={!mayChange} />
          {mayChange && (
            <FullWidth>
              <Field label="Lý do" error={form.errors.reason}>
                <TextInput value={form.reason} onChange={form.setReason} maxLength={200} />
              </Field>
            </FullWidth>
          )}
        </Grid>
        <TimeSequence row={row} refusal={form.refusal} />
        <Divider />
        <Effects row={row} from_day={form.from_day} stop_seconds={form.times.stop_seconds} />
      </Stack>
    </Panel>
  )
}

type OrderTimeForm = ReturnType<typeof useOrderTimeForm>

function useOrderTimeForm(row: OrderTimeRow, start: SettingChangeRow | null, { before, onTyped }: Typing<TypedTimes>) {
  const [from_day, setFromDay] = useState(
    before?.from_day ?? start?.from_day ?? row.planned[0]?.from_day ?? addDays(today(), 1),
  )
  const [times, setTimes] = useState<OrderTimes>(
    before?.times ?? (start?.before as OrderTimes | undefined) ?? timesOn(row, from_day),
  )
  const [reason, setReason] = useState(before?.reason ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useWrite(orderTime.update, {
    invalidates: ['cms/period', 'cms/draw_area'],
    onSuccess: ({ moved, remade }) => {
      onTyped(null)
      const moved_text = moved > 0 ? `, ${numberText(moved)} kỳ đổi giờ` : ''
      toast.success(`Đã đặt giờ nhận đơn từ ${dayText(from_day)}`, {
        detail: `Lập lại ${numberText(remade)} kỳ${moved_text}.`,
      })
    },
    onFailure: (failure) => showAtFields(failure, setErrors),
  })
  const isUnchanged = sameTimes(timesOn(row, from_day), times)
  const isEdited = !isUnchanged || reason !== ''
  useEffect(() => onTyped(isEdited ? { from_day, times, reason } : null), [onTyped, isEdited, from_day, times, reason])
  function change(name: keyof OrderTimes, seconds: number | null) {
    setErrors({})
    setTimes((editedTimes) => ({ ...editedTimes, [name]: seconds }))
  }
  function submit() {
    const { category, version } = row
    save.mutate({ category, from_day, times, reason: reason.trim() === '' ? null : reason, version })
  }
  return {
    from_day,
    setFromDay,
    times,
    change,
    reset: () => {
      setTimes(timesOn(row, from_day))
      setReason('')
    },
    reason,
    setReason,
    errors,
    /** Why these times contradict one another; null when they do not. */
    refusal: whyNotTimes(row, times),
    isUnchanged,
    saving: save.pending,
    submit,
  }
}

function TimeFields({ row, form, readOnly }: { row: OrderTimeRow; form: OrderTimeForm; readOnly: boolean }) {
  const { times, errors, refusal } = form
  return (
    <Stack gap={3}>
      <Field label="Sẽ dùng từ" required error={errors.from_day}>
        <DateInput
          value={form.from_day}
          onChange={(day) => day && form.setFromDay(day)}
          min={addDays(today(), 1)}
          readOnly={readOnly}
        />
      </Field>
      {time_names
        .filter(({ name }) => row[name] !== null)
        .map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            required
            hint={differenceText(row[name]!, times[name])}
            error={errors[name] ?? (refusal?.field === name ? refusal.message : undefined)}
          >
            <SecondsInput
              row={row}
              seconds={times[name]}
              onChange={(value) => form.change(name, value)}
              readOnly={readOnly}
            />
          </Field>
        ))}
    </Stack>
  )
}

/** Whether stop, end of printing and draw follow each other as they must. */
function TimeSequence({ row, refusal }: { row: OrderTimeRow; refusal: OrderTimeForm['refusal'] }) {
  if (refusal)
    return (
      <Banner kind="error" title="Sai trật tự">
        {refusal.message}
      </Banner>
    )
  return (
    <Text tone="green" size="sm">
      {row.line === 'xskt'
        ? 'Đúng trật tự: ngừng nhận ≤ hết giờ in vé ≤ quay'
        : 'Đúng trật tự: ngừng nhận ≤ hết giờ in vé ≤ mở bán kỳ mới'}
    </Text>
  )
}

interface SecondsInputProps {
  row: OrderTimeRow
  seconds: number | null
  onChange: (seconds: number | null) => void
  readOnly: boolean
}

/** A number of seconds before the draw; entered as a time of day where the product draws once a day. */
function SecondsInput({ row, seconds, onChange, readOnly }: SecondsInputProps) {
  if (row.every_minutes !== null)
    return (
      <NumberInput
        value={seconds}
        onChange={onChange}
        min={0}
        max={86_400}
        suffix="giây trước giờ quay"
        readOnly={readOnly}
      />
    )
  return (
    <TimeInput
      value={seconds === null ? null : clockBefore(row.draw_time, seconds)}
      onChange={(clock) => clock !== null && onChange(Math.max(0, secondsBefore(row.draw_time, clock)))}
      readOnly={readOnly}
    />
  )
}

function differenceText(seconds_now: number, seconds_next: number | null): string {
  if (seconds_next === null || seconds_next === seconds_now) return 'như cũ'
  return seconds_next > seconds_now
    ? `sớm hơn ${leadTimeText(seconds_next - seconds_now)}`
    : `muộn hơn ${leadTimeText(seconds_now - seconds_next)}`
}

function Effects({ row, from_day, stop_seconds }: { row: OrderTimeRow; from_day: string; stop_seconds: number }) {
  const read = useRead(orderTime.effect, { category: row.category, from_day, stop_seconds }, { keepPrevious: true })
  if (!read.data) return <ReadFallback read={read} lines={3} />
  const { periods, open_periods, days, orders, amount } = read.data
  const stop = beforeText(row, stop_seconds)
  return (
    <Stack gap={2}>
      <Heading level={3}>Việc sẽ xảy ra</Heading>
      <RecordList
        items={[
          {
            key: 'periods',
            icon: 'calendar',
            title: `${numberText(periods)} kỳ đã lập từ ${dayText(from_day)} theo giờ này, kỳ trước đó giữ nguyên`,
            lines:
              open_periods > 0 ? [`${numberText(open_periods)} kỳ trong số đó đã có đơn: đơn đã nhận giữ nguyên.`] : [],
          },
          {
            key: 'orders',
            icon: 'chart',
            title:
              orders > 0
                ? `${numberText(days)} ngày qua có ${numberText(orders)} đơn · ${moneyText(amount)} đặt sau giờ ngừng mới`
                : `${numberText(days)} ngày qua không có đơn nào đặt sau giờ ngừng mới`,
            lines: orders > 0 ? ['Những đơn như vậy sẽ không nhận nữa.'] : [],
          },
          {
            key: 'refusal',
            icon: 'lock',
            title: `Kênh bán từ chối (mã 156) từ đúng ${stop}, theo giờ cơ sở dữ liệu`,
          },
        ]}
      />
    </Stack>
  )
}
