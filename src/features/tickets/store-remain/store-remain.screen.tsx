/** The tab 'Kho': one store's settings, and what remains in it of each draw of today and of the days to come. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { Act } from '#web/action/act.tsx'
import { factsOf } from '#web/record/facts.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { History } from '#web/record/history.tsx'
import { numberText } from '#web/value/format.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { BaseStore, baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import { useBaseStoreActs, type BaseStoreRow } from '#features/tickets/base-store/base-store-acts.screen.tsx'
import { storeRemain, type RemainingStockRow } from './store-remain.contract.ts'

const RemainingDraws = lazyPart(() => import('./remaining-draws.screen.tsx'), { meanwhile: <Skeleton lines={8} /> })

const max_stores = 300

export default function StoreRemainScreen() {
  const read = useRead(baseStore.list, { page_size: max_stores })
  const [chosen, setChosen] = useState<number | null>(null)
  if (!read.data) return <ReadFallback read={read} lines={12} />
  const { items } = read.data
  const store = items.find(({ base_id }) => base_id === chosen) ?? items[0]
  if (!store) return <EmptyState kind="empty" title="Chưa có kho" message="Thêm kho ở trang Danh mục kho." />
  return <Store key={store.base_id} store={store} stores={items} onChoose={setChosen} />
}

interface StoreProps {
  store: BaseStoreRow
  stores: readonly BaseStoreRow[]
  onChoose: (base_id: number | null) => void
}

const setting_fields = ['status', 'return_time', 'auto_approve', 'partial_import', 'area_names', 'note'] as const

function Store({ store, stores, onChoose }: StoreProps) {
  const { base_id } = store
  const { actsOf, dialogs } = useBaseStoreActs()
  const remain = useRead(storeRemain.get, { base_id })
  const edit = actsOf(store)[0]!
  return (
    <Split
      side="right"
      aside={
        <Panel title="Lịch sử">
          <History table="base_store" id={base_id} />
        </Panel>
      }
    >
      <Stack>
        <Panel
          title={store.base_name}
          actions={
            <Act call={baseStoreChange.update} icon="pencil" onClick={edit.run}>
              Sửa cấu hình kho
            </Act>
          }
        >
          <Stack>
            <Field label="Kho" width="xl">
              <Combobox
                value={base_id}
                onChange={onChoose}
                clearable={false}
                options={stores.map((row) => ({
                  value: row.base_id,
                  label: row.base_name,
                  detail: row.base_code,
                }))}
              />
            </Field>
            <DescriptionList
              columns={3}
              items={factsOf(BaseStore, store, setting_fields, {
                values: store.return_time == null ? { return_time: 'Theo giờ của đài' } : {},
              })}
            />
          </Stack>
        </Panel>
        <Panel flush title="Vé còn của từng kỳ" actions={<Total rows={remain.data?.items ?? []} />}>
          {remain.data ? <RemainingDraws rows={remain.data.items} /> : <ReadFallback read={remain} lines={8} />}
        </Panel>
      </Stack>
      {dialogs}
    </Split>
  )
}

const inStock = (rows: readonly RemainingStockRow[]) => rows.reduce((sum, { in_stock }) => sum + in_stock, 0)

function Total({ rows }: { rows: readonly RemainingStockRow[] }) {
  return <Text tone="muted" size="sm">{`Còn ${numberText(inStock(rows))} vé`}</Text>
}
