import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList } from '#web/list/use-list.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { posChoices, usePosActs, type PosRow } from './pos-acts.screen.tsx'
import type { PosDetailProps } from './pos-detail.screen.tsx'
import { pos } from './pos.contract.ts'

const columns: readonly ColumnSpec<PosRow>[] = [
  { key: 'pos_code', width: 108 },
  { key: 'pos_name', width: 250 },
  'status',
  { key: 'address', width: 170 },
  {
    key: 'district_name',
    head: 'Tỉnh/Quận',
    width: 180,
    excel: ['province_name', 'district_name'],
    cell: (row) => `${row.district_name}, ${row.province_name}`,
  },
  { key: 'partner_name', width: 180 },
  { key: 'pos_group_name', width: 130 },
  { key: 'phone_number', head: 'SĐT' },
  'device_count',
  { key: 'contact_name', width: 140, hidden: true },
  {
    key: 'open_time',
    head: 'Giờ mở cửa – đóng cửa',
    width: 150,
    hidden: true,
    excel: ['open_time', 'close_time'],
    cell: (row) => (row.open_time ?? row.close_time) && `${row.open_time ?? '…'} – ${row.close_time ?? '…'}`,
  },
  { key: 'day_sale_limit', hidden: true },
  { key: 'created_by_name', width: 110, hidden: true },
  { key: 'created_at', hidden: true },
  { key: 'updated_by_name', width: 130, hidden: true },
  { key: 'updated_at', hidden: true },
]

const PosGroupDialog = lazyPart(() => import('#features/partners/pos-group/pos-group.screen.tsx'))
const PosImportDialog = lazyPart(() => import('./pos-import.screen.tsx'))
const PosDetail = lazyPart(() => import('./pos-detail.screen.tsx'), {
  mountWhen: ({ record }: PosDetailProps) => record.id !== null,
})

export default function PosScreen() {
  const { me } = useRights()
  const rows = useList(pos.list)
  const record = useOpenRecord(rows, 'pos_id', (row) => row.pos_id)
  const [dialog, setDialog] = useState<'groups' | 'import' | null>(null)
  const { add, actsOf, dialogs } = usePosActs(record.close)
  const addButton = (
    <Act call={pos.add} variant="primary" icon="plus" onClick={add}>
      Thêm POS
    </Act>
  )
  const actions = (
    <>
      <HeaderActs
        acts={[
          { call: posGroup.update, label: 'Nhóm điểm bán', icon: 'list', onSelect: () => setDialog('groups') },
          { call: pos.import, label: 'Nhập từ tệp', icon: 'upload', onSelect: () => setDialog('import') },
        ]}
      />
      {addButton}
    </>
  )

  return (
    <ListScreen page={posPage} actions={actions}>
      <DataTable
        list={rows}
        noun="POS"
        columns={columns}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={addButton}
        search={
          <SearchBar
            list={rows}
            keyword="Mã, tên, địa chỉ, SĐT"
            filters={[
              'status',
              ...(me.partner_id === null ? [{ name: 'partner_id', choices: posChoices.partner_id }] : []),
              { name: 'province_id', choices: posChoices.province_id },
              { name: 'district_id', choices: posChoices.district_id },
              { name: 'pos_group_id', choices: posChoices.pos_group_id },
            ]}
          />
        }
      />
      <PosDetail record={record} actsOf={actsOf} />
      {dialog === 'groups' && <PosGroupDialog onClose={() => setDialog(null)} />}
      {dialog === 'import' && <PosImportDialog onClose={() => setDialog(null)} />}
      {dialogs}
    </ListScreen>
  )
}
