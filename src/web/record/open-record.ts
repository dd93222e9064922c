/** The open record of a list. Its key is in the address, so that a link opens it. */
import { navigate, useLocation } from '#web/route/location.ts'
import type { List } from '#web/list/use-list.ts'

/** The part of a record's list that finding its neighbours needs. */
export type RowsAround = Pick<List, 'rows' | 'state' | 'total' | 'pageCount' | 'fetching' | 'goTo'>

/** The open record, as the drawer needs it. */
export interface OpenRecord {
  /** The key of the open record, as in the address; null while none is open. */
  id: string | null
  /** Shown as a full page instead of a drawer beside the list. */
  isPage: boolean
  list: RowsAround
  keyOf: (row: object) => string
  /** Opens a record by its key. A step to a neighbour (`isStep`) adds no history entry, so that Back returns to the list. */
  show: (id: number | string | null, options?: { asPage?: boolean; isStep?: boolean }) => void
  close: () => void
}

export interface OpenRow<Row> extends OpenRecord {
  open: (row: Row, asPage?: boolean) => void
  isOpen: (row: Row) => boolean
}

/** The parameter of the address that says that the record is shown as a page. */
const page_param = 'full'

/** The open record of this list. `name` is the parameter with its key: '?order=261123000002307'. */
export function useOpenRecord<Row extends object>(
  list: Pick<List<Row>, keyof RowsAround>,
  name: string,
  idOf: (row: Row) => number | string,
): OpenRow<Row> {
  const { search } = useLocation()
  const id = search[name] ?? null
  const isPage = id !== null && page_param in search
  const keyOf = (row: Row) => String(idOf(row))
  const show: OpenRecord['show'] = (record_id, { asPage = isPage, isStep = false } = {}) =>
    navigate({
      search: (now) => ({ ...now, [name]: record_id, [page_param]: record_id !== null && asPage ? 1 : null }),
      keyword: true,
      keepScroll: true,
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
