import { Menu } from '@base-ui/react/menu'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { MenuItem, OpenMenu } from './menu-item.ts'
import css from './menu-popup.module.css'

export default function MenuPopup({ anchor, items, align, label, onClose }: OpenMenu & { items: readonly MenuItem[] }) {
  return (
    <Menu.Root
      open
      onOpenChange={(open, details) => {
        // A click on the button toggles the menu by itself; closing it here first would open it again.
        const target = details.event.target
        const onButton =
          details.reason === 'outside-press' && target instanceof Node && anchor.current?.contains(target)
        if (!open && !onButton) onClose()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner className={css.positioner} anchor={anchor} side="bottom" align={align} sideOffset={4}>
          <Menu.Popup
            className={css.popup}
            aria-label={label}
            finalFocus={anchor}
            onFocus={({ target, currentTarget, relatedTarget }) => {
              // Opened by a key, it begins at its first item.
              if (target !== currentTarget || relatedTarget !== anchor.current) return
              if (target.matches(':focus-visible')) target.querySelector<HTMLElement>('[role=menuitem]')?.focus()
            }}
          >
            {items.map((item, index) => {
              if ('group' in item)
                return (
                  <div key={index} className={css.group} role="presentation">
                    {index > 0 && <Menu.Separator className={css.line} />}
                    {item.group && <span className={css.heading}>{item.group}</span>}
                  </div>
                )
              const { icon, danger, whyNot, hint, checked, onSelect } = item
              return (
                <Menu.Item
                  key={index}
                  label={item.label}
                  className={cx(css.item, danger && css.danger)}
                  aria-disabled={whyNot ? true : undefined}
                  closeOnClick={!whyNot}
                  onClick={() => !whyNot && onSelect()}
                >
                  {icon && <Icon name={icon} />}
                  <span className={css.text}>
                    {item.label}
                    {(whyNot || hint) && <span className={css.hint}>{whyNot || hint}</span>}
                  </span>
                  {checked && <Icon name="check" size={14} label="đang chọn" />}
                </Menu.Item>
              )
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
