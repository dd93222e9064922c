/** Someone else changed the record meanwhile: both sides field by field, and a person decides. Nothing is overwritten. */
import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { meet, nameInRow, type Meeting, type Values } from './editor-values.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import { Compare } from '#web/ui/show/compare.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFieldChoices, type Choices, type ChoiceSource } from '#web/list/use-choices.ts'

type Side = 'mine' | 'theirs'

export interface ConflictProps {
  call: Call
  /** The record as it was opened, and as it is now. */
  was: object
  now: object
  base: Values
  mine: Values
  theirs: Values
  choices?: Record<string, Choices | ChoiceSource>
  /** For values that only this form knows how to say. */
  say?: (name: string, value: unknown) => ReactNode
  onCancel: () => void
  /** The values to save, and what they now stand against. */
  onSettle: (values: Values, base: Values) => void
}

export function ConflictDialog({
  call,
  was,
  now,
  base,
  mine,
  theirs,
  choices = {},
  say,
  onCancel,
  onSettle,
}: ConflictProps) {
  const meetings = meet(base, mine, theirs)
  const [chosen, setChosen] = useState<Record<string, Side | null>>({})
  const sideOf = (meeting: Meeting) => chosen[meeting.name] ?? meeting.stands
  const open = meetings.filter((meeting) => sideOf(meeting) === null).length
  const shape = shapeOf(call.input)
  const shown = (name: string, side: Values) => {
    const value = side[name]
    const said = say?.(name, value)
    if (said !== undefined) return said
    const from = choices[name]
    if (!from) return show(shape[name] && infoOf(shape[name]), value)
    if (!('call' in from)) return namesOf(from, value)
    const known = [...nameInRow(now, name, theirs[name]), ...nameInRow(was, name, base[name])]
    return <Named from={from} values={side} value={value} known={known} />
  }

  function settle() {
    const taken = meetings
      .filter((meeting) => sideOf(meeting) === 'theirs')
      .map(({ name, theirs: value }) => [name, value])
    onSettle({ ...mine, ...Object.fromEntries(taken), version: theirs.version }, theirs)
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      size="lg"
      title="Dữ liệu đã được người khác thay đổi"
      description={`${whoAndWhen(now)} Chưa có gì bị ghi đè: hãy chọn giá trị giữ lại cho từng trường.`}
      saveLabel="Lưu với lựa chọn này"
      saveWhyNot={open > 0 && `Còn ${open} trường chưa chọn.`}
      onSubmit={settle}
    >
      {meetings.length === 0 ? (
        'Người khác đã lưu đúng các giá trị của bạn. Bấm lưu để kết thúc.'
      ) : (
        <Compare
          lines={meetings.map((meeting) => ({
            key: meeting.name,
            label: (shape[meeting.name] && infoOf(shape[meeting.name]!)?.label) ?? meeting.name,
            base: shown(meeting.name, base),
            mine: shown(meeting.name, mine),
            theirs: shown(meeting.name, theirs),
            chosen: sideOf(meeting),
          }))}
          onChoose={(name, side) => setChosen({ ...chosen, [name]: side })}
        />
      )}
    </Dialog>
  )
}

function namesOf({ options }: Choices, value: unknown): string {
  const named = (Array.isArray(value) ? value : [value]).map(
    (one) => options.find((option) => option.value === one)?.label ?? one,
  )
  return named.filter(Boolean).join(', ')
}

interface NamedProps {
  from: ChoiceSource
  values: Values
  value: unknown
  known: readonly ComboboxOption<string | number>[]
}

function Named({ from, values, value, known }: NamedProps) {
  return namesOf(useFieldChoices(from, values, value, known).choices, value)
}

function whoAndWhen(now: object): string {
  const { updated_by_name: who, updated_at: when } = now as {
    updated_by_name?: string | null
    updated_at?: string | null
  }
  return `${who ?? 'Người khác'} đã lưu bản ghi này${when ? ` lúc ${momentText(when)}` : ''}.`
}
