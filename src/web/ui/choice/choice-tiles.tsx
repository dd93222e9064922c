import { useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './choice-tiles.module.css'

export interface ChoiceTile<V> {
  value: V
  title: string
  /** At the right of the title. */
  aside?: string
  /** The figure by which the tiles are compared, such as a countdown. */
  figure: string
  figureNote?: string
  tone?: 'amber' | 'danger'
  /** Below, at the left and at the right. */
  notes: readonly [left: string, right?: string]
  /** How far a limit is used up, 0 to 1. */
  used?: number
}

/** One of a few things, each with the figure by which it is chosen. */
export function ChoiceTiles<V extends string | number>({
  value,
  onChange,
  tiles,
  'aria-label': label,
}: {
  value: V | null
  onChange: (value: V) => void
  tiles: readonly ChoiceTile<V>[]
  'aria-label': string
}) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.tiles}>
      {tiles.map((tile) => (
        <label key={tile.value} className={css.tile}>
          <input
            type="radio"
            name={name}
            className={css.input}
            checked={tile.value === value}
            onChange={() => onChange(tile.value)}
          />
          <span className={css.line}>
            <span className={css.title}>{tile.title}</span>
            {tile.aside && <span>{tile.aside}</span>}
          </span>
          <span className={cx(css.figure, tile.tone && css[tile.tone])}>
            {tile.figure}
            {tile.figureNote && <small>{tile.figureNote}</small>}
          </span>
          <span className={css.line}>
            <span>{tile.notes[0]}</span>
            {tile.notes[1] && <span>{tile.notes[1]}</span>}
          </span>
          {tile.used !== undefined && (
            <span className={css.bar} aria-hidden>
              <span
                className={cx(tile.used >= 0.9 && css.full)}
                style={{ width: `${Math.min(100, tile.used * 100)}%` }}
              />
            </span>
          )}
        </label>
      ))}
    </div>
  )
}
