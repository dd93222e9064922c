import './base.css'
import { useEffect, useState, type ReactNode } from 'react'
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx'
import { TooltipLayer } from '#web/ui/message/tooltip.tsx'
import { lazyPart } from './lazy-part.tsx'

const Toasts = lazyPart(() => import('#web/ui/message/toast.tsx'), {
  wanted: ({ isWanted }: { isWanted: boolean }) => isWanted,
})

/** By then a page mostly has its first rows, which the toasts should not delay. A toast that comes earlier is shown then. */
const toasts_after_ms = 1_500

/** Wraps the application once: base styles, toasts, the confirm dialog and the tooltip. */
export function UiRoot({ children }: { children: ReactNode }) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), toasts_after_ms)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {children}
      <Toasts isWanted={isWanted} />
      <ConfirmHost />
      <TooltipLayer />
    </>
  )
}
