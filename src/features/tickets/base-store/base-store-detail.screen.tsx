import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BaseUsers } from '#features/tickets/base-user/base-users.screen.tsx'
import type { BaseStoreRow } from './base-store-acts.screen.tsx'
import { BaseStore, baseStore } from './base-store.contract.ts'
import { StoreAreas } from './store-areas.screen.tsx'

export interface BaseStoreDetailProps {
  /** The store's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: BaseStoreRow) => RowAct[]
}

type Tab = 'info' | 'areas' | 'users' | 'history'

export default function BaseStoreDetail({ opened, onClose, actsOf }: BaseStoreDetailProps) {
  const base_id = idIn(opened)
  const enabled = base_id > 0
  const found = useRead(baseStore.list, { base_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const row = found.data?.items[0]
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row?.base_name ?? 'Kho'}
      description={row?.base_code}
      size="lg"
      footer={row && <ActButtons acts={actsOf(row).slice(0, 1)} />}
    >
      <ReadFallback read={found} />
      {found.isSuccess && !row && <EmptyState kind="empty" icon="warehouse" title="Không tìm thấy kho" />}
      {row && (
        <Tabs<Tab>
          key={base_id}
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết kho"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info row={row} /> },
            {
              value: 'areas',
              label: 'Đài phụ trách',
              count: row.area_ids.length,
              content: <StoreAreas base_id={base_id} />,
            },
            {
              value: 'users',
              label: 'Người dùng',
              count: row.user_count,
              content: <BaseUsers base_id={base_id} />,
            },
            { value: 'history', label: 'Lịch sử', content: <History table="base_store" id={base_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const shownFields = [
  'phone_number',
  'return_time',
  'address',
  'area_names',
  'auto_approve',
  'partial_import',
  'note',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const
const wide: ReadonlySet<string> = new Set(['address', 'area_names', 'note'])

function Info({ row }: { row: BaseStoreRow }) {
  return (
    <Stack gap={4}>
      <Row>{show(infoOf(BaseStore.shape.status), row.status)}</Row>
      <DescriptionList
        items={factsOf(BaseStore, row, shownFields, {
          wide,
          values: row.return_time == null ? { return_time: 'Theo giờ của đài' } : {},
        })}
      />
    </Stack>
  )
}
