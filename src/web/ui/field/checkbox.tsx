import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { useFieldControl } from './field-context.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './checkbox.module.css'

type NativeProps = Omit<
  ComponentPropsWithRef<'input'>,
  'checked' | 'defaultChecked' | 'onChange' | 'className' | 'style' | 'type' | 'ref' | 'disabled'
>

export type CheckboxProps = NativeProps & {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Some but not all of the items that the box selects are selected. */
  indeterminate?: boolean
  /** The visible label; without it pass an aria-label. */
  label?: ReactNode
  whyNot?: WhyNot
}

/** A native checkbox with our style, because a list shows hundreds of them. The click target is 24 px, the box 16 px. */
export function Checkbox({ checked, onChange, indeterminate = false, label, whyNot, id, ...rest }: CheckboxProps) {
  const field = useFieldControl(id)
  const reasonId = useId()
  return (
    <label className={css.label} data-tip={whyNot || undefined}>
      <input
        {...field}
        {...rest}
        aria-describedby={whyNot ? reasonId : field['aria-describedby']}
        aria-disabled={whyNot ? true : undefined}
        type="checkbox"
        className={css.input}
        ref={(node) => {
          if (node) node.indeterminate = indeterminate
        }}
        checked={checked}
        onChange={(event) => !whyNot && onChange(event.target.checked)}
      />
      {label}
      {whyNot && <VisuallyHidden id={reasonId}>{whyNot}</VisuallyHidden>}
    </label>
  )
}
