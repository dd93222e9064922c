import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect } from 'react'

const overscan_rows = 12

type Props = {
  count: number
  rowHeight: number
  box: RefObject<HTMLElement | null>
  /** Set here: scrolls to a row that may not be rendered yet, for the keyboard. */
  scrollToRow: RefObject<(index: number) => void>
  renderRow: (index: number, position: number) => ReactNode
}

/** Virtual rows: those in view and a few more, between two spacers as high as all the others. */
export default function TableWindow({ count, rowHeight, box, scrollToRow, renderRow }: Props) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: overscan_rows,
  })
  useEffect(() => {
    virtualizer.measure()
  }, [virtualizer, rowHeight])
  useEffect(() => {
    scrollToRow.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [virtualizer, scrollToRow])
  const items = virtualizer.getVirtualItems()
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map((item, position) => renderRow(item.index, position))}
      <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  )
}

const Spacer = ({ height }: { height: number }) => height > 0 && <tr aria-hidden style={{ height }} />
