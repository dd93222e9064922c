/** The folded menu: icons only; a heading opens its pages as a dropdown. */
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { Menu } from '#web/ui/action/menu.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { AnchorLink } from '#web/route/link.tsx'
import { navigate, useLocation } from '#web/route/location.ts'
import { menuIcon } from './menu-icon.ts'
import { isAt, type MenuProps } from './menu.tsx'
import css from './menu-rail.module.css'

export default function MenuRail({ items, waiting = {} }: MenuProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Menu chính">
      <ul className={css.rail}>
        {items
          .filter((item) => item.parent_id === 0)
          .map((top) => {
            const pages = items.filter((item) => item.parent_id === top.id)
            return (
              <li key={top.id} className={cx(css.place, pages.some((page) => isAt(pathname, page)) && css.open)}>
                {top.page_url ? (
                  <AnchorLink
                    to={top.page_url}
                    className={css.link}
                    data-tip={top.page_name}
                    aria-current={isAt(pathname, top) ? 'page' : undefined}
                  >
                    <Icon name={menuIcon(top)} />
                    <VisuallyHidden>{top.page_name}</VisuallyHidden>
                  </AnchorLink>
                ) : (
                  <Menu
                    label={top.page_name}
                    icon={menuIcon(top)}
                    align="start"
                    items={pages.map((page) => ({
                      label: page.page_name,
                      ...(waiting[page.page_url] && { hint: String(waiting[page.page_url]) }),
                      onSelect: () => navigate({ to: page.page_url }),
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
