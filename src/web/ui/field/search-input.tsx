import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useFieldControl } from './field-context.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './control.module.css'

export type SearchInputProps = {
  /** The search that is in force (usually from the address bar). */
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  /** Milliseconds of rest before a search starts by itself; 0 waits for Enter. */
  delay?: number
  maxLength?: number
  autoFocus?: boolean
  id?: string
  'aria-label'?: string
}

/** The search box leaves the typed text to the browser: input methods double or drop letters in controlled inputs. */
export function SearchInput({ value, onSearch, delay = 300, id, ...rest }: SearchInputProps) {
  const field = useFieldControl(id)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)

  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
    else if (input.current && value === '') input.current.value = ''
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search() {
    clearTimeout(timer.current)
    const text = input.current!.value.normalize('NFC').trim()
    if (text !== value) onSearch(text)
  }
  function later(composing: boolean) {
    clearTimeout(timer.current)
    if (!composing && delay > 0) timer.current = window.setTimeout(search, delay)
  }
  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!event.nativeEvent.isComposing) search()
    }
    if (event.key === 'Escape' && input.current!.value !== '') {
      event.preventDefault()
      event.stopPropagation()
      clear()
    }
  }
  function clear() {
    input.current!.value = ''
    input.current!.focus()
    search()
  }
  return (
    <div className={css.box}>
      <span className={css.lead}>
        <Icon name="search" />
      </span>
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        placeholder="Tìm kiếm"
        {...field}
        {...rest}
        ref={input}
        className={css.input}
        defaultValue={value}
        onInput={(event) => later((event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={() => later(false)}
        onKeyDown={keyDown}
      />
      {value !== '' && (
        <button type="button" className={css.inner} aria-label="Xóa tìm kiếm" onClick={clear}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}
