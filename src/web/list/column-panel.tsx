/** The columns of a list as its person likes them; fetched when it is opened. */
import { type RefObject, useState } from 'react'
import { most_pinned } from '#contract/web-calls/list-preference.ts'
import { arrangementOf, choicesOf } from './column-choices.ts'
import { identityOf, type ColumnPlan } from './columns.ts'
import { ColumnChooser } from '#web/ui/table/column-chooser.tsx'
import { defaultPreference, type Preference } from './use-preference.ts'

interface Props {
  anchor: RefObject<HTMLElement | null>
  plan: readonly ColumnPlan[]
  preference: Preference
  prefer: (next: Preference) => void
  onClose: () => void
}

export default function ColumnPanel({ anchor, plan, preference, prefer, onClose }: Props) {
  // Rows keep their places while they are ticked and pinned: only what is moved, moves.
  const [choices, setChoices] = useState(() => choicesOf(plan, preference))
  return (
    <ColumnChooser
      anchor={anchor}
      title="Cột và mật độ"
      columns={choices}
      onColumns={(next) => {
        setChoices(next)
        prefer({ ...preference, ...arrangementOf(plan, next) })
      }}
      most_pinned={most_pinned}
      density={preference.density}
      onDensity={(density) => prefer({ ...preference, density })}
      onReset={() => {
        const own = defaultPreference(identityOf(plan))
        setChoices(choicesOf(plan, own))
        prefer(own)
      }}
      onClose={onClose}
    />
  )
}
