import type { Call } from '#contract/call.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { useNarrow } from './use-narrow.ts'

export interface HeaderAct {
  /** The call whose right it needs; without one everybody has it. */
  call?: Call
  label: string
  icon: IconName
  onSelect: () => void
}

/** The actions of a page beside its main one: buttons, and several of them one menu on a phone, so that title and actions stay on one line. */
export function HeaderActs({ acts }: { acts: readonly HeaderAct[] }) {
  const { can } = useRights()
  const allowedActs = acts.filter(({ call }) => !call || can(call))
  if (useNarrow() && allowedActs.length > 1) return <Menu bordered label="Thao tác khác" items={allowedActs} />
  return allowedActs.map(({ label, icon, onSelect }) => (
    <Button key={label} icon={icon} onClick={onSelect}>
      {label}
    </Button>
  ))
}
