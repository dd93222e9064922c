/** Acting on many rows of a list at once: what a screen says of it, which rows are chosen, and how that travels. */
import { useState } from 'react'
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { most_bulk_rows, type Call } from '#contract/call.ts'
import { filtersOf, type Values } from '#web/list/list-state.ts'
import type { ReasonRequest } from './reason-field.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import type { List } from '#web/list/use-list.ts'

export interface BulkAction {
  value: string
  label: string
  icon: IconName
  /** Stands before 'n tài khoản', where that is not the label itself: 'kết thúc phiên của'. */
  verb?: string
  /** Where it is not done without a word on why, the same for all rows: `name` is its field in the input. */
  reason?: ReasonRequest & { name: string }
  /** Where it is done by calls of its own, under the same right. */
  calls?: Pick<BulkSetup, 'preview' | 'run'>
}

export interface BulkSetup<Row extends object = never> {
  /** The dry run, asked with the same input as the run. */
  preview: Call<'read', z.ZodMiniObject, typeof BulkReport>
  run: Call<'write', z.ZodMiniObject, typeof BulkReport>
  idOf: (row: Row) => number
  /** đồng, where the rows are of money: what is ticked is added up. */
  amountOf?: (row: Row) => number
  actions: readonly BulkAction[]
  /** Other areas whose lists show what is done here, such as 'cms/audit'. */
  invalidates?: readonly string[]
}

export interface Selection {
  /** The ticked rows of this page; all of them when everything that matches is chosen. */
  ids: ReadonlySet<number>
  /** How many rows are chosen. */
  count: number
  /** Everything that matches is chosen. */
  all: boolean
  /** The whole page is ticked and more rows match. */
  more: boolean
  /** Why what matches cannot be chosen as a whole. */
  whyNotAll: string | null
  tick: (ids: ReadonlySet<string | number>) => void
  chooseAll: () => void
  clear: () => void
  /** What the server is told: the keys, or the filters and the number of rows that the person saw. */
  input: Values
}

interface Chosen {
  /** What the list was asked for when the rows were ticked. */
  inputKey: string
  ids: ReadonlySet<number>
  /** The number of rows that matched when all of them were chosen. */
  all: number | null
}

const none: ReadonlySet<number> = new Set()

/** The ticked rows of the page that is on screen. Another page, sort or filter begins with none. */
export function useSelection<Row extends object>(list: List<Row>, idOf: (row: Row) => number): Selection {
  const inputKey = JSON.stringify(list.input)
  const [kept, set] = useState<Chosen>({ inputKey, ids: none, all: null })
  const chosen = kept.inputKey === inputKey ? kept : { inputKey, ids: none, all: null }
  if (kept !== chosen) set(chosen)
  const onPage = list.rows.map(idOf)
  const all = chosen.all !== null && onPage.length > 0
  // A row that is gone after a reload is not chosen any more.
  const ids = new Set(all ? onPage : onPage.filter((id) => chosen.ids.has(id)))
  const count = all ? chosen.all! : ids.size
  // Before they are counted, no more than this page is offered.
  const matched = list.total ?? 0
  return {
    ids,
    count,
    all,
    more: !all && ids.size > 0 && ids.size === onPage.length && (list.capped || matched > ids.size),
    whyNotAll:
      list.capped || matched > most_bulk_rows
        ? `Mỗi lần chọn được nhiều nhất ${most_bulk_rows} dòng, hãy lọc bớt.`
        : null,
    tick: (next) => set({ inputKey, ids: new Set([...next].map(Number)), all: null }),
    chooseAll: () => set({ inputKey, ids: none, all: matched }),
    clear: () => set({ inputKey, ids: none, all: null }),
    input: all ? { filter: filtersOf(list.input), expected: count } : { ids: [...ids], expected: count },
  }
}
