import { useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { useProductParts, type HistoryProps } from '#web/route/product-parts.ts'
import { Drawer } from '#web/ui/dialog/drawer.tsx'

/** The change history of a record, from the audit log. Its rendering is a product part: see route/product-parts.ts. */
export function History(props: HistoryProps) {
  const parts = useProductParts()
  return <parts.History {...props} />
}

/** The history behind a button, below a timeline. */
export function FoldedHistory(props: HistoryProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <History {...props} />
  return (
    <Row>
      <Button size="sm" variant="quiet" icon="history" onClick={() => setIsOpen(true)}>
        Thay đổi từng trường
      </Button>
    </Row>
  )
}

/** The history in a drawer. */
export function HistoryDrawer({ title, onClose, ...record }: HistoryProps & { title: string; onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title="Lịch sử thay đổi" description={title} size="lg">
      <History {...record} />
    </Drawer>
  )
}
