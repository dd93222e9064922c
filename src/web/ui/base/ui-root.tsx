import './base.css'
import type { ReactNode } from 'react'
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx'
import { TooltipLayer } from '#web/ui/message/tooltip.tsx'
import { lazyPart } from './lazy-part.tsx'

/** Loaded after the first paint. */
const Toasts = lazyPart(() => import('#web/ui/message/toast.tsx'))

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
