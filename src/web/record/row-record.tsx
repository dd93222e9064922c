/** A record of which its list knows all: its columns are its facts, and it is looked for among the rows that are shown. */
import type { RowAct } from '#web/action/act.tsx'
import { planOf, type ColumnSpec } from '#web/list/columns.ts'
import type { List } from '#web/list/use-list.ts'
import { show } from '#web/value/kinds.tsx'
import { History } from './history.tsx'
import type { OpenRow } from './open-record.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordSection, RecordView } from './record-view.tsx'

export interface RowRecordProps<Row extends object> {
  record: OpenRow<Row>
  list: List<Row>
  columns: readonly ColumnSpec<Row>[]
  /** Names it in its head. */
  nameOf: (row: Row) => string
  /** Where its history stands. */
  table: string
  keyOf: (row: Row) => number
  actsOf: (row: Row) => readonly RowAct[]
}

/** So many facts stand in the head; the rest follows. */
const head_facts = 4

export default function RowRecord<Row extends object>(props: RowRecordProps<Row>) {
  const { record, list, columns, nameOf, table, keyOf, actsOf } = props
  const row = list.rows.find(record.isOpen)
  const read = { isPending: list.phase === 'loading', error: list.failure, refetch: list.reload }
  // What names the record is its title.
  const [, ...plan] = planOf<Row>(list.call, columns).toSorted(imagesLast)
  return (
    <RecordDrawer record={record} read={read} row={row} title={row ? nameOf(row) : 'Bản ghi'}>
      {(one) => {
        const items = plan.map(({ head, info, cell, key }) => ({
          label: head,
          value: cell ? cell(one) : show(info, (one as Record<string, unknown>)[key]),
        }))
        return (
          <RecordView
            facts={items.slice(0, head_facts)}
            timeline={<History table={table} id={keyOf(one)} />}
            acts={actsOf(one)}
          >
            <RecordSection title="Chi tiết" items={items.slice(head_facts)} />
          </RecordView>
        )
      }}
    </RecordDrawer>
  )
}

const imagesLast = (one: { info: { kind: string } | undefined }, other: typeof one) =>
  Number(one.info?.kind === 'image') - Number(other.info?.kind === 'image')
