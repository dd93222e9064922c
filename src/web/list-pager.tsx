/** The pages of a list, wherever it stands. */
import { Pager } from './ui/pager.tsx'
import { searchedText } from './searched-days.ts'
import type { List } from './use-list.ts'

export function ListPager<Row extends object>({ list, unit }: { list: List<Row>; unit: string }) {
  return (
    <Pager
      page={Number(list.state.page_index)}
      pageSize={Number(list.state.page_size)}
      total={list.uncounted ? undefined : list.total}
      shown={list.rows.length}
      more={list.capped}
      unit={unit}
      note={searchedText(list)}
      onPage={list.goTo}
      onPageSize={list.resize}
    />
  )
}
