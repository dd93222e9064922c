import { useState } from 'react'
import { Act } from '#web/act.tsx'
import type { ColumnSpec } from '#web/columns.ts'
import { DataTable } from '#web/data-table.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { posChoices, usePosActs, type PosInList } from './pos-acts.screen.tsx'
import { PosDetail } from './pos-detail.screen.tsx'
import { PosGroupDialog } from './pos-group.screen.tsx'
import { PosImportDialog } from './pos-import.screen.tsx'
import { pos } from './pos.contract.ts'

const columns: readonly ColumnSpec<PosInList>[] = [
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

export default function PosScreen() {
  const { me } = useRights()
  const shops = useList(pos.list)
  const [opened, open] = useAddressValue('pos_id')
  const [beside, showBeside] = useState<'groups' | 'import' | null>(null)
  const { add, actsOf, dialogs } = usePosActs(() => open(null))
  const addButton = (
    <Act call={pos.add} variant="primary" icon="plus" onClick={add}>
      Thêm POS
    </Act>
  )
  const actions = (
    <>
      <Act call={posGroup.update} icon="list" onClick={() => showBeside('groups')}>
        Nhóm điểm bán
      </Act>
      <Act call={pos.import} icon="upload" onClick={() => showBeside('import')}>
        Nhập từ tệp
      </Act>
      {addButton}
    </>
  )

  return (
    <ListScreen page={posPage} actions={actions}>
      <DataTable
        list={shops}
        noun="POS"
        columns={columns}
        acts={actsOf}
        onOpen={(row) => open(String(row.pos_id))}
        isOpen={(row) => String(row.pos_id) === opened}
        start={addButton}
        search={
          <SearchBar
            list={shops}
            keyword="Mã, tên, địa chỉ, SĐT"
            filters={[
              'status',
              { name: 'province_id', choices: posChoices.province_id },
              { name: 'district_id', choices: posChoices.district_id },
              ...(me.partner_id === null ? [{ name: 'partner_id', choices: posChoices.partner_id }] : []),
              { name: 'pos_group_id', choices: posChoices.pos_group_id },
            ]}
          />
        }
      />
      <PosDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      {beside === 'groups' && <PosGroupDialog onClose={() => showBeside(null)} />}
      {beside === 'import' && <PosImportDialog onClose={() => showBeside(null)} />}
      {dialogs}
    </ListScreen>
  )
}
