/** A filter by days: a from–to of two fields of the call's input. Apart from the SearchBar, since most lists have none. */
import { isDay } from '#contract/fields.ts'
import type { DrawnFilter } from './search-bar.tsx'
import { DateRange } from './ui/date-range.tsx'
import { Field } from './ui/field.tsx'
import type { List } from './use-list.ts'

export function rangeFilter(range: { from: string; to: string; label: string }): DrawnFilter {
  return { key: range.from, draw: (list) => <RangeFilter list={list} {...range} /> }
}

interface RangeFilterProps {
  list: List
  from: string
  to: string
  label: string
}

function RangeFilter({ list, from, to, label }: RangeFilterProps) {
  const day = (name: string) => (isDay(String(list.state[name])) ? String(list.state[name]) : null)
  return (
    <Field label={label} group width="xl">
      <DateRange
        value={{ from: day(from), to: day(to) }}
        onChange={(days) => list.filter({ [from]: days.from ?? undefined, [to]: days.to ?? undefined })}
      />
    </Field>
  )
}
