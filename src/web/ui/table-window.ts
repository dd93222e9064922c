import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

/** Up to here all rows are drawn: find-in-page, printing and readers then see the whole page. */
const wholeUpTo = 100

/** Which rows are drawn, and how much room those before and after them take. */
export function useRowWindow(count: number, rowHeight: number, box: RefObject<HTMLElement | null>) {
  const virtual = count > wholeUpTo
  const virtualizer = useVirtualizer({
    count,
    enabled: virtual,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1000, height: 800 },
  })
  if (!virtual)
    return {
      virtual,
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      scrollTo: () => undefined,
    }
  const items = virtualizer.getVirtualItems()
  return {
    virtual,
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
