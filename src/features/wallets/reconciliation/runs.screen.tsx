/** Reconciliations by day and gateway, and the start of one. */
import type { ReactNode } from 'react'
import { Act, useAct } from '#web/action/act.tsx'
import { useReloadWhile } from '#web/list/use-reload-while.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { Editor } from '#web/form/editor.tsx'
import { numberText } from '#web/value/format.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { reconciliation, runStatus } from './reconciliation.contract.ts'

export type Run = RowOf<typeof reconciliation.list>

interface RunsProps {
  tabs: ReactNode
  onOpen: (reconciliation_id: number) => void
}

export default function Runs({ tabs, onOpen }: RunsProps) {
  const runs = useList(reconciliation.list)
  const isRunning = runs.rows.some(({ status }) => status === runStatus.running)
  useReloadWhile(isRunning, runs.reload)
  const editor = useEditor({ add: reconciliation.start, blank: { day: addDays(today(), -1) } })
  const repeat = useAct(reconciliation.start, { success: 'Đã bắt đầu đối soát.' })
  const start = (
    <Act call={reconciliation.start} variant="primary" icon="plus" onClick={() => editor.open()}>
      Đối soát một ngày
    </Act>
  )
  return (
    <>
      <DataTable
        list={runs}
        noun="lần đối soát"
        columns={[
          'day',
          { key: 'status', width: 144 },
          { key: 'gateway', width: 104 },
          { key: 'finding_count', width: 112, cell: (row) => <Differences row={row} /> },
          { key: 'their_count', width: 112 },
          { key: 'our_count', width: 104 },
          { key: 'their_amount', width: 132 },
          { key: 'our_amount', width: 132 },
          { key: 'reason', width: 220 },
          { key: 'open_count', width: 124, hidden: true },
          { key: 'finished_at', hidden: true },
          { key: 'started_by_name', width: 130, hidden: true },
          { key: 'started_at', hidden: true },
        ]}
        acts={({ gateway, day, status, reconciliation_id }) => [
          {
            call: reconciliation.detail,
            label: 'Xem chênh lệch',
            icon: 'eye',
            run: () => onOpen(reconciliation_id),
          },
          {
            call: reconciliation.start,
            label: 'Đối soát lại',
            icon: 'refresh',
            whyNot: status === runStatus.running && 'Ngày này đang được đối soát.',
            run: () => repeat.mutate({ gateway, day }),
          },
        ]}
        onOpen={({ reconciliation_id }) => onOpen(reconciliation_id)}
        queues={
          <Row>
            {tabs}
            {start}
          </Row>
        }
        start={start}
        search={
          <SearchBar
            list={runs}
            keyword="Mã lệnh chi, mã GD, mã rút tiền"
            filters={['gateway', 'status', 'is_open', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày' })]}
          />
        }
      />
      <Editor editor={editor} noun="lần đối soát" fields={['gateway', 'day']} />
    </>
  )
}

/** Red while somebody must still find out about one of them. */
function Differences({ row: { finding_count, open_count } }: { row: Run }) {
  if (open_count === 0) return numberText(finding_count)
  return (
    <Text as="span" strong tone="danger">
      {open_count === finding_count
        ? numberText(open_count)
        : `${numberText(open_count)} / ${numberText(finding_count)}`}
    </Text>
  )
}
