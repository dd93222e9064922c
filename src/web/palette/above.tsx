/** What stands above every page when it is called: the keys that work everywhere, Ctrl+K, their list, and the icons of later. */
import '#web/ui/icon/later-icons.css'
import { useEffect } from 'react'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { MenuItem } from '#web/session/rights.ts'
import { listenForShortcuts, type Shell } from './shortcuts.ts'

const Palette = lazyPart(() => import('./palette.tsx'), { wanted: ({ open }) => open })
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), { wanted: ({ open }) => open })

export type Shown = Parameters<Shell['open']>[0] | null

interface AboveProps {
  shown: Shown
  onShow: (next: (now: Shown) => Shown) => void
  menu: readonly MenuItem[]
}

export default function Above({ shown, onShow, menu }: AboveProps) {
  useEffect(() => listenForShortcuts({ open: (what) => onShow((now) => (now === what ? null : what)) }), [onShow])
  const close = () => onShow(() => null)
  return (
    <>
      <Palette open={shown === 'palette'} onClose={close} menu={menu} />
      <ShortcutsDialog open={shown === 'shortcuts'} onClose={close} />
    </>
  )
}
