import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useFieldControl } from './field-context.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './control.module.css'

export type SearchInputProps = {
  /** The text that the list is searched by now, usually from the page's address. */
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  /** Milliseconds without typing before a search starts by itself; with 0 it starts only at Enter. */
  delay?: number
  maxLength?: number
  autoFocus?: boolean
  id?: string
  'aria-label'?: string
}

/** A search box. The input is uncontrolled, because input methods double or drop letters in controlled ones. */
export function SearchInput({ value, onSearch, delay = 300, id, ...rest }: SearchInputProps) {
  const field = useFieldControl(id)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef(0)

  // Together with the drawing: an effect after the paint would clear what a person has typed by then.
  useLayoutEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
    else if (input.current && value === '') input.current.value = ''
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search() {
    clearTimeout(timer.current)
    const text = input.current!.value.normalize('NFC').trim()
    if (text !== value) onSearch(text)
  }
  function searchLater(composing: boolean) {
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
        onInput={(event) => searchLater((event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={() => searchLater(false)}
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
