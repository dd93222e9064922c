/** The record of a list that is open: its key stands in the address, so that a link shares it. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { SearchParams } from '#web/list/list-state.ts'
import type { List } from '#web/list/use-list.ts'

/** The list that a record was opened from, as far as its neighbours are told by it. */
export type RowsAround = Pick<List, 'rows' | 'state' | 'total' | 'pageCount' | 'fetching' | 'goTo'>

/** What a drawer needs to know. */
export interface OpenRecord {
  /** As the address has it; null while none is open. */
  id: string | null
  /** Shown as a page of its own instead of beside the list. */
  isPage: boolean
  list: RowsAround
  keyOf: (row: object) => string
  /** Opens another one by its key. A step to its neighbour leaves nothing for the Back button, which leads back to the list. */
  show: (id: number | string | null, how?: { asPage?: boolean; isStep?: boolean }) => void
  close: () => void
}

export interface OpenRow<Row> extends OpenRecord {
  open: (row: Row, asPage?: boolean) => void
  isOpen: (row: Row) => boolean
}

/** In the address beside the record's key: it is shown as a page. */
const page_mark = 'full'

/** `name` is the record's key in the address: '?order=261123000002307'. */
export function useOpenRecord<Row extends object>(
  list: Pick<List<Row>, keyof RowsAround>,
  name: string,
  idOf: (row: Row) => number | string,
): OpenRow<Row> {
  const { search } = useLocation() as unknown as { search: SearchParams }
  const navigate = useNavigate()
  const id = search[name] ?? null
  const isPage = id !== null && page_mark in search
  const keyOf = (row: Row) => String(idOf(row))
  const show: OpenRecord['show'] = (next, { asPage = isPage, isStep = false } = {}) =>
    void navigate({
      to: '.',
      search: ((now: SearchParams) => {
        const { [name]: _, [page_mark]: __, ...others } = now
        return next === null ? others : { ...others, [name]: String(next), ...(asPage && { [page_mark]: '1' }) }
      }) as never,
      state: true as never,
      resetScroll: false,
      replace: isStep,
    })
  return {
    id,
    isPage,
    list,
    keyOf: keyOf as OpenRecord['keyOf'],
    show,
    close: () => show(null),
    open: (row, asPage) => show(keyOf(row), asPage ? { asPage } : {}),
    isOpen: (row) => keyOf(row) === id,
  }
}
