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
const no_input = { typed: false, opened: false, composing: false, entered: false }

export function useClosedInput(
  { placeholder = 'Chọn', id, disabled, onBlur, 'aria-label': label }: ComboboxCommon,
  text: string,
  load: () => Promise<boolean>,
  onStart: (start: ComboboxStart) => void,
) {
  const field = useFieldControl(id)
  const ref = useRef<HTMLInputElement>(null)
  const pending = useRef(no_input)
  useLayoutEffect(() => {
    if (ref.current && !pending.current.typed) ref.current.value = text
  }, [text])

  async function takeOver() {
    const isLoaded = !disabled && (await load())
    const element = ref.current
    const { typed, opened, composing, entered } = pending.current
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
    pending.current = { ...pending.current, opened: true }
    ref.current?.focus()
    void takeOver()
  }
  function forget() {
    pending.current = no_input
    ref.current!.value = text
  }
  /** Enter and Escape belong to the list once it is on its way; before that, to what is around the box. */
  function keepKeyForList(event: React.KeyboardEvent) {
    const { typed, opened } = pending.current
    if (!typed && !opened) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') forget()
    else pending.current = { ...pending.current, entered: typed }
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
      } else if (event.key === 'Enter' || event.key === 'Escape') keepKeyForList(event)
    },
    onInput: () => {
      pending.current = { ...pending.current, typed: true, entered: false }
    },
    onCompositionStart: () => {
      pending.current = { ...pending.current, composing: true }
    },
    onCompositionEnd: () => {
      pending.current = { ...pending.current, composing: false }
      void takeOver()
    },
    onBlur: () => {
      forget()
      onBlur?.()
    },
  } as const
  return { input, open, takeOver: () => void takeOver() }
}

interface ClosedBoxProps {
  className: string | undefined
  closed: ReturnType<typeof useClosedInput>
  children: ReactNode
}

export function ClosedBox({ className, closed, children }: ClosedBoxProps) {
  return (
    <div className={className} onPointerEnter={closed.takeOver}>
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
