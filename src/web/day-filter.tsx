/** A filter by one day, labelled by the call's input. Apart from the SearchBar, since most lists have none. */
import { isDay } from '#contract/fields.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import type { DrawnFilter } from './search-bar.tsx'
import { DateInput } from './ui/date-input.tsx'
import { Field } from './ui/field.tsx'
import type { List } from './use-list.ts'

export function dayFilter(name: string): DrawnFilter {
  return { key: name, draw: (list) => <DayFilter list={list} name={name} /> }
}

function DayFilter({ list, name }: { list: List; name: string }) {
  const value = String(list.state[name])
  return (
    <Field label={infoOf(shapeOf(list.call.input)[name]!)!.label} width="md">
      <DateInput value={isDay(value) ? value : null} onChange={(day) => list.filter({ [name]: day ?? undefined })} />
    </Field>
  )
}
