import { type ReactNode, useId, useMemo, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { FieldContext, type FieldNote } from './field-context.ts'
import css from './field.module.css'

export type FieldProps = {
  label: string
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Shows the label to screen readers only, where the control is clear from its surroundings. */
  labelHidden?: boolean
  /** The control is a group (radio buttons, a range of dates): the label names the group instead of pointing at one element. */
  group?: boolean
  /** Label and control in one frame, for a filter bar. */
  inline?: boolean
  /** The width in a filter bar; in a form the field fills its cell. */
  width?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** Fills the whole row of the Grid around it. */
  wide?: boolean
  /** Called when the focus has left the field, including its calendar or list. */
  onLeave?: () => void
  children: ReactNode
}

/** Label, control, hint and error, connected by ids that the control gets from the context. */
export function Field({
  label,
  required = false,
  hint,
  error,
  labelHidden,
  group,
  inline,
  width,
  wide,
  onLeave,
  children,
}: FieldProps) {
  const id = useId()
  const [note, setNote] = useState<FieldNote>(null)
  // The control's own message is more exact: 'không phải là ảnh' where the form only knows that the value is missing.
  const problem = note?.kind === 'error' ? note.text : error
  const help = note?.kind === 'hint' ? note.text : hint
  const messageId = `${id}message`
  const description_id = problem || help ? messageId : undefined
  const wiring = useMemo(
    () => ({ id, labelId: `${id}label`, describedBy: description_id, invalid: Boolean(problem), required, setNote }),
    [id, description_id, problem, required],
  )
  const labelClass = cx(css.label, required && css.required, labelHidden && css.hiddenLabel)
  return (
    <div
      className={cx(css.field, inline && css.inline, width && css[width], wide && css.wide)}
      // For code that looks for the first invalid field, because the code of its control may not be loaded yet.
      data-invalid={problem ? true : undefined}
      onBlur={onLeave && ((event) => !event.currentTarget.contains(event.relatedTarget) && onLeave())}
    >
      {group ? (
        <span id={wiring.labelId} className={labelClass}>
          {label}
        </span>
      ) : (
        <label id={wiring.labelId} htmlFor={id} className={labelClass}>
          {label}
        </label>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      {/* Always in the page, so that screen readers announce a new message in it. */}
      <div id={messageId} className={problem ? css.error : css.hint} aria-live="polite">
        {problem || help}
      </div>
    </div>
  )
}
