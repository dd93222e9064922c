/** The filters of a list on a phone: a button unfolds them below the search field. */
import { useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Filter, isSet, keyOf, type FilterSpec } from './filter.tsx'
import type { List } from '#web/list/use-list.ts'
import css from './folded-filters.module.css'

interface FoldedFiltersProps {
  list: List
  filters: readonly FilterSpec[]
}

export default function FoldedFilters({ list, filters }: FoldedFiltersProps) {
  const [open, setOpen] = useState(false)
  const count = filters.filter((filter) => isSet(list, filter)).length
  return (
    <>
      <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
        {count > 0 ? `Bộ lọc (${count})` : 'Bộ lọc'}
      </Button>
      {open && (
        <div className={css.unfolded}>
          {filters.map((filter) => (
            <Filter key={keyOf(filter)} list={list} filter={filter} all={filters} />
          ))}
        </div>
      )}
    </>
  )
}
