import { useState } from 'react'
import { DateInput } from './date-input.tsx'
import { type DayRange, orderedRange } from './day-ranges.ts'
import { FieldContext, useFieldGroup, useFieldParts } from '#web/ui/field/field-context.ts'
import { MenuButton } from '#web/ui/action/menu.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import css from './date-range.module.css'

const RangePresets = lazyPart(() => import('./range-presets.tsx'))

export type DateRangeProps = {
  value: DayRange
  onChange: (range: DayRange) => void
  min?: string
  max?: string
  /** Shows a menu with today, this week, last month and similar ranges. */
  presets?: boolean
}

/** From–to, inclusive. Reversed ends are swapped when the focus leaves both inputs. Must be inside a Field with `group`. */
export function DateRange({ value, onChange, min, max, presets = true }: DateRangeProps) {
  const { 'aria-invalid': invalid, 'aria-required': required, ...group } = useFieldGroup()
  const parts = useFieldParts()
  // Reversed ends are kept until the focus leaves: the user may be about to change the other end as well.
  const [reversed, setReversed] = useState<DayRange | null>(null)
  const range = reversed ?? value
  // Counts the chosen presets: what was typed before gives way to them, even where the value stays the same.
  const [picks, setPicks] = useState(0)
  function changeRange(chosenRange: DayRange) {
    const isReversed = Boolean(chosenRange.from && chosenRange.to && chosenRange.from > chosenRange.to)
    setReversed(isReversed ? chosenRange : null)
    if (!isReversed) onChange(chosenRange)
  }
  function swapReversed() {
    if (!reversed) return
    setReversed(null)
    onChange(orderedRange(reversed))
  }
  function pickUsual(usual: DayRange) {
    setReversed(null)
    setPicks(picks + 1)
    onChange(usual)
  }
  return (
    // Handles blur and Enter of both inputs.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      {...group}
      data-invalid={invalid}
      data-required={required}
      className={css.range}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && swapReversed()}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && swapReversed()}
    >
      <FieldContext key={picks} value={parts}>
        <div className={css.end}>
          <DateInput
            aria-label="Từ ngày"
            placeholder="Từ ngày"
            value={range.from}
            min={min}
            max={max}
            onChange={(from) => changeRange({ ...range, from })}
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
            onChange={(to) => changeRange({ ...range, to })}
          />
        </div>
      </FieldContext>
      {presets && (
        <MenuButton icon="clock" label="Khoảng thường dùng" preload={RangePresets.preload}>
          {(menu) => menu && <RangePresets {...menu} onPick={pickUsual} />}
        </MenuButton>
      )}
    </div>
  )
}
