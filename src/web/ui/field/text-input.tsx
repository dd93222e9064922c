import { type ComponentPropsWithRef, type KeyboardEvent, useRef } from 'react'
import { useFieldControl } from './field-context.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './control.module.css'

type NativeProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'className' | 'style' | 'size' | 'type'
>

export type TextInputProps = NativeProps & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'url' | 'search'
  icon?: IconName
  clearable?: boolean
  suffix?: string
  /** Called at Enter, except the Enter that ends an input method's composition. */
  onEnter?: () => void
}

/** A single-line text input. */
export function TextInput(props: TextInputProps) {
  const { value, onChange, type = 'text', icon, clearable, suffix, onEnter, onKeyDown, id, ref, ...rest } = props
  const field = useFieldControl(id)
  const ownRef = useRef<HTMLInputElement>(null)
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter') return
    if (event.nativeEvent.isComposing) event.preventDefault()
    else onEnter?.()
  }
  return (
    <div className={css.box}>
      {icon && (
        <span className={css.lead}>
          <Icon name={icon} />
        </span>
      )}
      <input
        spellCheck={false}
        {...field}
        {...rest}
        ref={(node) => {
          ownRef.current = node
          if (typeof ref === 'function') return ref(node)
          if (ref) ref.current = node
        }}
        type={type}
        className={css.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={keyDown}
      />
      {suffix && <span className={css.suffix}>{suffix}</span>}
      {clearable && value !== '' && !rest.readOnly && !rest.disabled && (
        <button
          type="button"
          className={css.inner}
          aria-label="Xóa nội dung"
          onClick={() => {
            onChange('')
            ownRef.current?.focus()
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}
