import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showDay } from './date-text.ts'
import { parseDay } from './parse-day.ts'
import { useFieldControl, useFieldNote } from '#web/ui/field/field-context.ts'
import { useTypedDraft } from '#web/ui/field/typed-draft.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import css from '#web/ui/field/control.module.css'

const CalendarPopup = lazyPart(() => import('./calendar-popup.tsx'))

export type DateInputProps = {
  /** 'YYYY-MM-DD' */
  value: string | null
  onChange: (day: string | null) => void
  min?: string
  max?: string
  placeholder?: string
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  /** The time of day is filled in, and the day must be as well. */
  isOtherFilled?: boolean
  onBlur?: () => void
  id?: string
  name?: string
  'aria-label'?: string
}

/** What a field says of a moment of which one part is missing. */
export const incomplete_note = { kind: 'hint', text: 'Nhập cả ngày và giờ' } as const
const invalid_day_text = 'Ngày không hợp lệ, nhập theo dạng dd/mm/yyyy'

function outOfRange(day: string | null, min?: string, max?: string): string | null {
  if (day === null) return null
  if (min && day < min) return `Không được trước ngày ${showDay(min)}`
  return max && day > max ? `Không được sau ngày ${showDay(max)}` : null
}

/** A day, typed as dd/MM/yyyy or chosen in the calendar, whose code is loaded when it is first opened. */
export function DateInput(props: DateInputProps) {
  const { value, onChange, min, max, isOtherFilled, id, readOnly, disabled, onBlur, ...rest } = props
  const field = useFieldControl(id)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // The typed text while it is not a valid date: half a date, or one that does not exist. Otherwise null: the value is shown.
  const [isTouched, setTouched] = useState(false)
  const { draft, showText, dropDraft } = useTypedDraft(value, !isTouched)
  const [open, setOpen] = useState(false)
  const text = draft ?? showDay(value)
  const day = draft === null ? value : parseDay(draft, !isTouched)
  const problem = day === undefined ? isTouched && invalid_day_text : outOfRange(day, min, max)
  const isMissing = isOtherFilled && day === null
  useFieldNote(problem ? { kind: 'error', text: problem } : isMissing ? incomplete_note : null)

  function type(typed: string) {
    const parsed = parseDay(typed, true) ?? null
    showText(typed, parsed)
    setTouched(false)
    if (parsed !== value) onChange(parsed)
  }
  function settle() {
    if (draft === null) return
    const draftDay = parseDay(draft)
    setTouched(true)
    if (draftDay === undefined) return
    dropDraft()
    if (draftDay !== value) onChange(draftDay)
  }
  function pick(picked: string) {
    dropDraft()
    setOpen(false)
    if (picked !== value) onChange(picked)
    input.current?.focus()
  }
  return (
    <div ref={box} className={css.box}>
      <input
        placeholder="dd/mm/yyyy"
        autoComplete="off"
        {...field}
        {...rest}
        aria-invalid={field['aria-invalid'] || Boolean(problem) || undefined}
        data-unreadable={isMissing || (draft !== null && parseDay(draft) === undefined) || undefined}
        ref={input}
        type="text"
        inputMode="text"
        maxLength={14}
        readOnly={readOnly}
        disabled={disabled}
        className={css.input}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          // The form looks at the value when it is told that the field was left.
          flushSync(settle)
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle()
        }}
      />
      {!readOnly && !disabled && (
        <button
          type="button"
          className={css.inner}
          aria-label="Mở lịch"
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={CalendarPopup.preload}
          onFocus={CalendarPopup.preload}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
        </button>
      )}
      {open && (
        <CalendarPopup
          anchor={box}
          value={day ?? null}
          min={min}
          max={max}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
