import { type ReactNode, useId } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { useFieldControl } from './field-context.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './switch.module.css'

export type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The visible label; without it, and outside a Field, pass an aria-label. */
  label?: ReactNode
  whyNot?: WhyNot
  id?: string
  'aria-label'?: string
}

/** Turns something on or off at once, without saving a form. */
export function Switch({ checked, onChange, label, whyNot, id, ...rest }: SwitchProps) {
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
        role="switch"
        aria-checked={checked}
        className={css.input}
        checked={checked}
        onChange={(event) => !whyNot && onChange(event.target.checked)}
      />
      {label}
      {whyNot && <VisuallyHidden id={reasonId}>{whyNot}</VisuallyHidden>}
    </label>
  )
}
