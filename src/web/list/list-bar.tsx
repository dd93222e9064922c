/** The line above the rows: what they are filtered by, and at its right end the list's own tools. */
import type { KeyboardEvent, ReactNode } from 'react'
import { focusFirstRow } from '#web/ui/table/table-focus.ts'
import css from './list-bar.module.css'

export function ListBar({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    // Down from the search enters the rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.bar} onKeyDown={enterRows}>
      <div className={css.filters}>{children}</div>
      <div className={css.tools}>{tools}</div>
    </div>
  )
}

function enterRows(event: KeyboardEvent<HTMLElement>) {
  const { target, key, nativeEvent } = event
  if (
    key !== 'ArrowDown' ||
    nativeEvent.isComposing ||
    !(target instanceof HTMLInputElement) ||
    target.type !== 'search'
  )
    return
  if (focusFirstRow(target)) event.preventDefault()
}
