/** 'Xem theo': what a row of the report stands for, one level or several. */
import { infoOf, shapeOf } from '#contract/schema.ts'
import type { DrawnFilter } from '#web/search-bar.tsx'
import { Field } from '#web/ui/field.tsx'
import { MultiCombobox } from '#web/ui/multi-combobox.tsx'
import type { List } from '#web/use-list.ts'
import { usual_level, type Level } from './sales.contract.ts'

export const levelFilter: DrawnFilter = { key: 'group_by', draw: (list) => <LevelFilter list={list} /> }

function LevelFilter({ list }: { list: List }) {
  const { label, options = [] } = infoOf(shapeOf(list.call.input).group_by!)!
  const value = (list.state.group_by as Level[] | undefined) ?? [usual_level]
  const change = (levels: string[]) => {
    const is_usual = levels.length === 0 || levels.join() === usual_level
    list.filter({ group_by: is_usual ? undefined : levels })
  }
  return (
    <Field label={label} width="xl">
      <MultiCombobox<string>
        value={value}
        onChange={change}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
      />
    </Field>
  )
}
