/** Bulk actions: how a screen declares them, and the selection of rows. */
import { useState } from 'react'
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { max_bulk_rows, type Call } from '#contract/call.ts'
import { filtersOf, type Values } from '#web/list/list-state.ts'
import type { ReasonRequest } from './reason-field.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import type { List } from '#web/list/use-list.ts'

export interface BulkAction {
  value: string
  label: string
  icon: IconName
  /** The verb before 'n tài khoản' where the label does not fit: 'kết thúc phiên của'. */
  verb?: string
  /** The reason that the action needs, the same for all rows; `name` is its field in the input. */
  reason?: ReasonRequest & { name: string }
  /** The action's own calls, under the same right. */
  calls?: Pick<BulkSetup, 'preview' | 'run'>
}

export interface BulkSetup<Row extends object = never> {
  /** The dry run; it has the same input as the run. */
  preview: Call<'read', z.ZodMiniObject, typeof BulkReport>
  run: Call<'write', z.ZodMiniObject, typeof BulkReport>
  idOf: (row: Row) => number
  /** The amount of a row in đồng; the sum of the selected rows is shown. */
  amountOf?: (row: Row) => number
  actions: readonly BulkAction[]
  /** Further areas whose reads show what this changes, such as 'cms/group'. */
  invalidates?: readonly string[]
}

export interface Selection {
  /** The selected rows of this page. */
  ids: ReadonlySet<number>
  /** How many rows are selected. */
  count: number
  /** All rows that match the filters are selected, on every page. */
  all: boolean
  /** The whole page is selected and more rows match. */
  more: boolean
  /** Why all matching rows cannot be selected. */
  whyNotAll: string | null
  tick: (ids: ReadonlySet<string | number>) => void
  chooseAll: () => void
  clear: () => void
  /** The selection as input of the call: keys, or filters, with the number of rows that the person saw. */
  input: Values
}

interface StoredSelection {
  /** The list's input when the rows were selected. */
  inputKey: string
  ids: ReadonlySet<number>
  /** How many rows matched when all were selected; null when only `ids` are. */
  all: number | null
}

const no_ids: ReadonlySet<number> = new Set()

/** The selection of a list's rows. It is cleared by another page, sort or filter. */
export function useSelection<Row extends object>(list: List<Row>, idOf: (row: Row) => number): Selection {
  const inputKey = JSON.stringify(list.input)
  const [stored, setStored] = useState<StoredSelection>({ inputKey, ids: no_ids, all: null })
  const selection = stored.inputKey === inputKey ? stored : { inputKey, ids: no_ids, all: null }
  if (stored !== selection) setStored(selection)
  const onPage = list.rows.map(idOf)
  const all = selection.all !== null && onPage.length > 0
  // A row that is gone after a reload is no longer selected.
  const ids = new Set(all ? onPage : onPage.filter((id) => selection.ids.has(id)))
  const count = all ? selection.all! : ids.size
  // Until the rows are counted, only this page can be selected.
  const match_count = list.total ?? 0
  return {
    ids,
    count,
    all,
    more: !all && ids.size > 0 && ids.size === onPage.length && (list.capped || match_count > ids.size),
    whyNotAll:
      list.capped || match_count > max_bulk_rows
        ? `Mỗi lần chọn được nhiều nhất ${max_bulk_rows} dòng, hãy lọc bớt.`
        : null,
    tick: (keys) => setStored({ inputKey, ids: new Set([...keys].map(Number)), all: null }),
    chooseAll: () => setStored({ inputKey, ids: no_ids, all: match_count }),
    clear: () => setStored({ inputKey, ids: no_ids, all: null }),
    input: all ? { filter: filtersOf(list.input), expected: count } : { ids: [...ids], expected: count },
  }
}
