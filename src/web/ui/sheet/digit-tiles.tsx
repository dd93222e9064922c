import { cx } from '#web/ui/base/cx.ts'
import css from './digit-tiles.module.css'

/** A number digit by digit, with the digits marked in which it differs from another one. Read out, it is the number that it is. */
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
