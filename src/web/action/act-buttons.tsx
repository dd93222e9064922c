import { menuItemsOf, runAct, type RowAct } from './act.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Menu } from '#web/ui/action/menu.tsx'

const max_buttons = 2

/**
 * The actions of a record as labelled buttons, with further ones in a menu; those without the right are left out, the
 * first one is the main one.
 */
export function ActButtons({ acts }: { acts: readonly RowAct[] }) {
  const { can } = useRights()
  const possible = acts.filter((act) => can(act.call))
  const menu_acts = possible.slice(max_buttons)
  return (
    <Row>
      {possible.slice(0, max_buttons).map((act, index) => (
        <Button
          key={act.label}
          {...(act.icon && { icon: act.icon })}
          variant={index === 0 && !act.danger ? 'primary' : 'secondary'}
          whyNot={act.whyNot}
          onClick={() => void runAct(act)}
        >
          {act.label}
        </Button>
      ))}
      {menu_acts.length > 0 && <Menu bordered label="Thao tác khác" items={menuItemsOf(menu_acts)} />}
    </Row>
  )
}
