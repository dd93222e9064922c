/** The popover with the filters that have no room in the toolbar. */
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
        // A click on the anchor button toggles the popover by itself; closing it here first would open it again.
        const target = event instanceof FocusEvent ? event.relatedTarget : event.target
        if (!open && !(target instanceof Node && anchor.current?.contains(target))) onClose()
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
