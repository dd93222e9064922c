import { DataTable } from '#web/list/data-table.tsx'
import { show } from '#web/value/kinds.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { AccountNumber } from '#features/partners/bank/account-number.screen.tsx'
import { mbAccountPage } from '#features/partners/pages.contract.ts'
import { MbAccount, mbAccount } from './bank-config.contract.ts'

export default function MbAccountScreen() {
  const accounts = useList(mbAccount.list)
  return (
    <ListScreen
      page={mbAccountPage}
      subtitle="Các tài khoản MBBank trong hai danh sách ngân hàng, với số dư tại ngân hàng ở lần cập nhật gần nhất."
    >
      <DataTable
        list={accounts}
        noun="tài khoản MBBank"
        columns={[
          { key: 'account_number', width: 214, cell: (row) => <AccountNumber value={row.account_number} /> },
          'account_name',
          { key: 'balance', width: 180 },
          {
            key: 'synced_at',
            width: 150,
            cell: ({ synced_at }) =>
              synced_at === null ? (
                <Text as="span" tone="muted">
                  Chưa đồng bộ
                </Text>
              ) : (
                show(infoOf(MbAccount.shape.synced_at), synced_at)
              ),
          },
          'status',
        ]}
        search={<SearchBar list={accounts} keyword="Số tài khoản, tên tài khoản" filters={['status']} />}
      />
    </ListScreen>
  )
}
