import { useState, type ReactNode } from 'react'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession } from '#web/form/editor-session.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { ChoiceSource } from '#web/choices/choice-source.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { ClosedDay, drawArea } from './draw-area.contract.ts'

interface DrawAreaEditorProps {
  row: RowOf<typeof drawArea.list>
  stores: ChoiceSource
  onClose: () => void
}

const sections = [
  { title: 'Lịch quay', fields: ['weekdays', 'draw_time', 'stop_time', 'return_time', 'import_time'] },
  { title: 'Vé và kho', fields: ['series_count', 'face_value', 'base_id', 'status'] },
]
const invalidated = ['cms/draw_area', 'cms/base_store', 'cms/utility', 'cms/period', 'cms/config/lottery']

export default function DrawAreaEditor({ row, stores, onClose }: DrawAreaEditorProps) {
  const [session] = useState(() => beginSession({ update: drawArea.update }, row))
  const record = useRecordForm({
    session,
    fields: [...sections.flatMap(({ fields }) => fields), 'closed_days'],
    invalidates: invalidated,
    choices: { base_id: stores },
    render: (name, value) =>
      name === 'closed_days'
        ? (value as Day[]).map(({ day, reason }) => `${day}: ${reason}`).join('; ') || 'không có'
        : undefined,
    onSaved: () => {
      toast.success('Đã cập nhật đài quay. Các kỳ chưa mở bán theo lịch mới.')
      onClose()
    },
  })
  const { form, changed } = record
  return (
    <>
      <Dialog
        open
        onClose={() => {
          record.revert()
          onClose()
        }}
        title="Sửa đài quay"
        description={`${row.area_code} · ${row.area_name}`}
        size="lg"
        dirty={changed}
        saving={record.pending}
        saveWhyNot={!changed && 'Chưa có thay đổi nào.'}
        onSubmit={record.save}
      >
        <Stack gap={5}>
          {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
          <Fields
            record={record}
            fields={sections}
            choices={{ base_id: stores }}
            hints={{
              import_time: 'Của ngày trước ngày quay',
              return_time: 'Không sau giờ ngừng bán',
              stop_time: 'Không sau giờ quay',
              base_id: 'Đài đang thuộc kho khác phải được gỡ khỏi kho đó trước',
              series_count: 'Một cặp nguyên có một vé của mỗi sê-ri',
            }}
          />
          <ClosedDays
            days={(form.values.closed_days ?? []) as Day[]}
            error={form.errors.closed_days}
            onChange={(days) => form.setFieldValue('closed_days', days)}
          />
        </Stack>
      </Dialog>
      {record.conflict}
    </>
  )
}

interface Day {
  day: string | null
  reason: string
}

interface ClosedDaysProps {
  days: readonly Day[]
  error: ReactNode
  onChange: (days: Day[]) => void
}

function ClosedDays({ days, error, onChange }: ClosedDaysProps) {
  const changeDay = (index: number, change: Partial<Day>) =>
    onChange(days.map((day, position) => (position === index ? { ...day, ...change } : day)))
  const [day_label, reason_label] = [infoOf(ClosedDay.shape.day)!.label, infoOf(ClosedDay.shape.reason)!.label]
  return (
    <Stack>
      <Heading level={3}>{day_label} sắp tới</Heading>
      {days.length === 0 && <Text tone="muted">Không có ngày nghỉ nào từ hôm nay.</Text>}
      {days.map((closedDay, index) => (
        <Row key={index} wrap={false} align="end">
          <Field label={day_label} width="sm" labelHidden={index > 0}>
            <DateInput value={closedDay.day} min={today()} onChange={(day) => changeDay(index, { day })} />
          </Field>
          <Field label={reason_label} width="lg" labelHidden={index > 0}>
            <TextInput
              value={closedDay.reason}
              maxLength={infoOf(ClosedDay.shape.reason)!.max}
              onChange={(reason) => changeDay(index, { reason })}
            />
          </Field>
          <IconButton
            icon="trash"
            tone="danger"
            label={`Bỏ ngày nghỉ thứ ${index + 1}`}
            onClick={() => onChange(days.filter((_, position) => position !== index))}
          />
        </Row>
      ))}
      {error && <Banner kind="error">{error}</Banner>}
      <Row>
        <Button
          icon="plus"
          size="sm"
          onClick={() => onChange([...days, { day: null, reason: days.at(-1)?.reason ?? '' }])}
        >
          Thêm ngày nghỉ
        </Button>
      </Row>
    </Stack>
  )
}
