import type { ReactNode } from 'react'
import css from './boards.module.css'

export type Board = {
  key: string | number
  /** How it is played. */
  label: ReactNode
  numbers: string
  aside?: ReactNode
}

/** Boards and tickets to be typed into a terminal: their numbers large, one apart from the other, in figures of one width. */
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
              {item.numbers.split(' ').map((number, at, { length }) => (
                // The same number may stand on a board twice. The space behind is for whoever copies them.
                <span key={at} className={/^\d+$/.test(number) ? css.number : css.sign}>
                  {at < length - 1 ? `${number} ` : number}
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
