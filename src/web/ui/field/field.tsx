import { type ReactNode, useId, useMemo, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { FieldContext, type FieldNote } from './field-context.ts'
import css from './field.module.css'

export type FieldProps = {
  label: string
  required?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Keeps the label for readers only, where the place says what the control is. */
  labelHidden?: boolean
  /** The control is a group (radio buttons, a range of dates): named by the label, not its target. */
  group?: boolean
  /** Label and control in one frame, in a line of filters. */
  inline?: boolean
  /** Width in a filter bar; in a form the field fills its cell. */
  width?: 'xs' | 'sm' | 'md' | 'lg' | 'xl'
  /** Takes the whole width of the Grid around it. */
  wide?: boolean
  /** The focus has left the field, its calendar and list included. */
  onLeave?: () => void
  children: ReactNode
}

/** Label, control, hint and error, wired by ids: the control inside finds them through the context. */
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
  // What the control knows says more: 'không phải là ảnh' where the form only finds nothing.
  const problem = note?.kind === 'error' ? note.text : error
  const help = note?.kind === 'hint' ? note.text : hint
  const messageId = `${id}message`
  const described = problem || help ? messageId : undefined
  const wiring = useMemo(
    () => ({ id, labelId: `${id}label`, describedBy: described, invalid: Boolean(problem), required, setNote }),
    [id, described, problem, required],
  )
  const labelClass = cx(css.label, required && css.required, labelHidden && css.hiddenLabel)
  return (
    <div
      className={cx(css.field, inline && css.inline, width && css[width], wide && css.wide)}
      // For whoever looks for the first wrong field: its control may still be on its way.
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
      {/* Always in the page, so that readers announce what appears in it. */}
      <div id={messageId} className={problem ? css.error : css.hint} aria-live="polite">
        {problem || help}
      </div>
    </div>
  )
}
