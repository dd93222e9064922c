/** The history of settings beside their editor. */
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { numberText } from '#web/value/format.ts'
import type { SettingHistoryEntriesProps } from './setting-history-entries.screen.tsx'

const Entries = lazyPart(() => import('./setting-history-entries.screen.tsx'), { meanwhile: <Skeleton lines={6} /> })

/** A panel with the changes of a setting; `linesOf` gives the changed values of each. */
export function SettingHistory(entries: SettingHistoryEntriesProps) {
  const { length } = entries.changes
  return (
    <Panel title="Lịch sử" actions={<Text tone="muted" size="sm">{`${numberText(length)} lần đổi`}</Text>}>
      {length === 0 ? (
        <EmptyState kind="empty" icon="history" title="Chưa có thay đổi nào" />
      ) : (
        <Entries {...entries} />
      )}
    </Panel>
  )
}
