import './base.css'
import type { ReactNode } from 'react'
import { ConfirmHost } from './confirm.tsx'
import { Toasts } from './toast.tsx'
import { TooltipLayer } from './tooltip.tsx'

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
