import type { ComponentPropsWithRef } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldControl } from './field-context.ts'
import css from './text-area.module.css'

type NativeProps = Omit<
  ComponentPropsWithRef<'textarea'>,
  'value' | 'defaultValue' | 'onChange' | 'className' | 'style'
>

export type TextAreaProps = NativeProps & {
  value: string
  onChange: (value: string) => void
  /** The maximum length, shown as a counter; more can be typed, and then the counter turns red. */
  limit?: number
}

/** A multi-line text input that grows with its text. */
export function TextArea({ value, onChange, limit, id, rows = 3, ...rest }: TextAreaProps) {
  const field = useFieldControl(id)
  const length = [...value].length
  return (
    <div className={css.wrap}>
      <textarea
        {...field}
        {...rest}
        rows={rows}
        className={css.area}
        // The height grows with the text, so `rows` is the minimum.
        style={{ minHeight: rows * 20 + 12 }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {limit !== undefined && (
        <span className={cx(css.count, length > limit && css.over)} aria-hidden>
          {length}/{limit}
        </span>
      )}
    </div>
  )
}
