/** The folded menu: icons only; a heading opens its pages as a dropdown. */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { menuIcon } from './menu-icon.ts'
import type { MenuProps } from './menu.tsx'
import css from './menu-rail.module.css'

export default function MenuRail({ items, waiting = {} }: MenuProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isOpen = ({ page_url }: { page_url: string }) => pathname === page_url || pathname.startsWith(`${page_url}/`)
  return (
    <nav aria-label="Menu chính">
      <ul className={css.rail}>
        {items
          .filter((item) => item.parent_id === 0)
          .map((top) => {
            const pages = items.filter((item) => item.parent_id === top.id)
            return (
              <li key={top.id} className={cx(css.place, pages.some(isOpen) && css.open)}>
                {top.page_url ? (
                  <Link
                    to={top.page_url}
                    className={css.link}
                    data-tip={top.page_name}
                    activeOptions={{ exact: true, includeSearch: false }}
                  >
                    <Icon name={menuIcon(top)} />
                    <VisuallyHidden>{top.page_name}</VisuallyHidden>
                  </Link>
                ) : (
                  <Menu
                    label={top.page_name}
                    icon={menuIcon(top)}
                    align="start"
                    items={pages.map((page) => ({
                      label: page.page_name,
                      ...(waiting[page.page_url] && { hint: String(waiting[page.page_url]) }),
                      onSelect: () => void navigate({ to: page.page_url }),
                    }))}
                  />
                )}
                {pages.some(({ page_url }) => waiting[page_url]) && <span className={css.dot} aria-hidden />}
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
