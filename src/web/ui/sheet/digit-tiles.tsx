import { cx } from '#web/ui/base/cx.ts'
import css from './digit-tiles.module.css'

/** A number with the digits highlighted in which it differs from another one. Screen readers read the plain number. */
export function DigitTiles({ text, other }: { text: string; other: string }) {
  if (text === '') return <span className={css.nothing}>trống</span>
  return (
    <span className={css.tiles}>
      {[...text].map((digit, index) => (
        <span key={index} className={cx(css.tile, digit !== other[index] && css.differs)}>
          {digit}
        </span>
      ))}
    </span>
  )
}
