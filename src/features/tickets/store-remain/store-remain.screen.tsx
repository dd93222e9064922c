/** The tab 'Kho': one store's settings, and what remains in it of each draw of today and of the days to come. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { Act } from '#web/action/act.tsx'
import { factsOf } from '#web/record/facts.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { History } from '#web/record/history.tsx'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { infoOf } from '#contract/schema.ts'
import { BaseStore, baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { useBaseStoreActs, type BaseStoreRow } from '#features/tickets/base-store/base-store-acts.screen.tsx'
import { Stock } from '#features/tickets/stock/stock.contract.ts'
import { storeRemain, type RemainingStockRow } from './store-remain.contract.ts'

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
            <Act call={baseStore.update} icon="pencil" onClick={edit.run}>
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
                options={stores.map((one) => ({
                  value: one.base_id,
                  label: one.base_name,
                  detail: one.base_code,
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
          {remain.data ? <Draws rows={remain.data.items} /> : <ReadFallback read={remain} lines={8} />}
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

const label = (name: keyof typeof Stock.shape) => infoOf(Stock.shape[name])!.label

function Draws({ rows }: { rows: readonly RemainingStockRow[] }) {
  const count = (name: 'imported' | 'sold' | 'returned' | 'return_pending' | 'in_stock') => ({
    key: name,
    head: label(name),
    width: 80,
    align: 'right' as const,
    cell: (row: RemainingStockRow) => numberText(row[name]),
  })
  return (
    <Table<RemainingStockRow>
      label="Vé còn của từng kỳ"
      rows={rows}
      rowKey={(row) => `${row.open_date} ${row.area_id}`}
      empty={
        <EmptyState kind="empty" title="Chưa có kỳ nào" message="Kho chưa phụ trách đài nào, hoặc chưa có kỳ quay." />
      }
      columns={[
        { key: 'area_name', head: 'Đài', width: 130, grow: true, cell: (row) => row.area_name },
        { key: 'open_date', head: 'Ngày quay', width: 104, cell: (row) => dayText(row.open_date) },
        count('in_stock'),
        { key: 'status', head: 'Trạng thái', width: 126, cell: stateOf },
        count('imported'),
        count('sold'),
        count('return_pending'),
        { key: 'stop_at', head: 'Ngừng nhận', width: 140, cell: (row) => momentText(row.stop_at) },
        { key: 'return_until', head: 'Chốt hoàn', width: 140, cell: (row) => momentText(row.return_until) },
        count('returned'),
      ]}
    />
  )
}

function stateOf(row: RemainingStockRow) {
  if (row.status === null) return <Badge tone="amber">Chưa nhập vé</Badge>
  if (row.in_stock === 0) return <Badge>Hết vé</Badge>
  return show(infoOf(Stock.shape.status), row.status)
}
