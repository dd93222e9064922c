/** The drawer of a record whose list row has all its data: the columns become facts, and no detail call is made. */
import type { RowAct } from '#web/action/act.tsx'
import { planOf, type ColumnSpec } from '#web/list/columns.ts'
import type { List } from '#web/list/use-list.ts'
import { History } from './history.tsx'
import type { OpenRow } from './open-record.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { RecordSection, RecordView } from './record-view.tsx'

export interface RowRecordProps<Row extends object> {
  record: OpenRow<Row>
  list: List<Row>
  columns: readonly ColumnSpec<Row>[]
  /** The title. */
  nameOf: (row: Row) => string
  /** The table of its history. */
  table: string
  keyOf: (row: Row) => number
  actsOf: (row: Row) => readonly RowAct[]
}

/** How many facts are at the top; the others are in a section below. */
const top_facts = 4

export default function RowRecord<Row extends object>(props: RowRecordProps<Row>) {
  const { record, list, columns, nameOf, table, keyOf, actsOf } = props
  const row = list.rows.find(record.isOpen)
  const read = { isPending: list.phase === 'loading', error: list.failure, refetch: list.reload }
  // The first column is left out, because its value is the title.
  const [, ...plan] = planOf<Row>(list.call, columns).toSorted(imagesLast)
  return (
    <RecordDrawer record={record} read={read} row={row} title={row ? nameOf(row) : 'Bản ghi'}>
      {(shownRow) => {
        const items = plan.map(({ head, cell }) => ({
          label: head,
          value: cell(shownRow),
        }))
        return (
          <RecordView
            facts={items.slice(0, top_facts)}
            timeline={<History table={table} id={keyOf(shownRow)} />}
            acts={actsOf(shownRow)}
          >
            <RecordSection title="Chi tiết" items={items.slice(top_facts)} />
          </RecordView>
        )
      }}
    </RecordDrawer>
  )
}

const imagesLast = (one: { info: { kind: string } | undefined }, other: typeof one) =>
  Number(one.info?.kind === 'image') - Number(other.info?.kind === 'image')
