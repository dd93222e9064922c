import { useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './correctable-cell.module.css'

interface CorrectableCellProps {
  label: string
  text: string
  takesFocus: boolean
  /** Null where it can no longer be corrected. */
  onCorrect: ((text: string) => void) | null
}

/** An invalid cell of a file, editable in place. Enter or leaving it applies the text, Escape restores it. */
export function CorrectableCell({ label, text, takesFocus, onCorrect }: CorrectableCellProps) {
  const [typed, setTyped] = useState(text)
  if (!onCorrect) return <span className={cx(css.wrong, css.still)}>{text || 'trống'}</span>
  const apply = () => typed !== text && onCorrect(typed)
  return (
    <input
      // After a correction the next invalid cell gets the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      onFocus={(event) => event.target.select()}
      className={css.wrong}
      aria-label={label}
      aria-invalid
      placeholder="trống"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') apply()
        if (event.key !== 'Escape' || typed === text) return
        event.stopPropagation()
        setTyped(text)
      }}
    />
  )
}
