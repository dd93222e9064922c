/** The address that is shown, and the way to another one. */
import { createContext, use } from 'react'
import { navigate as changeHistory } from 'wouter/use-browser-location'
import { entryIndex, entryState, type EntryState } from './history-entry.ts'
import { leaveFor } from './scroll.ts'
import { userId } from '#web/session/session.ts'

/** The query of an address as texts only, so that phone numbers and codes keep leading zeros. */
export type Search = Record<string, string>

/** A query to be written; what is empty is left out, and a list is joined by commas. */
export type SearchInput = Readonly<Record<string, unknown>>

export interface PageLocation {
  pathname: string
  search: Search
  /** Path and query. */
  href: string
  /** A keyword that must not be in the address; see isSensitiveKeyword. */
  keyword: string | undefined
}

/** Where a link or an action leads. */
export interface Target {
  /** A path, or one with its query; the current path unless given. */
  to?: string | undefined
  search?: SearchInput | undefined
}

export interface Navigation extends Omit<Target, 'search'> {
  search?: SearchInput | ((now: Search) => SearchInput)
  /** Kept beside the address, in the browser's history. `true` keeps the current one. */
  keyword?: string | true | undefined
  /** Takes the place of the current entry in the browser's history. */
  replace?: boolean
  /** Stays where the page is scrolled to. */
  keepScroll?: boolean
}

/** The query of an address, with or without its question mark; of a name that comes twice the last value counts. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

/** The query to write behind a path, with its question mark; empty when everything is left out. */
export function stringifySearch(search: SearchInput): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  // Characters that need no escaping in a query stay readable, because people read and share addresses.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

/** The address in the browser's bar. While the code of its page is loading, the page of the last one is still shown. */
export function currentLocation(): PageLocation {
  const { pathname, search } = location
  return { pathname, search: parseSearch(search), href: pathname + search, keyword: entryState().keyword }
}

/** Whether both are the same address with the same keyword beside it. */
export function isSame(a: PageLocation, b: Pick<PageLocation, 'href' | 'keyword'>): boolean {
  return a.href === b.href && a.keyword === b.keyword
}

/** The location whose page is shown; other parts use `useLocation`. */
export const ShownLocation = createContext<PageLocation | null>(null)

/** The location whose page is shown. */
export function useLocation(): PageLocation {
  return use(ShownLocation) ?? currentLocation()
}

/** The parameters of the page's path, such as `id`. */
export { useParams } from 'wouter'

/** The address of a target, seen from a page. */
export function hrefOf({ to, search }: Target, pathname: string): string {
  return (to ?? pathname) + (search ? stringifySearch(search) : '')
}

/** Goes to another address. The same one again adds no entry to the browser's history. */
export function navigate({ to, search, keyword, replace = false, keepScroll = false }: Navigation) {
  const now = currentLocation()
  const nextSearch = typeof search === 'function' ? search(now.search) : search
  const href = hrefOf({ to, search: nextSearch }, now.pathname)
  const nextKeyword = keyword === true ? now.keyword : keyword
  const replaces = replace || isSame(now, { href, keyword: nextKeyword })
  const index = entryIndex() + (replaces ? 0 : 1)
  leaveFor(index, keepScroll)
  const state: EntryState = { index, ...(nextKeyword !== undefined && { keyword: nextKeyword, user_id: userId() }) }
  changeHistory(href, { replace: replaces, state })
}

/** Calls the listener whenever the address in the browser's bar has changed. Returns how to stop. */
export function onNavigated(listener: (to: PageLocation) => void): () => void {
  const stops = new AbortController()
  const tell = () => listener(currentLocation())
  // wouter raises the other two.
  for (const event of ['popstate', 'pushState', 'replaceState']) addEventListener(event, tell, stops)
  return () => stops.abort()
}
