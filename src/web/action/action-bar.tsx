/**
 * What can be done to a record, at its foot. Each button keeps its place and its meaning for as long as the record is open: what was done is
 * greyed there, and what has become possible since stands beside it. So a second press never does something else.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { menuItemsOf, runAct, type RowAct } from './act.tsx'
import css from './action-bar.module.css'

interface ActionBarProps {
  acts: readonly RowAct[]
  /** Leads to the next record, once this one is decided. */
  next: (() => void) | null
  start?: ReactNode
  links?: ReactNode
}

const isOver = 'Không còn làm được ở trạng thái này.'

export function ActionBar({ acts, next, start, links }: ActionBarProps) {
  const { can } = useRights()
  const isNarrow = useNarrow()
  const possible = acts.filter((act) => can(act.call))
  const [first] = useState(possible)
  const [lead, second] = first.map((then) => possible.find((act) => act.label === then.label) ?? over(then))
  const isDecided = lead !== undefined && !possible.includes(lead)
  const since = isDecided && possible[0] !== second ? possible[0] : undefined
  const shown = isNarrow ? [since, lead] : [since, second, lead]
  const rest = possible.filter((act) => !shown.includes(act))
  return (
    <div className={css.bar}>
      <div className={css.start}>
        {start}
        {next && lead && <Next isDecided={isDecided || isGreyed(first[0]!, lead)} onClick={next} />}
      </div>
      {links}
      {rest.length > 0 && <Menu bordered label="Thao tác khác" items={menuItemsOf(rest)} />}
      {shown.map(
        (act) =>
          act && (
            <Button
              key={act.label}
              {...(act.icon && { icon: act.icon })}
              variant={act === lead && !act.danger ? 'primary' : 'secondary'}
              whyNot={act.whyNot}
              onClick={() => void runAct(act)}
            >
              {act.label}
            </Button>
          ),
      )}
    </div>
  )
}

const over = (act: RowAct): RowAct => ({ ...act, whyNot: isOver })
const isGreyed = (then: RowAct, now: RowAct) => !then.whyNot && Boolean(now.whyNot)

/** Stands there once the record is decided, and takes the focus: Enter goes on to the next. */
function Next({ isDecided, onClick }: { isDecided: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasDecided = useRef(isDecided)
  useEffect(() => {
    if (isDecided && !wasDecided.current) button.current?.focus()
    wasDecided.current = isDecided
  }, [isDecided])
  if (!isDecided) return null
  return (
    <Button ref={button} iconEnd="arrow-right" onClick={onClick}>
      Tiếp theo
    </Button>
  )
}
