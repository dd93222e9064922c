import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldControl, useFieldNote } from './field-context.ts'
import { groupedNumber } from './number-text.ts'
import { caretAfter, numberOf, regrouped } from './typed-number.ts'
import css from './control.module.css'

export type NumberInputProps = {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  /** The unit after the number: 'đ', 'vé', '%'. */
  suffix?: string
  align?: 'left' | 'right'
  /** Whether thousands are separated by dots; false for years and codes. */
  grouping?: boolean
  placeholder?: string
  readOnly?: boolean
  disabled?: boolean
  autoFocus?: boolean
  onBlur?: () => void
  onEnter?: () => void
  id?: string
  name?: string
  'aria-label'?: string
}

const textOf = (value: number | null, grouping: boolean) =>
  grouping ? groupedNumber(value) : value === null ? '' : String(value)

function outOfRange(value: number | null, min?: number, max?: number): string | null {
  if (value === null) return null
  if (min !== undefined && value < min) return `Tối thiểu ${groupedNumber(min)}`
  return max !== undefined && value > max ? `Tối đa ${groupedNumber(max)}` : null
}

/** A whole number, grouped by dots while it is typed without moving the caret; the keys e , - . are ignored. */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, suffix, align = 'left', grouping = true, id, onEnter, onBlur, ...rest } = props
  const field = useFieldControl(id)
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // While an input method composes a word, its text is kept as it is.
  const [draft, setDraft] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const text = draft ?? textOf(value, grouping)
  const problem = refused ? `“${refused}” không phải là số nguyên hợp lệ` : outOfRange(value, min, max)
  useFieldNote(problem ? { kind: 'error', text: problem } : null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function take(typed: string, typed_caret: number) {
    const typed_text = grouping ? regrouped(typed) : regrouped(typed).replaceAll('.', '')
    const number = typed_text === '' ? null : Number(typed_text.replaceAll('.', ''))
    setRefused(null)
    setDraft(null)
    if (number !== null && !Number.isSafeInteger(number)) return
    caret.current = caretAfter(typed.slice(0, typed_caret).normalize('NFKC').replace(/\D/g, '').length, typed_text)
    if (number !== value) onChange(number)
  }
  function change(event: FormEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.currentTarget
    if ((event.nativeEvent as InputEvent).isComposing) setDraft(typed)
    else take(typed, selectionStart ?? typed.length)
  }
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onEnter?.()
    if (/^[e,\-.]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) event.preventDefault()
    const { selectionStart, selectionEnd, value: typed } = event.currentTarget
    // Backspace after a dot also removes the digit before it, because the dot alone would be inserted again at once.
    if (
      event.key === 'Backspace' &&
      selectionStart === selectionEnd &&
      selectionStart &&
      typed[selectionStart - 1] === '.'
    ) {
      event.preventDefault()
      take(typed.slice(0, selectionStart - 2) + typed.slice(selectionStart - 1), selectionStart - 2)
    }
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pastedText = event.clipboardData.getData('text')
    const { selectionStart: from, selectionEnd: to, value: typed } = event.currentTarget
    event.preventDefault()
    const number = numberOf(pastedText)
    if (number === undefined || number === null) return setRefused(pastedText.trim().slice(0, 30) || null)
    const start = from ?? typed.length
    take(typed.slice(0, start) + number + typed.slice(to ?? start), start + String(number).length)
  }
  return (
    <div className={css.box}>
      <input
        autoComplete="off"
        {...field}
        {...rest}
        aria-invalid={field['aria-invalid'] || Boolean(problem) || undefined}
        ref={input}
        type="text"
        inputMode="numeric"
        className={cx(css.input, align === 'right' && css.right)}
        value={text}
        onChange={change}
        onCompositionEnd={(event) => take(event.currentTarget.value, event.currentTarget.selectionStart ?? 0)}
        onKeyDown={keyDown}
        onPaste={paste}
        onBlur={() => {
          // An empty field still says why what was pasted is not in it.
          if (text !== '') setRefused(null)
          onBlur?.()
        }}
      />
      {suffix && <span className={css.suffix}>{suffix}</span>}
    </div>
  )
}
