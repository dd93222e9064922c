/** While rows are selected, Tab goes from the controls of one row to the bulk actions below the table, not through those of all other rows. */
import { useEffect } from 'react'

export function useSkippedRows(hasSelection: boolean): void {
  useEffect(() => {
    if (!hasSelection) return
    document.addEventListener('keydown', skipOtherRows)
    return () => document.removeEventListener('keydown', skipOtherRows)
  }, [hasSelection])
}

/** The arrows go to the other rows. */
function skipOtherRows({ key, target }: KeyboardEvent) {
  const row = key === 'Tab' && (target as Element).closest('main tr[data-index]')
  if (!row) return
  const others = [...row.parentElement!.children].filter((sibling): sibling is HTMLElement => sibling !== row)
  for (const other of others) other.inert = true
  // The browser has moved the focus by then.
  setTimeout(() => {
    for (const other of others) other.inert = false
  })
}
