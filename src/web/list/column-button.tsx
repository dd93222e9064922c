/** The button 'Cột và mật độ', which opens the panel of a list's columns and row density. */
import { useRef, useState } from 'react'
import type { ColumnPlan } from './columns.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { Preference } from './use-preference.ts'

const ColumnPanel = lazyPart(() => import('./column-panel.tsx'))

export interface ColumnButtonProps {
  plan: readonly ColumnPlan[]
  preference: Preference
  setPreference: (next: Preference) => void
}

export function ColumnButton({ plan, preference, setPreference }: ColumnButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        icon="columns"
        label="Cột và mật độ"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={ColumnPanel.preload}
        onFocus={ColumnPanel.preload}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ColumnPanel
          anchor={button}
          plan={plan}
          preference={preference}
          setPreference={setPreference}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
