import { type ComponentPropsWithRef, type KeyboardEvent, useState } from 'react'
import { useFieldControl, useFieldNote } from './field-context.ts'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './control.module.css'

type NativeProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'className' | 'style' | 'size' | 'type'
>

export type PasswordInputProps = NativeProps & { value: string; onChange: (value: string) => void; icon?: IconName }

/** A password input with a button that shows the text, and a hint while Caps Lock is on. */
export function PasswordInput({ value, onChange, id, icon, onKeyDown, onBlur, ...rest }: PasswordInputProps) {
  const field = useFieldControl(id)
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  useFieldNote(capsLock ? { kind: 'hint', text: 'Caps Lock đang bật' } : null)
  const watch = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className={css.box}>
      {icon && (
        <span className={css.lead}>
          <Icon name={icon} />
        </span>
      )}
      <input
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        {...field}
        {...rest}
        type={visible ? 'text' : 'password'}
        className={css.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          watch(event)
          onKeyDown?.(event)
        }}
        onKeyUp={watch}
        onBlur={(event) => {
          setCapsLock(false)
          onBlur?.(event)
        }}
      />
      <button
        type="button"
        className={css.inner}
        aria-label={visible ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        <Icon name={visible ? 'eye-off' : 'eye'} />
      </button>
    </div>
  )
}
