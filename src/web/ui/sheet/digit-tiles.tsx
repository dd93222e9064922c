import { cx } from '#web/ui/base/cx.ts'
import css from './digit-tiles.module.css'

/** A number with the digits highlighted in which it differs from another one. Screen readers read the plain number. */
export function DigitTiles({ text, other }: { text: string; other: string }) {
  if (text === '') return <span className={css.nothing}>trống</span>
  return (
    <span className={css.tiles}>
      {[...text].map((digit, at) => (
        <span key={at} className={cx(css.tile, digit !== other[at] && css.differs)}>
          {digit}
        </span>
      ))}
    </span>
  )
}
