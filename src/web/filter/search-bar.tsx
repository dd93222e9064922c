/**
 * The filters of a list, from its call's contract, in one line: the keyword searches while it is typed, those used most stand beside it, the
 * others behind '+ Bộ lọc'. What is set there shows as chips, each with a way to take it back.
 */
import { useRef, useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import type { FilterChipsProps } from './filter-chips.tsx'
import { Filter, isSet, keyOf, widthOf, type FilterSpec } from './filter.tsx'
import { changedFilters } from '#web/list/list-state.ts'
import type { List } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import css from './search-bar.module.css'

const FilterChips = lazyPart(() => import('./filter-chips.tsx'), {
  wanted: ({ list, filters }: FilterChipsProps) => filters.some((filter) => isSet(list, filter)),
})
const FoldedFilters = lazyPart(() => import('./folded-filters.tsx'))
const MoreFilters = lazyPart(() => import('./more-filters.tsx'))

/** The pixels that the filters may take of a line at 1440 with the menu beside it; without a search they have its room too. */
const room = 690
const room_of_search = 220

export interface SearchBarProps {
  list: List
  /** What the keyword is looked for in: 'Tên đăng nhập, họ tên, số điện thoại'. */
  keyword?: string
  /** In the order of their use: the first ones stand in the line. */
  filters?: readonly FilterSpec[]
  /** Below each other, as on a phone: in the narrow part of a Split. */
  stacked?: boolean
}

export function SearchBar({ list, keyword, filters = [], stacked }: SearchBarProps) {
  const isNarrow = useNarrow() || stacked
  const set = changedFilters(list.state, list.preset).length > 0
  const search = keyword !== undefined && (
    <div className={css.search}>
      <Field label="Từ khóa" labelHidden>
        <SearchInput
          value={String(list.state.keyword ?? '')}
          placeholder={keyword}
          maxLength={100}
          onSearch={(text) => list.filter({ keyword: text || undefined }, true)}
        />
      </Field>
    </div>
  )
  const clear = set && (
    <Button variant="quiet" icon="close" onClick={list.clear}>
      Xóa bộ lọc
    </Button>
  )
  if (isNarrow) {
    return (
      <div className={css.stacked}>
        {search}
        {filters.length > 0 && <FoldedFilters list={list} filters={filters} />}
        {clear}
      </div>
    )
  }
  const inLine = firstOf(list, filters, keyword === undefined ? room + room_of_search : room)
  const others = filters.filter((filter) => !inLine.includes(filter) && !('chip' in Object(filter)))
  return (
    <>
      <div className={css.line}>
        {search}
        {inLine.map((filter) => (
          <Filter key={keyOf(filter)} list={list} filter={filter} all={filters} inline />
        ))}
        {others.length > 0 && <More list={list} filters={others} all={filters} />}
        {clear}
      </div>
      <FilterChips list={list} filters={filters.filter((filter) => !inLine.includes(filter))} all={filters} />
    </>
  )
}

/** As many as have room, in their order. */
function firstOf(list: List, filters: readonly FilterSpec[], width: number): FilterSpec[] {
  let left = width
  return filters.filter((filter) => {
    if (typeof filter !== 'string' && 'chip' in filter) return false
    left -= widthOf(list, filter)
    return left >= 0
  })
}

interface MoreProps {
  list: List
  filters: readonly FilterSpec[]
  all: readonly FilterSpec[]
}

function More({ list, filters, all }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon="plus"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={MoreFilters.preload}
        onFocus={MoreFilters.preload}
        onClick={() => setOpen(!open)}
      >
        Bộ lọc
      </Button>
      {open && (
        <MoreFilters anchor={button} onClose={() => setOpen(false)}>
          {filters.map((filter) => (
            <Filter key={keyOf(filter)} list={list} filter={filter} all={all} />
          ))}
        </MoreFilters>
      )}
    </>
  )
}
