import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './nav-list.module.css'

export type NavItem = { key: number | string; title: string; detail?: ReactNode; aside?: ReactNode }

export type NavListProps = {
  label: string
  items: readonly NavItem[]
  current: number | string | null
  onChoose: (key: number | string) => void
}

/** Records of which one is open beside the list. */
export function NavList({ label, items, current, onChoose }: NavListProps) {
  return (
    <ul className={css.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.key}>
          <button
            type="button"
            className={cx(css.item, item.key === current && css.current)}
            aria-current={item.key === current ? 'true' : undefined}
            onClick={() => onChoose(item.key)}
          >
            <span className={css.words}>
              <span className={css.title}>{item.title}</span>
              {item.detail && <span className={css.detail}>{item.detail}</span>}
            </span>
            {item.aside}
          </button>
        </li>
      ))}
    </ul>
  )
}
