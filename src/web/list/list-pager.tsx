/** The pager of a list. */
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { PagerProps } from '#web/ui/table/pager.tsx'
import { searchedText } from './searched-days.ts'
import type { List } from './use-list.ts'

// Loaded lazily: a pager is needed only once there are rows.
const Pager = lazyPart<PagerProps>(async () => ({ default: (await import('#web/ui/table/pager.tsx')).Pager }))

export function ListPager<Row extends object>({ list, unit }: { list: List<Row>; unit: string }) {
  return (
    <Pager
      page={Number(list.state.page_index)}
      pageSize={Number(list.state.page_size)}
      total={list.countFailed ? undefined : list.total}
      shown={list.rows.length}
      more={list.capped}
      unit={unit}
      note={searchedText(list)}
      onPage={list.goTo}
      onPageSize={list.resize}
    />
  )
}
