import { useRef, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icon-names.ts'
import { lazyPart } from './lazy-part.tsx'
import type { MenuItem } from './menu-item.ts'

const MenuPopup = lazyPart(() => import('./menu-popup.tsx'))

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
    onPointerEnter: MenuPopup.ahead,
    onFocus: MenuPopup.ahead,
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
      {open && <MenuPopup anchor={button} items={items} align={align} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}
