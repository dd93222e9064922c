/** The toolbar above the rows: filters at the left, tools at the right. */
import type { KeyboardEvent, ReactNode } from 'react'
import { focusFirstRow } from '#web/ui/table/table-focus.ts'
import css from './list-bar.module.css'

/** The row above a list: its filters, and its tools at the end. */
export function ListBar({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    // ArrowDown in the search field moves the focus to the rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.bar} onKeyDown={focusRows}>
      <div className={css.filters} data-filters>
        {children}
      </div>
      {tools && <div className={css.tools}>{tools}</div>}
    </div>
  )
}

function focusRows(event: KeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing || !target.matches('[type=search]')) return
  if (focusFirstRow(target)) event.preventDefault()
}
