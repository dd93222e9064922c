import { useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './mended-cell.module.css'

interface MendedCellProps {
  label: string
  text: string
  takesFocus: boolean
  /** Null where it can no longer be mended here. */
  onMend: ((text: string) => void) | null
}

/** A wrong cell of a file: marked, and mended in place. Enter, or leaving it, takes what was typed; Escape what stood there. */
export function MendedCell({ label, text, takesFocus, onMend }: MendedCellProps) {
  const [typed, setTyped] = useState(text)
  if (!onMend) return <span className={cx(css.wrong, css.still)}>{text || 'trống'}</span>
  const take = () => typed !== text && onMend(typed)
  return (
    <input
      // Whoever mends one goes on with the next.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      onFocus={(event) => event.target.select()}
      className={css.wrong}
      aria-label={label}
      aria-invalid
      placeholder="trống"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') take()
        if (event.key !== 'Escape' || typed === text) return
        event.stopPropagation()
        setTyped(text)
      }}
    />
  )
}
