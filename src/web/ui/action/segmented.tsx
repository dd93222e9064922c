import { useId } from 'react'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { groupedNumber } from '#web/ui/field/number-text.ts'
import css from './segmented.module.css'

export type SegmentedProps<T extends string> = {
  value: T
  onChange: (value: T) => void
  options: readonly {
    value: T
    label: string
    icon?: IconName
    /** How many wait there; undefined while they are counted. */
    count?: number | undefined
  }[]
  'aria-label': string
}

/** A choice between a few options, all visible: radio buttons as a segmented bar. */
export function Segmented<T extends string>({ value, onChange, options, ...rest }: SegmentedProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" {...rest} className={css.bar}>
      {options.map((option) => (
        <label key={option.value} className={css.part}>
          <input
            type="radio"
            className={css.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          {option.label}
          {'count' in option && (
            <span className={css.count}>{option.count !== undefined && groupedNumber(option.count)}</span>
          )}
        </label>
      ))}
    </div>
  )
}
