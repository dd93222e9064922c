/** The filters that have no room in the line, in a panel below the button. */
import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import css from './more-filters.module.css'

interface MoreFiltersProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

export default function MoreFilters({ anchor, onClose, children }: MoreFiltersProps) {
  return (
    <Popover.Root
      open
      onOpenChange={(open, { event }) => {
        // The button's own click closes it; closing here too would open it again.
        const towards = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (!open && !(towards instanceof Node && anchor.current?.contains(towards))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner className={css.positioner} anchor={anchor} align="start" sideOffset={4}>
          <Popover.Popup className={css.popup} finalFocus={anchor} aria-label="Bộ lọc khác">
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
