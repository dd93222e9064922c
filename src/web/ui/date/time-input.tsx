import { useState } from 'react'
import { useFieldControl, useFieldNote } from '#web/ui/field/field-context.ts'
import { useTypedDraft } from '#web/ui/field/typed-draft.ts'
import { incomplete_note } from './date-input.tsx'
import { parseTime } from './time-text.ts'
import css from '#web/ui/field/control.module.css'

export type TimeInputProps = {
  /** 'HH:mm' */
  value: string | null
  onChange: (time: string | null) => void
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** The day is filled in, and the time must be as well. */
  isOtherFilled?: boolean
  onBlur?: () => void
  id?: string
  name?: string
  'aria-label'?: string
}

const invalid_time_text = 'Giờ không hợp lệ, nhập theo dạng giờ:phút'

/** A time of day on the 24-hour clock, typed as 7:30, 0730 or 7h30. */
export function TimeInput({ value, onChange, isOtherFilled, onBlur, id, ...rest }: TimeInputProps) {
  const field = useFieldControl(id)
  // The typed text while it is not a valid time: half a time, or one that does not exist. Otherwise null: the value is shown.
  const [isTouched, setTouched] = useState(false)
  const { draft, showText, dropDraft } = useTypedDraft(value, !isTouched)
  const time = draft === null ? value : parseTime(draft)
  const problem = isTouched && time === undefined
  const isMissing = isOtherFilled && time === null
  useFieldNote(problem ? { kind: 'error', text: invalid_time_text } : isMissing ? incomplete_note : null)

  function type(typed: string) {
    const parsed = parseTime(typed) ?? null
    showText(typed, parsed)
    setTouched(false)
    if (parsed !== value) onChange(parsed)
  }
  function settle() {
    setTouched(true)
    if (time !== undefined) dropDraft()
  }
  return (
    <div className={css.box}>
      <input
        placeholder="hh:mm"
        autoComplete="off"
        {...field}
        {...rest}
        aria-invalid={field['aria-invalid'] || problem || undefined}
        data-unreadable={isMissing || time === undefined || undefined}
        type="text"
        inputMode="numeric"
        maxLength={5}
        className={css.input}
        value={draft ?? value ?? ''}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          settle()
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle()
        }}
      />
    </div>
  )
}
