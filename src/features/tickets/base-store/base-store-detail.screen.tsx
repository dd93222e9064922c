import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { factsOf } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import { show } from '#web/value/kinds.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BaseUsers } from '#features/tickets/base-user/base-users.screen.tsx'
import type { BaseStoreRow } from './base-store-acts.screen.tsx'
import { BaseStore, baseStore } from './base-store.contract.ts'
import { StoreStations } from './store-stations.screen.tsx'

export interface BaseStoreDetailProps {
  record: OpenRecord
  actsOf: (row: BaseStoreRow) => RowAct[]
}

export default function BaseStoreDetail({ record, actsOf }: BaseStoreDetailProps) {
  const base_id = idIn(record.id)
  const read = useRead(baseStore.list, { base_id }, { enabled: base_id > 0 })
  const row = read.data?.items[0]
  return (
    <RecordDrawer record={record} read={read} row={row} title={row?.base_name ?? 'Kho'}>
      {(store) => (
        <RecordView
          status={show(infoOf(BaseStore.shape.status), store.status)}
          note={store.base_code}
          facts={factsOf(BaseStore, store, head_fields, {
            values: store.return_time == null ? { return_time: 'Theo giờ của đài' } : {},
          })}
          timeline={<History table="base_store" id={base_id} />}
          acts={actsOf(store).slice(0, 1)}
        >
          <RecordSection title="Đài phụ trách" note={store.area_ids.length}>
            <StoreStations base_id={base_id} />
          </RecordSection>
          <RecordSection title="Người dùng" note={store.user_count}>
            <BaseUsers base_id={base_id} />
          </RecordSection>
          <RecordSection title="Thông tin" items={factsOf(BaseStore, store, info_fields, { wide: wide_fields })} />
        </RecordView>
      )}
    </RecordDrawer>
  )
}

const head_fields = ['phone_number', 'return_time', 'auto_approve', 'partial_import'] as const
const info_fields = ['address', 'note', 'created_at', 'created_by_name', 'updated_at', 'updated_by_name'] as const
const wide_fields: ReadonlySet<string> = new Set(['address', 'note'])
