/** A filter by one day, labelled by the call's input. Apart from filter.tsx, since most lists have none. */
import { isDay } from '#contract/fields.ts'
import { infoOfFilter, type DrawnFilter } from './filter.tsx'
import { dayText } from '#web/value/format.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import type { List } from '#web/list/use-list.ts'

export function dayFilter(name: string): DrawnFilter {
  return {
    key: name,
    names: [name],
    width: 240,
    draw: (list, inline) => <DayFilter list={list} name={name} inline={inline} />,
    text: (list) => `${labelIn(list, name)}: ${dayText(String(list.state[name] ?? ''))}`,
  }
}

const labelIn = (list: List, name: string) => infoOfFilter(list, name).label

function DayFilter({ list, name, inline }: { list: List; name: string; inline: boolean }) {
  const value = String(list.state[name])
  return (
    <Field label={labelIn(list, name)} inline={inline} width="md">
      <DateInput value={isDay(value) ? value : null} onChange={(day) => list.filter({ [name]: day ?? undefined })} />
    </Field>
  )
}
