import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { useFieldControl } from './field-context.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './checkbox.module.css'

type Native = Omit<
  ComponentPropsWithRef<'input'>,
  'checked' | 'defaultChecked' | 'onChange' | 'className' | 'style' | 'type' | 'ref' | 'disabled'
>

export type CheckboxProps = Native & {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Some but not all of what the box stands for is chosen. */
  indeterminate?: boolean
  /** The visible label; without it give an aria-label. */
  label?: ReactNode
  whyNot?: WhyNot
}

/** The browser's own checkbox, drawn by us: a list shows hundreds of them. The target is 24 px, the box 16. */
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
