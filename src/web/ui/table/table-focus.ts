import { type FocusEvent, type KeyboardEvent, type RefObject, useRef } from 'react'

/** How many rows PgUp and PgDn move. */
const page_step = 10

/**
 * Roving tabindex over the rows: arrows, Home, End, PgUp and PgDn move the focus, Enter opens. The tabindex is set on the DOM element, because
 * React state would render every row again at each key.
 */
export function useRowFocus(
  count: number,
  scrollToRow: RefObject<(index: number) => void>,
  open: (index: number, asPage: boolean) => void,
) {
  const currentIndex = useRef(0)

  function onFocus(event: FocusEvent<HTMLElement>) {
    const row = event.target
    if (!(row instanceof HTMLTableRowElement)) return
    for (const other of row.parentElement!.querySelectorAll<HTMLElement>('tr[tabindex="0"]')) other.tabIndex = -1
    row.tabIndex = 0
    currentIndex.current = Number(row.dataset.index)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target
    if (!(row instanceof HTMLTableRowElement) || event.altKey) return
    const withCtrl = event.ctrlKey || event.metaKey
    if (withCtrl && event.key !== 'Enter') return
    const from = Number(row.dataset.index)
    const targets: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page_step,
      PageUp: from - page_step,
      Home: 0,
      End: count - 1,
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      return open(from, withCtrl)
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    focusRow(event.currentTarget, Math.min(Math.max(target, 0), count - 1), scrollToRow.current)
  }
  return {
    onFocus,
    onKeyDown,
    tabIndex: (index: number) => (index === Math.min(currentIndex.current, count - 1) ? 0 : -1),
  }
}

/**
 * Moves the focus from an element above a table (its search bar) to the row that is the tab stop, or to the scrolling box where rows take no
 * focus. False where there is no table.
 */
export function focusFirstRow(above: Element): boolean {
  const row = above
    .closest('section')
    ?.querySelector<HTMLElement>('tbody tr[tabindex="0"], [role="group"][tabindex="0"]:has(tr[data-index])')
  row?.focus()
  return row != null
}

function focusRow(body: HTMLElement, index: number, scrollTo: (index: number) => void) {
  const row = () => body.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
  if (!row()) scrollTo(index)
  // A virtual row is rendered in the frame after the scroll.
  if (row()) row()!.focus()
  else requestAnimationFrame(() => requestAnimationFrame(() => row()?.focus()))
}
