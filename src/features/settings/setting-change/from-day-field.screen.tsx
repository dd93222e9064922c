import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'

interface Props {
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
}

/** Chooses the start of a change: at once, or a future day. */
export function FromDayField({ value, onChange, error }: Props) {
  return (
    <Field label="Áp dụng từ (để trống: ngay)" error={error}>
      <DateInput value={value} onChange={onChange} min={addDays(today(), 1)} />
    </Field>
  )
}
