/** The pager of a list. */
import { Pager } from '#web/ui/table/pager.tsx'
import type { List } from './use-list.ts'

interface ListPagerProps {
  list: List
  unit: string
  /** Beside the count: what was counted, where that is not all. */
  note?: string | null
}

export default function ListPager({ list, unit, note }: ListPagerProps) {
  return (
    <Pager
      page={Number(list.state.page_index)}
      pageSize={Number(list.state.page_size)}
      total={list.countFailed ? undefined : list.total}
      shown={list.rows.length}
      more={list.capped}
      unit={unit}
      note={note}
      onPage={list.goTo}
      onPageSize={list.resize}
    />
  )
}
