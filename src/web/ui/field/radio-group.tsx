import { useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldGroup } from './field-context.ts'
import type { Option } from './select.tsx'
import css from './radio-group.module.css'

export type RadioGroupProps<T> = {
  value: T | null
  onChange: (value: T) => void
  options: readonly (Option<T> & { hint?: string })[]
  /** Side by side where there is room. */
  inline?: boolean
  'aria-label'?: string
}

/** Radio buttons. Must be inside a Field with `group`, whose label names them. */
export function RadioGroup<T extends string | number | boolean>({
  value,
  onChange,
  options,
  inline,
  ...rest
}: RadioGroupProps<T>) {
  const { 'aria-invalid': invalid, ...group } = useFieldGroup()
  const name = useId()
  return (
    <div role="radiogroup" aria-invalid={invalid} {...group} {...rest} className={cx(css.group, inline && css.inline)}>
      {options.map((option) => (
        <label key={String(option.value)} className={css.label} data-tip={option.whyNot || undefined}>
          <input
            type="radio"
            className={css.input}
            name={name}
            checked={option.value === value}
            aria-disabled={option.whyNot ? true : undefined}
            onChange={() => !option.whyNot && onChange(option.value)}
          />
          <span>
            {option.label}
            {(option.hint || option.whyNot) && <span className={css.hint}>{option.whyNot || option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
