import { lazy, Suspense, useRef, useState } from 'react'
import { Button, type ButtonVariant, type WhyNot } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icon-names.ts'

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(loadPopup)

export type MenuItem =
  | {
      label: string
      icon?: IconName
      hint?: string
      danger?: boolean
      whyNot?: WhyNot
      checked?: boolean
      onSelect: () => void
    }
  /** A line between groups, with or without a heading. */
  | { group: string }

export type MenuProps = {
  items: readonly MenuItem[]
  /** The button's words, or its accessible name when `text` is not set. */
  label: string
  icon?: IconName
  /** Shows the label as a button with text instead of an icon alone. */
  text?: boolean
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  bordered?: boolean
  align?: 'start' | 'end'
}

/** A button that opens a list of actions. Only the button is drawn until then, so a list may have one in every row. */
export function Menu({ items, label, icon = 'more', text, variant, size, bordered, align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const trigger = {
    ref: button,
    size,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onPointerEnter: () => void loadPopup(),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        event.stopPropagation()
        setOpen(true)
      }
    },
  } as const
  return (
    <>
      {text ? (
        <Button {...trigger} variant={variant} icon={icon === 'more' ? undefined : icon} iconEnd="chevron-down">
          {label}
        </Button>
      ) : (
        <IconButton {...trigger} icon={icon} label={label} bordered={bordered} />
      )}
      {open && (
        <Suspense>
          <MenuPopup anchor={button} items={items} align={align} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
