/** The history of one record; its code is fetched when somebody asks for it. */
import { Drawer } from './ui/drawer.tsx'
import { lazyPart } from './ui/lazy-part.tsx'
import { Skeleton } from './ui/skeleton.tsx'

export interface HistoryProps {
  /** The record's table and its key, as the database names them. */
  table: string
  id: number | string
}

export const History = lazyPart<HistoryProps>(() => import('./history-entries.tsx'), {
  meanwhile: <Skeleton lines={6} />,
})

export function HistoryDrawer({ title, onClose, ...record }: HistoryProps & { title: string; onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title="Lịch sử thay đổi" description={title} size="lg">
      <History {...record} />
    </Drawer>
  )
}
