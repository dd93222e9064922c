/** The dialog after somebody else changed the record: both versions field by field, of which the person chooses. Nothing is overwritten. */
import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { compareChanges, nameInRow, type Difference, type Values } from './editor-values.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import { Compare } from '#web/ui/show/compare.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { Choices, ChoiceSource } from '#web/choices/choice-source.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'

type Side = 'mine' | 'theirs'

export interface ConflictProps {
  call: Call
  /** The record as it was opened. */
  before: object
  /** The current record. */
  current: object
  /** Form values of `before`, as edited here, and of `current`. */
  base: Values
  mine: Values
  theirs: Values
  choices?: Record<string, Choices | ChoiceSource>
  /** Renders values in a way that only this form knows; undefined for the default. */
  render?: (name: string, value: unknown) => ReactNode
  onCancel: () => void
  /** Called with the values to save, and the base from which they differ now. */
  onResolve: (values: Values, base: Values) => void
}

export function ConflictDialog({
  call,
  before,
  current,
  base,
  mine,
  theirs,
  choices = {},
  render,
  onCancel,
  onResolve,
}: ConflictProps) {
  const differences = compareChanges(base, mine, theirs)
  const [chosen, setChosen] = useState<Record<string, Side | null>>({})
  const sideOf = (difference: Difference) => chosen[difference.name] ?? difference.winner
  const undecided = differences.filter((difference) => sideOf(difference) === null).length
  const shape = shapeOf(call.input)
  const display = (name: string, values: Values) => {
    const value = values[name]
    const rendered = render?.(name, value)
    if (rendered !== undefined) return rendered
    const from = choices[name]
    if (!from) return show(shape[name] && infoOf(shape[name]), value)
    if (!('call' in from)) return labelsOf(from, value)
    const extraOptions = [...nameInRow(current, name, theirs[name]), ...nameInRow(before, name, base[name])]
    return <OptionLabels from={from} values={values} value={value} extraOptions={extraOptions} />
  }

  function resolve() {
    const theirValues = differences
      .filter((difference) => sideOf(difference) === 'theirs')
      .map(({ name, theirs: value }) => [name, value])
    onResolve({ ...mine, ...Object.fromEntries(theirValues), version: theirs.version }, theirs)
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      size="lg"
      title="Dữ liệu đã được người khác thay đổi"
      description={`${changeText(current)} Chưa có gì bị ghi đè: hãy chọn giá trị giữ lại cho từng trường.`}
      saveLabel="Lưu với lựa chọn này"
      saveWhyNot={undecided > 0 && `Còn ${undecided} trường chưa chọn.`}
      onSubmit={resolve}
    >
      {differences.length === 0 ? (
        'Người khác đã lưu đúng các giá trị của bạn. Bấm lưu để kết thúc.'
      ) : (
        <Compare
          lines={differences.map((difference) => ({
            key: difference.name,
            label: (shape[difference.name] && infoOf(shape[difference.name]!)?.label) ?? difference.name,
            base: display(difference.name, base),
            mine: display(difference.name, mine),
            theirs: display(difference.name, theirs),
            chosen: sideOf(difference),
          }))}
          onChoose={(name, side) => setChosen({ ...chosen, [name]: side })}
        />
      )}
    </Dialog>
  )
}

function labelsOf({ options }: Choices, value: unknown): string {
  const labels = (Array.isArray(value) ? value : [value]).map(
    (item) => options.find((option) => option.value === item)?.label ?? item,
  )
  return labels.filter(Boolean).join(', ')
}

interface OptionLabelsProps {
  from: ChoiceSource
  values: Values
  value: unknown
  extraOptions: readonly ComboboxOption<string | number>[]
}

/** The labels of values whose options a call answers. */
function OptionLabels({ from, values, value, extraOptions }: OptionLabelsProps) {
  return labelsOf(useFieldChoices(from, values, value, extraOptions).choices, value)
}

function changeText(record: object): string {
  const { updated_by_name: name, updated_at: moment } = record as {
    updated_by_name?: string | null
    updated_at?: string | null
  }
  return `${name ?? 'Người khác'} đã lưu bản ghi này${moment ? ` lúc ${momentText(moment)}` : ''}.`
}
