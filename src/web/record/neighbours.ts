/** The records before and after the open one, on this page of its list and the next. */
import { useEffect, useRef, useState } from 'react'
import type { OpenRecord } from './open-record.ts'

export interface Neighbours {
  /** Its place among all that the list has; null where it is not among the rows shown. */
  place: { at: number; total: number | null } | null
  /** Null where there is none. What has left the list since leaves its place to the next one. */
  previous: (() => void) | null
  next: (() => void) | null
}

export function useNeighbours(record: OpenRecord): Neighbours {
  const { id, list, keyOf, show } = record
  const { rows, state, total, pageCount } = list
  const index = id === null ? -1 : rows.findIndex((row) => keyOf(row) === id)
  const seen = useSeenAt(id, index)
  const turn = useTurn(record)
  const page = Number(state.page_index)
  const step = (at: number) => {
    const row = rows[at]
    if (row) return () => show(keyOf(row), { isStep: true })
    if (at < 0) return page > 1 ? () => turn(page - 1) : null
    return page < pageCount ? () => turn(page + 1) : null
  }
  // Where it stood before it left the list, there is the one after it now.
  const after = index >= 0 ? index + 1 : seen
  const before = index >= 0 ? index - 1 : seen !== null ? seen - 1 : null
  return {
    place: index < 0 ? null : { at: (page - 1) * Number(state.page_size) + index + 1, total },
    previous: before === null ? null : step(before),
    next: after === null ? null : step(after),
  }
}

/** Where the open record was last seen among the rows; null where it never was. */
function useSeenAt(id: string | null, index: number): number | null {
  const [seen, setSeen] = useState({ id, index })
  if (seen.id !== id || (index >= 0 && seen.index !== index)) setSeen({ id, index })
  return seen.id === id && seen.index >= 0 ? seen.index : null
}

/** Turns the list's page and opens its first row, or its last one when turning back. */
function useTurn({ list, keyOf, show }: OpenRecord) {
  const turned = useRef<{ page: number; back: boolean } | null>(null)
  const { rows, state, fetching, goTo } = list
  const page = Number(state.page_index)
  useEffect(() => {
    if (turned.current?.page !== page || fetching) return
    const row = turned.current.back ? rows.at(-1) : rows[0]
    turned.current = null
    if (row) show(keyOf(row), { isStep: true })
  })
  return (to: number) => {
    turned.current = { page: to, back: to < page }
    goTo(to)
  }
}
