import { lazy, type ReactNode, Suspense, useState } from 'react'

const Surface = lazy(() => import('./dialog-surface.tsx'))

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
export function Drawer({
  open,
  onClose,
  title,
  description,
  side = 'right',
  size = 'sm',
  children,
  footer,
}: DrawerProps) {
  const [used, setUsed] = useState(open)
  if (open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense>
      <Surface
        open={open}
        onClose={onClose}
        title={title}
        description={description}
        side={side}
        size={size}
        footer={footer}
      >
        {children}
      </Surface>
    </Suspense>
  )
}
