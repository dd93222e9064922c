import { isHeadOffice } from '#contract/person.ts'
import type { ReactNode } from 'react'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'
import { useBaseStoreActs } from './base-store-acts.screen.tsx'
import type { BaseStoreDetailProps } from './base-store-detail.screen.tsx'
import { baseStore } from './base-store.contract.ts'
import { baseStoreChange } from './base-store-change.contract.ts'

const BaseStoreDetail = lazyPart(() => import('./base-store-detail.screen.tsx'), {
  mountWhen: ({ record }: BaseStoreDetailProps) => record.id !== null,
})
const DrawAreas = lazyPart(() => import('#features/tickets/draw-area/draw-areas.screen.tsx'))

/** The value of `xem` in the address for the stations. */
const stations_tab = 'dai'

export default function BaseStoreScreen() {
  const { me } = useRights()
  const [view, setView] = useAddressValue('xem')
  const { add, actsOf, dialogs } = useBaseStoreActs()
  const addButton = isHeadOffice(me) && (
    <Act call={baseStoreChange.add} variant="primary" icon="plus" onClick={add}>
      Thêm kho
    </Act>
  )
  const tabs = (
    <Segmented<'stores' | 'stations'>
      aria-label="Danh mục"
      value={view === stations_tab ? 'stations' : 'stores'}
      onChange={(value) => setView(value === 'stations' ? stations_tab : null)}
      options={[
        { value: 'stores', label: 'Kho', icon: 'warehouse' },
        { value: 'stations', label: 'Đài quay', icon: 'calendar' },
      ]}
    />
  )
  return (
    <ListScreen page={baseStorePage} actions={view !== stations_tab && addButton}>
      {view === stations_tab ? <DrawAreas tabs={tabs} /> : <Stores actsOf={actsOf} start={addButton} tabs={tabs} />}
      {dialogs}
    </ListScreen>
  )
}

const areas = choicesOf(drawArea.list, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code }))

interface StoresProps {
  actsOf: ReturnType<typeof useBaseStoreActs>['actsOf']
  start: ReactNode
  tabs: ReactNode
}

function Stores({ actsOf, start, tabs }: StoresProps) {
  const stores = useList(baseStore.list)
  const record = useOpenRecord(stores, 'kho', (row) => row.base_id)
  return (
    <>
      <DataTable
        list={stores}
        noun="kho"
        columns={[
          { key: 'base_code', width: 84 },
          { key: 'base_name', width: 150 },
          { key: 'address', width: 190 },
          { key: 'area_names', width: 190 },
          { key: 'return_time', width: 118, empty: 'Theo đài' },
          { key: 'user_count', width: 122 },
          'status',
          { key: 'phone_number', hidden: true },
          { key: 'auto_approve', width: 150, hidden: true },
          { key: 'partial_import', width: 150, hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'created_by_name', width: 110, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={start}
        queues={tabs}
        search={
          <SearchBar
            list={stores}
            keyword="Mã, tên, địa chỉ"
            filters={['status', { name: 'area_id', choices: areas }]}
          />
        }
      />
      <BaseStoreDetail record={record} actsOf={actsOf} />
    </>
  )
}
