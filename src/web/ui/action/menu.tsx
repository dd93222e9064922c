import { useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { MenuItem, OpenMenu } from './menu-item.ts'

export const MenuPopup = lazyPart(() => import('./menu-popup.tsx'))

type MenuButtonProps = {
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

interface MenuButtonOptions {
  /** Loads what draws the items, when pointer or focus come near. */
  preload?: () => unknown
  children: (open: OpenMenu | null) => ReactNode
}

export type MenuProps = MenuButtonProps & { items: readonly MenuItem[] }

/** A button that opens a list of actions. Only the button is drawn until then, so a list may have one in every row. */
export function Menu({ items, ...button }: MenuProps) {
  return <MenuButton {...button}>{(open) => open && <MenuPopup {...open} items={items} />}</MenuButton>
}

/** The button alone, for a menu that finds its items itself; `children` draws that with what the popup needs, or with null. */
export function MenuButton({
  children,
  label,
  icon = 'more',
  text,
  variant,
  size,
  bordered,
  align = 'end',
  preload,
}: MenuButtonProps & MenuButtonOptions) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const preloadMenu = () => {
    void MenuPopup.preload()
    preload?.()
  }
  const trigger = {
    ref: button,
    size,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onPointerEnter: preloadMenu,
    onFocus: preloadMenu,
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
      {children(open ? { anchor: button, align, label, onClose: () => setOpen(false) } : null)}
    </>
  )
}
