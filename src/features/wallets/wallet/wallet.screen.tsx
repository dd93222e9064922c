import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { useWalletActs } from './wallet-acts.screen.tsx'
import { useWalletAdjustments, WalletAdjustments } from './wallet-adjustments.screen.tsx'
import type { WalletDetailProps } from './wallet-detail.screen.tsx'
import { wallets } from './wallet.contract.ts'

const WalletDetail = lazyPart(() => import('./wallet-detail.screen.tsx'), {
  mountWhen: ({ record }: WalletDetailProps) => record.id !== null,
})

type Tab = 'wallets' | 'adjustments'

export default function WalletScreen() {
  const [tab] = useAddressValue('tab')
  const { actsOf, dialogs } = useWalletActs()
  return (
    <ListScreen page={walletPage}>
      {tab === 'adjustments' ? <Adjustments actsOf={actsOf} /> : <Wallets actsOf={actsOf} />}
      {dialogs}
    </ListScreen>
  )
}

function WalletTabs({ active }: { active: Tab }) {
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'wallets', label: 'Tài khoản ví', icon: 'wallet' },
        { value: 'adjustments', label: 'Điều chỉnh số dư', icon: 'swap' },
      ]}
    />
  )
}

interface WalletsProps {
  actsOf: WalletDetailProps['actsOf']
}

/** Each row opens its wallet. */
function Adjustments({ actsOf }: WalletsProps) {
  const list = useWalletAdjustments()
  const record = useOpenRecord(list, 'wallet', (row) => row.account_id)
  return (
    <>
      <WalletAdjustments list={list} record={record} tabs={<WalletTabs active="adjustments" />} />
      <WalletDetail record={record} actsOf={actsOf} />
    </>
  )
}

function Wallets({ actsOf }: WalletsProps) {
  const list = useList(wallets.list)
  const record = useOpenRecord(list, 'wallet', (row) => row.account_id)
  return (
    <>
      <DataTable
        list={list}
        noun="ví"
        columns={[
          { key: 'msisdn', width: 132 },
          'full_name',
          'balance',
          { key: 'held', width: 120 },
          'available',
          'status',
          'created_at',
          { key: 'status_reason', width: 220, hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={<WalletTabs active="wallets" />}
        search={<SearchBar list={list} keyword="Khách hàng, SĐT" filters={['status']} />}
      />
      <WalletDetail record={record} actsOf={actsOf} />
    </>
  )
}
