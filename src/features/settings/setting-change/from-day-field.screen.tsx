import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'

interface Props {
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
}

/** From when on a change holds: at once, or from a day to come. */
export function FromDayField({ value, onChange, error }: Props) {
  return (
    <Field label="Áp dụng từ (để trống: ngay)" error={error}>
      <DateInput value={value} onChange={onChange} min={addDays(today(), 1)} />
    </Field>
  )
}
