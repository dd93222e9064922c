/** Where pages are scrolled to: a new page begins at its top, Back and Forward return to where the page was. */

import { entryIndex } from './history-entry.ts'

/** How far the window and the box of the page's table are scrolled. */
type Offsets = readonly [window: number, table: number]

const top: Offsets = [0, 0]
/** By the entry of the browser's history. */
const left_at = new Map<number, Offsets>()
let openEntry = entryIndex()
/** Where the page that is about to be shown begins; null where it stays. */
let arriveAt: Offsets | null = null
/** The next try to scroll a page whose rows are on their way. */
let nextTry = 0

const tableBox = () => document.querySelector('main table')?.parentElement

/** Remembers where the open page is scrolled to, before another entry opens. */
export function leaveFor(entry: number, keepScroll: boolean) {
  left_at.set(openEntry, [window.scrollY, tableBox()?.scrollTop ?? 0])
  openEntry = entry
  arriveAt = keepScroll ? null : top
}

/** Remembers it for Back and Forward too; called once. */
export function followScroll() {
  history.scrollRestoration = 'manual'
  addEventListener('popstate', () => {
    const entry = entryIndex()
    leaveFor(entry, false)
    arriveAt = left_at.get(entry) ?? top
  })
  // Whoever does something in the meantime is left where they are.
  for (const act of ['wheel', 'pointerdown', 'keydown']) addEventListener(act, () => clearTimeout(nextTry), true)
}

/** Scrolls the page that has just been drawn. */
export function arrive() {
  if (arriveAt === null) return
  scrollTo(arriveAt, openEntry)
  arriveAt = null
}

/** Rows may come some moments after their page: tries again, for a second, while the page is not long enough and nobody does anything. */
function scrollTo(offsets: Offsets, entry: number, tries = 20) {
  if (entry !== openEntry) return
  const [y, table_y] = offsets
  const box = tableBox()
  window.scrollTo(0, y)
  if (box) box.scrollTop = table_y
  const isThere = Math.abs(window.scrollY - y) < 2 && Math.abs((box?.scrollTop ?? 0) - table_y) < 2
  if (!isThere && tries > 0) nextTry = window.setTimeout(() => scrollTo(offsets, entry, tries - 1), 50)
}
