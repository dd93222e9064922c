/** The previous and next record of the open one, across the pages of its list. */
import { useEffect, useRef, useState } from 'react'
import type { OpenRecord } from './open-record.ts'

export interface Neighbours {
  /** The position of the record in the list, counted from 1; null when it is not among the rows of the current page. */
  position: { at: number; total: number | null } | null
  /** Open the neighbour; null where there is none. After the record has left the list, the next one is the row now in its position. */
  previous: (() => void) | null
  next: (() => void) | null
}

export function useNeighbours(record: OpenRecord): Neighbours {
  const { id, list, keyOf, show } = record
  const { rows, state, total, pageCount } = list
  const index = id === null ? -1 : rows.findIndex((row) => keyOf(row) === id)
  const lastIndex = useLastIndex(id, index)
  const openOnPage = useOpenOnPage(record)
  const page = Number(state.page_index)
  const step = (target_index: number) => {
    const row = rows[target_index]
    if (row) return () => show(keyOf(row), { isStep: true })
    if (target_index < 0) return page > 1 ? () => openOnPage(page - 1) : null
    return page < pageCount ? () => openOnPage(page + 1) : null
  }
  // Once the record has left the list, the row at its last index is the one after it.
  const after = index >= 0 ? index + 1 : lastIndex
  const previous_index = index >= 0 ? index - 1 : lastIndex !== null ? lastIndex - 1 : null
  return {
    position: index < 0 ? null : { at: (page - 1) * Number(state.page_size) + index + 1, total },
    previous: previous_index === null ? null : step(previous_index),
    next: after === null ? null : step(after),
  }
}

/** The index that the open record last had among the rows; null where it had none. */
function useLastIndex(id: string | null, index: number): number | null {
  const [lastRecord, setLast] = useState({ id, index })
  if (lastRecord.id !== id || (index >= 0 && lastRecord.index !== index)) setLast({ id, index })
  return lastRecord.id === id && lastRecord.index >= 0 ? lastRecord.index : null
}

/** Goes to another page of the list and opens its first row, or its last row when going back. */
function useOpenOnPage({ list, keyOf, show }: OpenRecord) {
  const requestedPage = useRef<{ page: number; back: boolean } | null>(null)
  const { rows, state, fetching, goTo } = list
  const page = Number(state.page_index)
  useEffect(() => {
    if (requestedPage.current?.page !== page || fetching) return
    const row = requestedPage.current.back ? rows.at(-1) : rows[0]
    requestedPage.current = null
    if (row) show(keyOf(row), { isStep: true })
  })
  return (to: number) => {
    requestedPage.current = { page: to, back: to < page }
    goTo(to)
  }
}
