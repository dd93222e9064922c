import type { ReactNode } from 'react'
import css from './boards.module.css'

export type Board = {
  key: string | number
  /** The play type. */
  label: ReactNode
  numbers: string
  aside?: ReactNode
}

/** Boards and tickets to be typed into a terminal: large, spaced numbers with digits of equal width. */
export function Boards({ items, label }: { items: readonly Board[]; label: string }) {
  return (
    <ol className={css.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={item.key} className={css.item}>
          <span className={css.place} aria-hidden="true">
            {index + 1}
          </span>
          <div className={css.words}>
            <div className={css.label}>{item.label}</div>
            <div className={css.numbers}>
              {item.numbers.split(' ').map((number, ball_index, { length }) => (
                // The key is the index, because a board may have a number twice. The space separates the numbers when they are copied.
                <span key={ball_index} className={/^\d+$/.test(number) ? css.number : css.sign}>
                  {ball_index < length - 1 ? `${number} ` : number}
                </span>
              ))}
            </div>
          </div>
          {item.aside && <div className={css.aside}>{item.aside}</div>}
        </li>
      ))}
    </ol>
  )
}
