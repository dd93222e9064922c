import { useState } from 'react'
import { DateInput } from './date-input.tsx'
import { today } from './date-text.ts'
import { type DayRange, orderedRange, usualRanges } from './day-ranges.ts'
import { FieldContext, useFieldGroup, useFieldParts } from '#web/ui/field/field-context.ts'
import { Menu } from '#web/ui/action/menu.tsx'
import css from './date-range.module.css'

export type DateRangeProps = {
  value: DayRange
  onChange: (range: DayRange) => void
  min?: string
  max?: string
  /** Offers today, this week, last month and the like. */
  presets?: boolean
}

/** From–to, inclusive. Reversed ends are swapped when the typist leaves them. Stands in a Field with `group`. */
export function DateRange({ value, onChange, min, max, presets = true }: DateRangeProps) {
  const { 'aria-invalid': invalid, 'aria-required': required, ...group } = useFieldGroup()
  const parts = useFieldParts()
  // Reversed ends wait until the typist leaves: the other end may be about to change as well.
  const [reversed, setReversed] = useState<DayRange | null>(null)
  const range = reversed ?? value
  function take(next: DayRange) {
    const isReversed = Boolean(next.from && next.to && next.from > next.to)
    setReversed(isReversed ? next : null)
    if (!isReversed) onChange(next)
  }
  function settle() {
    if (!reversed) return
    setReversed(null)
    onChange(orderedRange(reversed))
  }
  return (
    // Leaving the pair and Enter are heard here for both inputs.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      {...group}
      data-invalid={invalid}
      data-required={required}
      className={css.range}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && settle()}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && settle()}
    >
      <FieldContext value={parts}>
        <div className={css.end}>
          <DateInput
            aria-label="Từ ngày"
            placeholder="Từ ngày"
            value={range.from}
            min={min}
            max={max}
            onChange={(from) => take({ ...range, from })}
          />
        </div>
        <span className={css.dash} aria-hidden>
          –
        </span>
        <div className={css.end}>
          <DateInput
            aria-label="Đến ngày"
            placeholder="Đến ngày"
            value={range.to}
            min={min}
            max={max}
            onChange={(to) => take({ ...range, to })}
          />
        </div>
      </FieldContext>
      {presets && (
        <Menu
          icon="clock"
          label="Khoảng thường dùng"
          items={usualRanges(today()).map((usual) => ({
            label: usual.label,
            onSelect: () => {
              setReversed(null)
              onChange(usual.range)
            },
          }))}
        />
      )}
    </div>
  )
}
