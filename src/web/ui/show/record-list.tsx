import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import css from './record-list.module.css'

export type RecordItem = {
  key: string | number
  icon?: IconName
  title: ReactNode
  badge?: ReactNode
  /** Secondary lines under the title. */
  lines?: readonly ReactNode[]
  action?: ReactNode
}

/** A short list of records, each with an action, where a table is not needed: sessions, files, members. */
export function RecordList({ items }: { items: readonly RecordItem[] }) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <li key={item.key} className={css.item}>
          {item.icon && (
            <span className={css.icon}>
              <Icon name={item.icon} />
            </span>
          )}
          <div className={css.words}>
            <div className={css.title}>
              {item.title}
              {item.badge}
            </div>
            {item.lines?.map((line, index) => (
              <div key={index} className={css.line}>
                {line}
              </div>
            ))}
          </div>
          {item.action && <div className={css.action}>{item.action}</div>}
        </li>
      ))}
    </ul>
  )
}
