/** A filter by a range of days. Apart from filter.tsx, because most lists do not need its date inputs. */
import { isDay } from '#contract/fields.ts'
import type { CustomFilter } from './filter.tsx'
import { dayText } from '#web/value/format.ts'
import { DateRange } from '#web/ui/date/date-range.tsx'
import { Field } from '#web/ui/field/field.tsx'
import type { List } from '#web/list/use-list.ts'

/** A filter by the days from one field of the call's input to another. */
export function rangeFilter(range: { from: string; to: string; label: string }): CustomFilter {
  const { from, to, label } = range
  const dayOf = (list: List, name: string) => (list.state[name] == null ? '…' : dayText(String(list.state[name])))
  return {
    key: from,
    names: [from, to],
    width: 368,
    draw: (list, inline) => <RangeFilter list={list} inline={inline} {...range} />,
    text: (list) => `${label}: ${dayOf(list, from)} – ${dayOf(list, to)}`,
  }
}

interface RangeFilterProps {
  list: List
  inline: boolean
  from: string
  to: string
  label: string
}

function RangeFilter({ list, inline, from, to, label }: RangeFilterProps) {
  const day = (name: string) => (isDay(String(list.state[name])) ? String(list.state[name]) : null)
  return (
    <Field label={label} group inline={inline} width="xl">
      <DateRange
        key={list.clears}
        value={{ from: day(from), to: day(to) }}
        onChange={(days) => list.filter({ [from]: days.from ?? undefined, [to]: days.to ?? undefined })}
      />
    </Field>
  )
}
