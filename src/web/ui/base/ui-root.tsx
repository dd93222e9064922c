import './base.css'
import type { ReactNode } from 'react'
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx'
import { Toasts } from '#web/ui/message/toast.tsx'
import { TooltipLayer } from '#web/ui/message/tooltip.tsx'

/** Wraps the application once: base styles, toasts, the confirm dialog and the tooltip. */
export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Toasts />
      <ConfirmHost />
      <TooltipLayer />
    </>
  )
}
