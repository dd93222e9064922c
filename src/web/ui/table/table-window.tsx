import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect } from 'react'

type Props = {
  count: number
  rowHeight: number
  box: RefObject<HTMLElement | null>
  /** Takes the way to a row that is not drawn, for the keyboard. */
  scroller: RefObject<(index: number) => void>
  row: (index: number, position: number) => ReactNode
}

/** The rows in sight and a few more, between two spacers as high as the rest. */
export default function TableWindow({ count, rowHeight, box, scroller, row }: Props) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => {
    virtualizer.measure()
  }, [virtualizer, rowHeight])
  useEffect(() => {
    scroller.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [virtualizer, scroller])
  const items = virtualizer.getVirtualItems()
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map((item, position) => row(item.index, position))}
      <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  )
}

const Spacer = ({ height }: { height: number }) => height > 0 && <tr aria-hidden style={{ height }} />
