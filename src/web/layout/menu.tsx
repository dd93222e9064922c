import { useId, useState, type KeyboardEvent } from 'react'
import { AnchorLink } from '#web/route/link.tsx'
import { useLocation } from '#web/route/location.ts'
import type { MenuItem } from '#web/session/rights.ts'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { numberText } from '#contract/text/number-text.ts'
import { menuIcon } from './menu-icon.ts'
import { remember, remembered } from './preference.ts'
import css from './menu.module.css'

/** A menu with up to this many items fits a phone and a small laptop without scrolling, so its headings start unfolded. */
const unfold_up_to = 18

export interface MenuProps {
  items: readonly MenuItem[]
  /** Counts of waiting work by the page's address. */
  waiting?: WaitingCounts
  onFollow?: (() => void) | undefined
}

export type WaitingCounts = Readonly<Record<string, number>>

/** The menu of the pages that the person may open: headings that fold, and their pages. */
export function Menu({ items, waiting = {}, onFollow }: MenuProps) {
  const { pathname } = useLocation()
  const tops = items.filter((item) => item.parent_id === 0)
  const isShort = items.length <= unfold_up_to
  return (
    // The keys are those of the links and buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav aria-label="Menu chính" className={css.menu} onKeyDown={moveByArrows}>
      <ul className={css.list}>
        {tops.map((top) => {
          const pages = items.filter((item) => item.parent_id === top.id)
          return (
            <li key={top.id}>
              {top.page_url ? (
                <PageLink item={top} count={waiting[top.page_url]} onFollow={onFollow} />
              ) : (
                <Heading
                  heading={top}
                  pages={pages}
                  pathname={pathname}
                  unfolded={isShort}
                  waiting={waiting}
                  onFollow={onFollow}
                />
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

interface HeadingProps {
  heading: MenuItem
  pages: readonly MenuItem[]
  pathname: string
  unfolded: boolean
  waiting: WaitingCounts
  onFollow: (() => void) | undefined
}

function Heading({ heading, pages, pathname, unfolded, waiting, onFollow }: HeadingProps) {
  const id = useId()
  const containsPage = pages.some((page) => isAt(pathname, page))
  const [chosen, setChosen] = useState(() => readFolds()[heading.id])
  // The heading of the open page is unfolded, unless the person folded it.
  const open = chosen ?? (heading.isOpen || containsPage || unfolded)
  const toggle = () => {
    setChosen(!open)
    remember('menu-folds', JSON.stringify({ ...readFolds(), [heading.id]: !open }))
  }
  return (
    <>
      <button
        type="button"
        className={cx(css.item, css.heading, !open && containsPage && css.holds)}
        aria-expanded={open}
        aria-controls={id}
        onClick={toggle}
      >
        <Icon name={menuIcon(heading)} />
        <span className={css.name}>{heading.page_name}</span>
        {!open && <Count count={pages.reduce((sum, page) => sum + (waiting[page.page_url] ?? 0), 0)} />}
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
      </button>
      <ul id={id} className={css.pages} hidden={!open}>
        {pages.map((page) => (
          <li key={page.id}>
            <PageLink item={page} count={waiting[page.page_url]} onFollow={onFollow} plain />
          </li>
        ))}
      </ul>
    </>
  )
}

interface PageLinkProps {
  item: MenuItem
  count: number | undefined
  onFollow: (() => void) | undefined
  plain?: boolean
}

function PageLink({ item, count, onFollow, plain }: PageLinkProps) {
  return (
    <AnchorLink
      to={item.page_url}
      className={css.item}
      aria-current={isAt(useLocation().pathname, item) ? 'page' : undefined}
      onClick={onFollow}
    >
      {!plain && <Icon name={menuIcon(item)} />}
      <span className={css.name}>{item.page_name}</span>
      <Count count={count} />
    </AnchorLink>
  )
}

/** Whether the address is that of the page, or below it. */
export function isAt(pathname: string, { page_url }: Pick<MenuItem, 'page_url'>): boolean {
  return pathname === page_url || (page_url !== '/' && pathname.startsWith(`${page_url}/`))
}

/** The count of waiting work of a page, or of all pages under a folded heading. */
function Count({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className={css.count}>
      {numberText(count)}
      <VisuallyHidden> việc đang chờ</VisuallyHidden>
    </span>
  )
}

function readFolds(): Record<number, boolean> {
  try {
    return JSON.parse(remembered('menu-folds') ?? '{}') as Record<number, boolean>
  } catch {
    return {}
  }
}

/** Arrows, Home and End move the focus between the items, in addition to Tab. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')].filter((line) =>
    line.checkVisibility(),
  )
  const index = lines.indexOf(document.activeElement as HTMLElement)
  const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: lines.length - 1 }[event.key]
  if (target === undefined || index < 0) return
  event.preventDefault()
  lines[Math.min(Math.max(target, 0), lines.length - 1)]?.focus()
}
