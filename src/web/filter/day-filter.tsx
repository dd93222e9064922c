/** A filter by one day. Apart from filter.tsx, because most lists do not need its date input. */
import { isDay } from '#contract/fields.ts'
import { infoOfFilter, type CustomFilter } from './filter.tsx'
import { dayText } from '#web/value/format.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import type { List } from '#web/list/use-list.ts'
import css from './day-filter.module.css'

/** A filter by the day in this field of the call's input. */
export function dayFilter(name: string): CustomFilter {
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
      <div className={css.day}>
        <DateInput
          key={list.clears}
          value={isDay(value) ? value : null}
          onChange={(day) => list.filter({ [name]: day ?? undefined })}
        />
      </div>
    </Field>
  )
}
