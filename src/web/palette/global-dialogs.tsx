/** The parts of every page that load after it: keyboard shortcuts, the palette (Ctrl+K), the list of shortcuts, and further icons. */
import '#web/ui/icon/later-icons.css'
import { useEffect } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { MenuItem } from '#web/session/rights.ts'
import { listenForShortcuts, type Shell } from './shortcuts.ts'

const Palette = lazyPart(() => import('./palette.tsx'), { wanted: ({ open }) => open })
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), { wanted: ({ open }) => open })

/** Which dialog is open. */
export type OpenDialog = Parameters<Shell['open']>[0] | null

interface GlobalDialogsProps {
  shown: OpenDialog
  onShow: (next: (now: OpenDialog) => OpenDialog) => void
  menu: readonly MenuItem[]
}

export default function GlobalDialogs({ shown, onShow, menu }: GlobalDialogsProps) {
  useEffect(() => listenForShortcuts({ open: (what) => onShow((now) => (now === what ? null : what)) }), [onShow])
  const close = () => onShow(() => null)
  return (
    <>
      <Palette open={shown === 'palette'} onClose={close} menu={menu} />
      <ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
    </>
  )
}
