/**
 * A combobox until its list is about to be opened: the same box with the same text, as plain markup. Its code is fetched when the
 * pointer or the focus comes; then the real one takes over, with the focus and with what was typed meanwhile.
 */
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { ComboboxCommon, ComboboxStart } from './combobox-option.ts'
import { useFieldControl } from '#web/ui/field/field-context.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import control from '#web/ui/field/control.module.css'

/** What a person did to this control before the full one was loaded, which continues with it. */
const nothing = { typed: false, opened: false, composing: false, entered: false }

export function useClosedInput(
  { placeholder = 'Chọn', id, disabled, onBlur, 'aria-label': label }: ComboboxCommon,
  text: string,
  load: () => Promise<boolean>,
  onStart: (start: ComboboxStart) => void,
) {
  const field = useFieldControl(id)
  const ref = useRef<HTMLInputElement>(null)
  const done = useRef(nothing)
  useLayoutEffect(() => {
    if (ref.current && !done.current.typed) ref.current.value = text
  }, [text])

  async function takeOver() {
    const isLoaded = !disabled && (await load())
    const element = ref.current
    const { typed, opened, composing, entered } = done.current
    // A word that is being composed is left alone until it is finished.
    if (!isLoaded || !element || composing) return
    const start: ComboboxStart =
      document.activeElement === element
        ? {
            selection: [element.selectionStart ?? 0, element.selectionEnd ?? 0],
            open: opened,
            ...(typed && { text: element.value, entered }),
          }
        : {}
    // At once: a key that came between reading the box and replacing it would be lost.
    flushSync(() => onStart(start))
  }
  function open() {
    if (disabled) return
    done.current = { ...done.current, opened: true }
    ref.current?.focus()
    void takeOver()
  }
  function forget() {
    done.current = nothing
    ref.current!.value = text
  }
  /** The list that is on its way takes these keys; where none is, they belong to what is around the box. */
  function answer(event: React.KeyboardEvent) {
    const { typed, opened } = done.current
    if (!typed && !opened) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') forget()
    else done.current = { ...done.current, entered: typed }
  }
  const input = {
    ...field,
    ref,
    role: 'combobox',
    type: 'text',
    'aria-label': label,
    'aria-expanded': false,
    'aria-haspopup': 'listbox',
    'aria-autocomplete': 'list',
    autoComplete: 'off',
    spellCheck: false,
    placeholder,
    disabled,
    defaultValue: text,
    onFocus: () => void takeOver(),
    onPointerDown: open,
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        open()
      } else if (event.key === 'Enter' || event.key === 'Escape') answer(event)
    },
    onInput: () => {
      done.current = { ...done.current, typed: true, entered: false }
    },
    onCompositionStart: () => {
      done.current = { ...done.current, composing: true }
    },
    onCompositionEnd: () => {
      done.current = { ...done.current, composing: false }
      void takeOver()
    },
    onBlur: () => {
      forget()
      onBlur?.()
    },
  } as const
  return { input, open, near: () => void takeOver() }
}

interface ClosedBoxProps {
  className: string | undefined
  closed: ReturnType<typeof useClosedInput>
  children: ReactNode
}

export function ClosedBox({ className, closed, children }: ClosedBoxProps) {
  return (
    <div className={className} onPointerEnter={closed.near}>
      {children}
      <button
        type="button"
        className={control.inner}
        aria-label="Mở danh sách"
        aria-haspopup="listbox"
        aria-expanded={false}
        tabIndex={-1}
        disabled={closed.input.disabled}
        onClick={closed.open}
      >
        <Icon name="chevron-down" size={14} />
      </button>
    </div>
  )
}
