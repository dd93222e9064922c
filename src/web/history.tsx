/** The history of one record; its code is fetched when somebody asks for it. */
import type { HistoryProps } from './history-entries.tsx'
import { Drawer } from './ui/drawer.tsx'
import { lazyPart } from './ui/lazy-part.tsx'
import { Skeleton } from './ui/skeleton.tsx'

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
