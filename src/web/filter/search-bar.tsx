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
  mountWhen: ({ list, filters }: FilterChipsProps) => filters.some((filter) => isSet(list, filter)),
})
const FoldedFilters = lazyPart(() => import('./folded-filters.tsx'))
const MoreFilters = lazyPart(() => import('./more-filters.tsx'))

/** The first of many words, as many as have room on a phone. */
const first_words = /^(.{12,20}), .*/

/** Width in pixels for filters in the toolbar of a window 1440 wide; without a keyword field they get its width too. Zoomed in there is less. */
const filters_width = 690
const keyword_width = 220

export interface SearchBarProps {
  list: List
  /** The placeholder of the keyword field, which says what is searched: 'Tên đăng nhập, họ tên, số điện thoại'. */
  keyword?: string
  /** The most used first: as many as fit are in the toolbar. */
  filters?: readonly FilterSpec[]
  /** Below each other, as on a phone: in the narrow part of a Split. */
  stacked?: boolean
}

/**
 * The keyword field and filters of a list. The most used filters are in the toolbar, the others in a popover ('+ Bộ
 * lọc'); set filters of the popover are shown as chips.
 */
export function SearchBar({ list, keyword, filters = [], stacked }: SearchBarProps) {
  const isNarrow = useNarrow() || stacked
  const set = changedFilters(list.state, list.preset).length > 0
  const search = keyword !== undefined && (
    <div className={css.search}>
      <Field label="Từ khóa" labelHidden>
        <SearchInput
          value={String(list.state.keyword ?? '')}
          placeholder={isNarrow ? keyword.replace(first_words, '$1') : keyword}
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
  const filters_room = innerWidth < 960 ? innerWidth - 410 : filters_width
  const width = keyword === undefined ? filters_room + keyword_width : filters_room
  const inLine = fitting(list, filters, width)
  const foldedFilters = filters.filter((filter) => !inLine.includes(filter) && !('chip' in Object(filter)))
  return (
    <>
      <div className={css.line}>
        {search}
        {inLine.map((filter) => (
          <Filter key={keyOf(filter)} list={list} filter={filter} all={filters} inline />
        ))}
        {foldedFilters.length > 0 && <More list={list} filters={foldedFilters} all={filters} />}
        {clear}
      </div>
      <FilterChips list={list} filters={filters.filter((filter) => !inLine.includes(filter))} all={filters} />
    </>
  )
}

/** The filters that fit into this width. */
function fitting(list: List, filters: readonly FilterSpec[], width: number): FilterSpec[] {
  let remaining = width
  return filters.filter((filter) => {
    if (typeof filter !== 'string' && 'chip' in filter) return false
    remaining -= widthOf(list, filter)
    return remaining >= 0
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
