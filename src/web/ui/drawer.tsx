import { lazy, type ReactNode, Suspense, useState } from 'react'

const Surface = lazy(() => import('./dialog-surface.tsx'))

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  side?: 'left' | 'right'
  children?: ReactNode
  footer?: ReactNode
}

/** A panel of 300 px at the edge of the window, above the page. */
export function Drawer({ open, onClose, title, side = 'right', children, footer }: DrawerProps) {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense>
      <Surface open={open} onClose={onClose} title={title} side={side} footer={footer}>
        {children}
      </Surface>
    </Suspense>
  )
}
