import { useState, type ReactNode } from 'react'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { idIn, useAddressValue, useList } from '#web/list/use-list.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { navigate } from '#web/route/location.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { rewardBatchPage } from '#features/rewards/pages.contract.ts'
import { rewardBatch } from './batch.contract.ts'
import { useBatchActs } from './batch-acts.screen.tsx'
import { BatchState } from './batch-row.screen.tsx'

const BatchLines = lazyPart(() => import('./batch-lines.screen.tsx'))
const NewBatch = lazyPart(() => import('./new-batch.screen.tsx'))

export default function BatchesScreen() {
  const [batch] = useAddressValue('batch')
  const [adding, setAdding] = useState(false)
  const addButton = (
    <Act call={rewardBatch.create} icon="plus" variant="primary" onClick={() => setAdding(true)}>
      Lô mới
    </Act>
  )
  return (
    <ListScreen page={rewardBatchPage} actions={addButton}>
      {batch === null ? (
        <Batches start={addButton} onOpen={openBatch} />
      ) : (
        <BatchLines batch_id={idIn(batch)} onBack={() => openBatch(null)} />
      )}
      {adding && (
        <NewBatch
          onAdded={(batch_id) => {
            setAdding(false)
            openBatch(batch_id)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </ListScreen>
  )
}

/** Without the filters of the page that is left: those of batches mean something else for the lines of one. */
const openBatch = (batch_id: number | null) =>
  navigate({ search: { batch: batch_id === null ? null : String(batch_id) } })

function Batches({ start, onOpen }: { start: ReactNode; onOpen: (batch_id: number) => void }) {
  const list = useList(rewardBatch.list)
  const { actsOf, dialogs } = useBatchActs()
  return (
    <>
      <DataTable
        list={list}
        noun="lô trả thưởng"
        columns={[
          { key: 'batch_code', width: 104 },
          { key: 'name', width: 236 },
          { key: 'item_count', width: 104 },
          { key: 'net', width: 132 },
          { key: 'paid_count', width: 104 },
          { key: 'failed_count', width: 92 },
          { key: 'unknown_count', width: 92 },
          { key: 'status', width: 168, cell: (row) => <BatchState batch={row} /> },
          { key: 'paid_net', width: 132 },
          { key: 'created_at', width: 140 },
          { key: 'created_by_name', width: 120, empty: 'Hệ thống' },
          { key: 'approved_by_name', width: 120 },
          { key: 'waiting_count', width: 88, hidden: true },
          { key: 'out_count', width: 88, hidden: true },
          { key: 'category', width: 130, hidden: true },
          { key: 'area_name', width: 120, hidden: true },
          { key: 'open_date', width: 104, hidden: true },
          { key: 'period_code', width: 152, hidden: true },
          { key: 'is_auto', hidden: true },
          { key: 'reason', width: 240, hidden: true },
          { key: 'missing', width: 120, hidden: true },
          { key: 'first_by_name', width: 120, hidden: true },
          { key: 'approved_at', width: 140, hidden: true },
          { key: 'finished_at', width: 140, hidden: true },
        ]}
        acts={actsOf}
        start={start}
        onOpen={({ batch_id }) => onOpen(batch_id)}
        search={
          <SearchBar
            list={list}
            keyword="Mã lô, tên lô"
            filters={['status', 'category', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày lập' })]}
          />
        }
      />
      {dialogs}
    </>
  )
}
