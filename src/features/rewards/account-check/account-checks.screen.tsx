/** The batches of account checks, and one of them with its accounts. */
import { useState, type ReactNode } from 'react'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { idIn, useAddressValue, useList } from '#web/list/use-list.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { navigate } from '#web/route/location.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { accountCheckPage } from '#features/rewards/pages.contract.ts'
import { accountCheck } from './account-check.contract.ts'
import { useBatchActs } from './batch-acts.screen.tsx'

const Accounts = lazyPart(() => import('./accounts.screen.tsx'))
const PasteDialog = lazyPart(() => import('./paste-dialog.screen.tsx'))
const FileDialog = lazyPart(() => import('./file-dialog.screen.tsx'))

export default function AccountChecksScreen() {
  const [batch] = useAddressValue('batch')
  const [adding, setAdding] = useState<'paste' | 'file' | null>(null)
  const openAdded = (batch_id: number) => {
    setAdding(null)
    openBatch(batch_id)
  }
  const addButton = (
    <Act call={accountCheck.create} icon="plus" variant="primary" onClick={() => setAdding('paste')}>
      Lô mới
    </Act>
  )
  return (
    <ListScreen
      page={accountCheckPage}
      actions={
        <>
          <HeaderActs
            acts={[
              { call: accountCheck.create, label: 'Lô từ tệp', icon: 'upload', onSelect: () => setAdding('file') },
            ]}
          />
          {addButton}
        </>
      }
    >
      {batch === null ? (
        <Batches start={addButton} onOpen={openBatch} />
      ) : (
        <Accounts batch_id={idIn(batch)} onBack={() => openBatch(null)} />
      )}
      {adding === 'paste' && <PasteDialog onAdded={openAdded} onClose={() => setAdding(null)} />}
      {adding === 'file' && <FileDialog onAdded={openAdded} onClose={() => setAdding(null)} />}
    </ListScreen>
  )
}

/** Without the filters of the page that is left: those of batches mean something else for the accounts of one. */
const openBatch = (batch_id: number | null) =>
  navigate({ search: { batch: batch_id === null ? null : String(batch_id) } })

function Batches({ start, onOpen }: { start: ReactNode; onOpen: (batch_id: number) => void }) {
  const list = useList(accountCheck.list)
  const actsOf = useBatchActs()
  return (
    <DataTable
      list={list}
      noun="lô kiểm tra"
      columns={[
        { key: 'batch_code', width: 104 },
        { key: 'name', width: 240 },
        { key: 'status', width: 132 },
        { key: 'item_count', width: 112 },
        { key: 'match_count', width: 92 },
        { key: 'mismatch_count', width: 112 },
        { key: 'absent_count', width: 116 },
        { key: 'error_count', width: 88 },
        { key: 'waiting_count', width: 96 },
        { key: 'created_by_name', width: 120 },
        { key: 'created_at', width: 140 },
        { key: 'finished_at', width: 140, hidden: true },
      ]}
      acts={actsOf}
      start={start}
      onOpen={({ batch_id }) => onOpen(batch_id)}
      search={
        <SearchBar
          list={list}
          keyword="Mã lô, tên lô"
          filters={['status', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày tạo' })]}
        />
      }
    />
  )
}
