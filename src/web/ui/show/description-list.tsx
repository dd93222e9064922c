import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './description-list.module.css'

export type DescriptionItem = { label: string; value: ReactNode; /** Takes the whole width. */ wide?: boolean }

/** Labels and values of a record. A missing value is shown as a dash. */
export function DescriptionList({ items, columns = 2 }: { items: readonly DescriptionItem[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={cx(css.list, css[`columns${columns}`])}>
      {items.map((item) => (
        <div key={item.label} className={cx(css.item, item.wide && css.wide)}>
          <dt className={css.label}>{item.label}</dt>
          <dd className={css.value}>
            {item.value === null || item.value === undefined || item.value === '' ? (
              <span className={css.none}>—</span>
            ) : (
              item.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
