import { useNavigate } from '@tanstack/react-router'
import { DataTable } from '#web/data-table.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { useWalletActs } from './wallet-acts.screen.tsx'
import { WalletAdjustments } from './wallet-adjustments.screen.tsx'
import type { WalletDetailProps } from './wallet-detail.screen.tsx'
import { accountWallet } from './wallet.contract.ts'

const WalletDetail = lazyPart(() => import('./wallet-detail.screen.tsx'), {
  wanted: ({ opened }: WalletDetailProps) => opened !== null,
})

type Tab = 'wallets' | 'adjustments'

export default function WalletScreen() {
  const [tab] = useAddressValue('tab')
  const [opened, open] = useAddressValue('wallet')
  const { actsOf, dialogs } = useWalletActs()
  return (
    <ListScreen page={walletPage}>
      {tab === 'adjustments' ? (
        <WalletAdjustments tabs={<WalletTabs shown="adjustments" />} opened={opened} onOpen={open} />
      ) : (
        <Wallets actsOf={actsOf} opened={opened} onOpen={open} />
      )}
      <WalletDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

function WalletTabs({ shown }: { shown: Tab }) {
  const navigate = useNavigate()
  const show = (tab: Tab) => void navigate({ to: '.', search: { tab: tab === 'wallets' ? undefined : tab } as never })
  return (
    <Segmented<Tab>
      aria-label="Nội dung"
      value={shown}
      onChange={show}
      options={[
        { value: 'wallets', label: 'Tài khoản ví', icon: 'wallet' },
        { value: 'adjustments', label: 'Điều chỉnh số dư', icon: 'swap' },
      ]}
    />
  )
}

interface WalletsProps {
  actsOf: WalletDetailProps['actsOf']
  opened: string | null
  onOpen: (id: string) => void
}

function Wallets({ actsOf, opened, onOpen }: WalletsProps) {
  const wallets = useList(accountWallet.list)
  return (
    <DataTable
      list={wallets}
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
      onOpen={(row) => onOpen(String(row.account_id))}
      isOpen={(row) => String(row.account_id) === opened}
      queues={<WalletTabs shown="wallets" />}
      search={<SearchBar list={wallets} keyword="Khách hàng, SĐT" filters={['status']} />}
    />
  )
}
