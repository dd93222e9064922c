import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { idIn, useAddressValue, useList } from '#web/list/use-list.ts'
import { dataPermissionPage } from '#features/partners/pages.contract.ts'
import { partnerChoices } from '#features/partners/partner/partner-choices.screen.tsx'
import { DataPermissionEditor } from './data-permission-editor.screen.tsx'
import { dataPermission } from './data-permission.contract.ts'

export default function DataPermissionScreen() {
  const users = useList(dataPermission.users)
  const [opened, setOpened] = useAddressValue('user_id')
  return (
    <ListScreen
      page={dataPermissionPage}
      subtitle="Mỗi người chỉ thấy điểm bán, tài khoản, đơn hàng và số liệu trong phạm vi được giao."
    >
      <DataTable
        list={users}
        noun="người dùng"
        columns={[
          { key: 'user_name', width: 134 },
          'full_name',
          { key: 'unit', width: 150 },
          { key: 'partner_name', width: 200 },
          {
            key: 'is_limited',
            head: 'Phạm vi',
            width: 112,
            excel: ['is_limited'],
            cell: (row) => (
              <Badge tone={row.is_limited ? 'blue' : 'neutral'}>{scopeText(row.is_limited, row.partner_name)}</Badge>
            ),
          },
          { key: 'group_count', width: 88 },
          { key: 'pos_count', width: 162 },
        ]}
        acts={(row) => [
          {
            call: dataPermission.get,
            label: 'Phân quyền dữ liệu',
            icon: 'shield',
            run: () => setOpened(String(row.user_id)),
          },
        ]}
        onOpen={(row) => setOpened(String(row.user_id))}
        isOpen={(row) => String(row.user_id) === opened}
        search={
          <SearchBar
            list={users}
            keyword="Tên đăng nhập, họ tên, SĐT"
            filters={['is_limited', { name: 'partner_id', choices: partnerChoices }]}
          />
        }
      />
      {opened !== null && <DataPermissionEditor key={opened} user_id={idIn(opened)} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

function scopeText(is_limited: boolean, partner_name: string | null): string {
  if (is_limited) return 'Giới hạn'
  return partner_name === null ? 'Tất cả' : 'Cả đại lý'
}
