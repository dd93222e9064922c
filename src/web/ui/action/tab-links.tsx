/** Tabs that are links to addresses of one page, so that they can be opened in new browser tabs. */
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { centre } from '#web/ui/base/centre.ts'
import css from './tab-links.module.css'

export interface TabLink {
  key: string | number
  label: string
  /** What comes after the '?' of this page's address. */
  query: string
  isCurrent: boolean
  /** The view was changed since the tab was opened. */
  isChanged?: boolean
}

interface TabLinksProps {
  label: string
  links: readonly TabLink[]
  onOpen: (query: string) => void
}

export default function TabLinks({ label, links, onOpen }: TabLinksProps) {
  const strip = useRef<HTMLElement>(null)
  const place = links.findIndex(({ isCurrent }) => isCurrent)
  useLayoutEffect(() => centre(strip.current, strip.current?.children[place]), [place])
  const open = (event: MouseEvent, query: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onOpen(query)
  }
  return (
    <nav ref={strip} aria-label={label} className={css.links}>
      {links.map(({ key, label: name, query, isCurrent, isChanged }) => (
        <a
          key={key}
          href={query === '' ? location.pathname : `?${query}`}
          className={css.link}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={(event) => open(event, query)}
        >
          {name}
          {isChanged && <span className={css.dot} title="Bộ lọc đã thay đổi" />}
        </a>
      ))}
    </nav>
  )
}
