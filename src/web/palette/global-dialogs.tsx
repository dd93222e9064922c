/** The parts of every page that load after it: the bar of a lost connection, keyboard shortcuts, the palette (Ctrl+K), the list of shortcuts, further icons, and the base of dialogs. */
import '#web/ui/icon/later-icons.css'
import { useEffect } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { ConnectionBar } from '#web/layout/connection-bar.tsx'
import { keepFocus } from '#web/layout/keep-focus.ts'
import type { MenuItem } from '#web/session/rights.ts'
import { Surface } from '#web/ui/layout/surface.tsx'
import { keepEarlyText } from './early-text.ts'
import { listenForShortcuts, type Shell } from './shortcuts.ts'

const Palette = lazyPart(() => import('./palette.tsx'), { mountWhen: ({ open }) => open })
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), { mountWhen: ({ open }) => open })

/** Which dialog is open. */
export type OpenDialog = Parameters<Shell['open']>[0] | null

export interface GlobalDialogsProps {
  /** The page has loaded its first data. */
  isIdle: boolean
  shown: OpenDialog
  onShow: (next: (now: OpenDialog) => OpenDialog) => void
  menu: readonly MenuItem[]
}

export default function GlobalDialogs({ shown, onShow, menu }: GlobalDialogsProps) {
  useEffect(() => listenForShortcuts({ open: (name) => onShow((now) => (now === name ? null : name)) }), [onShow])
  useEffect(() => (shown === 'palette' ? keepEarlyText() : undefined), [shown])
  useEffect(loadDialogsAhead, [])
  useEffect(keepFocus, [])
  const close = () => onShow(() => null)
  return (
    <>
      <ConnectionBar />
      <Palette open={shown === 'palette'} onClose={close} menu={menu} />
      <ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
    </>
  )
}

/** What all dialogs and drawers have in common is loaded when pointer or focus first come to what opens one. */
function loadDialogsAhead() {
  const nearController = new AbortController()
  const preload = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('button, tr')) return
    nearController.abort()
    void Surface.preload()
  }
  for (const event of ['pointerover', 'focusin'])
    document.addEventListener(event, preload, { signal: nearController.signal })
  return () => nearController.abort()
}
