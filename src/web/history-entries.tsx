/** The history of one record: who, when, which action, field by field. */
import { audit } from '#features/access/audit/audit.contract.ts'
import { deedOf, type Change } from '#features/access/audit/audit.rules.ts'
import { agoText } from './ago.ts'
import { RowChanges } from './changes.tsx'
import { momentText } from './format.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Row, Stack } from './ui/layout.tsx'
import { Timeline, type TimelineEntry } from './ui/timeline.tsx'
import { ListFallback } from './fallback.tsx'
import { useLocalList } from './use-list.ts'
import { useNames, type NameOf } from './use-names.ts'

export interface HistoryProps {
  /** The record's table and its key, as the database names them. */
  table: string
  id: number | string
}

interface HistoryRow extends Change {
  audit_id: number
  at: string
  user_name: string | null
  title: string
}

export default function HistoryEntries({ table, id }: HistoryProps) {
  const list = useLocalList(audit.history, { table_name: table, row_id: String(id) })
  const nameOf = useNames()
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
  return [...Map.groupBy(rows, (row) => row.audit_id).values()].map((changes) => {
    const { audit_id, title, user_name, at } = changes[0]!
    const ownDeed = changes.filter((change) => change.table_name === table).map(deedOf)[0]
    const tone = { added: 'green', removed: 'red', changed: 'neutral' } as const
    return {
      key: audit_id,
      title,
      subtitle: `${user_name ?? 'Hệ thống'} · ${momentText(at)} (${agoText(at)})`,
      tone: tone[ownDeed ?? 'changed'],
      children: <RowChanges changes={changes} nameOf={nameOf} own={table} />,
    }
  })
}
