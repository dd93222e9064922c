import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNarrow } from '#web/list/use-narrow.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { menuItemsOf, runAct, type RowAct } from './act.tsx'
import css from './action-bar.module.css'

interface ActionBarProps {
  acts: readonly RowAct[]
  /** Opens the next record; the button appears once this one is decided. */
  next: (() => void) | null
  start?: ReactNode
  links?: ReactNode
}

const no_longer_possible = 'Không còn làm được ở trạng thái này.'

/**
 * The actions at the foot of an open record. The buttons keep place and meaning while the record is open: an action
 * that is done becomes disabled, and a newly possible one appears beside it, so that a double click never triggers a
 * different action.
 */
export function ActionBar({ acts, next, start, links }: ActionBarProps) {
  const { can } = useRights()
  const isNarrow = useNarrow()
  const possible = acts.filter((act) => can(act.call))
  const [initial] = useState(possible)
  const [primary, secondary] = initial.map(
    (shownAct) => possible.find((act) => act.label === shownAct.label) ?? disabled(shownAct),
  )
  const isDecided = primary !== undefined && !possible.includes(primary)
  const added = isDecided && possible[0] !== secondary ? possible[0] : undefined
  const buttons = isNarrow ? [added, primary] : [added, secondary, primary]
  const menu_acts = possible.filter((act) => !buttons.includes(act))
  return (
    <div className={css.bar}>
      <div className={css.start}>
        {start}
        {next && primary && <Next isDecided={isDecided || wasDisabled(initial[0]!, primary)} onClick={next} />}
      </div>
      {links}
      {menu_acts.length > 0 && <Menu bordered label="Thao tác khác" items={menuItemsOf(menu_acts)} />}
      {buttons.map(
        (act) =>
          act && (
            <Button
              key={act.label}
              {...(act.icon && { icon: act.icon })}
              variant={act === primary && !act.danger ? 'primary' : 'secondary'}
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

const disabled = (act: RowAct): RowAct => ({ ...act, whyNot: no_longer_possible })
const wasDisabled = (actBefore: RowAct, actNow: RowAct) => !actBefore.whyNot && Boolean(actNow.whyNot)

/** The button to the next record. It appears once the record is decided and takes the focus, so that Enter continues. */
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
