/** The history of one record: who, when, which action, field by field. */
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/show/timeline.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { timeOf } from '#web/record/record-timeline.tsx'
import { useLocalList } from '#web/list/use-list.ts'
import type { HistoryProps } from '#web/route/product-parts.ts'
import { recordHistory } from './record-history.contract.ts'
import { changeKindOf, netChanges, type Change } from './audit.rules.ts'
import { useNames, type NameOf } from './record-names.screen.tsx'
import { RowChanges } from './row-changes.screen.tsx'

interface HistoryRow extends Change {
  audit_id: number
  at: string
  user_name: string | null
  title: string
}

export default function HistoryEntries({ table, id }: HistoryProps) {
  const list = useLocalList(recordHistory.history, { table_name: table, row_id: String(id) })
  const nameOf = useNames(list.rows as readonly HistoryRow[])
  if (list.phase === 'loading' || list.phase === 'failed') return <ListFallback list={list} lines={6} />
  if (list.phase !== 'rows') return <EmptyState kind="empty" icon="history" title="Chưa có thay đổi nào" />
  const page = Number(list.state.page_index)
  return (
    <Stack gap={4}>
      <Timeline entries={entriesOf(list.rows as readonly HistoryRow[], table, nameOf)} />
      {list.pageCount > 1 && (
        <Row justify="center">
          <Button
            size="sm"
            icon="chevron-left"
            whyNot={page === 1 && 'Đây là những thay đổi mới nhất.'}
            onClick={() => list.goTo(page - 1)}
          >
            Mới hơn
          </Button>
          <Button
            size="sm"
            iconEnd="chevron-right"
            whyNot={page === list.pageCount && 'Đây là những thay đổi cũ nhất.'}
            onClick={() => list.goTo(page + 1)}
          >
            Cũ hơn
          </Button>
        </Row>
      )}
    </Stack>
  )
}

/** One entry per action: an action may have changed several rows. */
function entriesOf(rows: readonly HistoryRow[], table: string, nameOf: NameOf): TimelineEntry[] {
  return [...Map.groupBy(rows, (row) => row.audit_id).values()].map((steps) => {
    const changes = netChanges(steps)
    const { audit_id, title, user_name, at } = changes[0]!
    const ownKind = changes.filter((change) => change.table_name === table).map(changeKindOf)[0]
    const tone = { added: 'green', removed: 'red', changed: 'neutral' } as const
    return {
      key: audit_id,
      ...timeOf(at),
      title,
      subtitle: user_name ?? 'Hệ thống',
      tone: tone[ownKind ?? 'changed'],
      children: <RowChanges changes={changes} nameOf={nameOf} own={table} />,
    }
  })
}
