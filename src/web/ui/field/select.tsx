import { useFieldControl } from './field-context.ts'
import css from './select.module.css'

export type Option<T> = {
  value: T
  label: string
  /** Says why the option cannot be chosen. */ whyNot?: string | false
}

export type SelectProps<T> = {
  value: T | null
  onChange: (value: T) => void
  options: readonly Option<T>[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  id?: string
  name?: string
  'aria-label'?: string
}

/**
 * A native select for a short list, with our style where the browser allows it (appearance: base-select). It needs no script and works well on
 * phones. For 'all', add an option.
 */
export function Select<T extends string | number | boolean>(props: SelectProps<T>) {
  const { value, onChange, options, placeholder, id, ...rest } = props
  const field = useFieldControl(id)
  const chosen_index = options.findIndex((option) => option.value === value)
  return (
    <select
      {...field}
      {...rest}
      ref={keepFocus}
      className={css.select}
      data-empty={chosen_index < 0 || undefined}
      value={chosen_index < 0 ? '' : String(chosen_index)}
      onChange={(event) => {
        const option = options[Number(event.target.value)]
        if (option) onChange(option.value)
      }}
    >
      {chosen_index < 0 && (
        <option value="" hidden>
          {placeholder ?? 'Chọn'}
        </option>
      )}
      {options.map((option, index) => (
        <option key={index} value={String(index)} disabled={Boolean(option.whyNot)}>
          {option.whyNot ? `${option.label} (${option.whyNot})` : option.label}
        </option>
      ))}
    </select>
  )
}

/**
 * Keeps the focus in the select after an option has been chosen with the keyboard: the browser gives it back, but a dialog that hears of the option
 * that lost it takes it for itself.
 */
function keepFocus(select: HTMLSelectElement): () => void {
  const ending = new AbortController()
  select.addEventListener(
    'focusout',
    (event) => {
      if (event.target !== select) event.stopPropagation()
    },
    { signal: ending.signal },
  )
  return () => ending.abort()
}
