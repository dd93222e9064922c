/** The panel in which a person chooses columns and row density of a list; loaded when it is opened. */
import { type RefObject, useState } from 'react'
import { max_pinned } from '#contract/web-calls/list-preference.ts'
import { arrangementOf, columnChoices } from './column-choices.ts'
import { identityColumn, type ColumnPlan } from './columns.ts'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { defaultPreference, type Preference } from './use-preference.ts'

interface Props {
  anchor: RefObject<HTMLElement | null>
  plan: readonly ColumnPlan[]
  preference: Preference
  setPreference: (next: Preference) => void
  onClose: () => void
}

export default function ColumnPanel({ anchor, plan, preference, setPreference, onClose }: Props) {
  // Local state, so that entries keep their places while they are ticked or pinned; they move only when dragged.
  const [choices, setChoices] = useState(() => columnChoices(plan, preference))
  return (
    <ColumnChooser
      anchor={anchor}
      title="Cột và mật độ"
      columns={choices}
      onColumns={(next) => {
        setChoices(next)
        setPreference({ ...preference, ...arrangementOf(plan, next) })
      }}
      max_pinned={max_pinned}
      density={preference.density}
      onDensity={(density) => setPreference({ ...preference, density })}
      onReset={() => {
        const defaults = defaultPreference(identityColumn(plan))
        setChoices(columnChoices(plan, defaults))
        setPreference(defaults)
      }}
      onClose={onClose}
    />
  )
}
