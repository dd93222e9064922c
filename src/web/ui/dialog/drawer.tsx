import type { ReactNode } from 'react'
import { Surface } from '#web/ui/layout/surface.tsx'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  /** A sentence under the title. */
  description?: ReactNode
  side?: 'left' | 'right'
  /** `lg` shows a record: 560 px, or the whole of a phone. */
  size?: 'sm' | 'lg'
  children?: ReactNode
  footer?: ReactNode
}

/** A panel at the edge of the window, above the page: 300 px unless told otherwise. */
export function Drawer(props: DrawerProps) {
  return <Surface side="right" size="sm" {...props} />
}
