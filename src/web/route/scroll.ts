/** Where pages are scrolled to: a new page begins at its top, Back and Forward return to where the page was. */

/** How far the window and the box of the page's table are scrolled. */
type Offsets = readonly [window: number, table: number]

const top: Offsets = [0, 0]
/** By the entry of the browser's history. */
const left_at = new Map<number, Offsets>()
let openEntry = 0
/** Where the page that is about to be shown begins; null where it stays. */
let arriveAt: Offsets | null = null

const tableBox = () => document.querySelector('main table')?.parentElement

/** Remembers where the open page is scrolled to, before another entry opens. */
export function leaveFor(entry: number, keepScroll: boolean) {
  left_at.set(openEntry, [window.scrollY, tableBox()?.scrollTop ?? 0])
  openEntry = entry
  arriveAt = keepScroll ? null : top
}

/** The same for Back and Forward. */
export function returnTo(entry: number) {
  leaveFor(entry, false)
  arriveAt = left_at.get(entry) ?? top
}

/** Scrolls the page that has just been drawn. */
export function arrive() {
  if (arriveAt === null) return
  const [y, table_y] = arriveAt
  arriveAt = null
  window.scrollTo(0, y)
  const box = tableBox()
  if (box) box.scrollTop = table_y
}
