import { useMemo } from 'react'
import { useRead } from '#web/api.ts'
import { DataTable } from '#web/data-table.tsx'
import { momentText, textOf } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { addDays, today } from '#web/ui/date-text.ts'
import { Text } from '#web/ui/text.tsx'
import { useList, type List, type RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import {
  depositTarget,
  TargetLink,
  walletAdjustmentTarget,
  withdrawalTarget,
} from '#features/wallets/places.screen.tsx'
import { walletName } from './wallet-row.screen.tsx'
import { accountWallet, WalletEntry } from './wallet.contract.ts'

type Entry = RowOf<typeof accountWallet.transactionHistory>

const shown_days = 7

export default function WalletHistoryScreen() {
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const entries = useList(accountWallet.transactionHistory, {}, preset)
  return (
    <ListScreen page={walletHistoryPage} subtitle={<Subtitle list={entries} />}>
      <DataTable
        list={entries}
        noun="giao dịch"
        columns={[
          { key: 'at', width: 156, cell: (row) => momentText(row.at, true) },
          'msisdn',
          { key: 'full_name', width: 140 },
          { key: 'type', width: 100 },
          { key: 'balance_before', width: 120 },
          { key: 'amount', excel: ['amount', 'held'], cell: (row) => <Change row={row} /> },
          { key: 'balance_after', width: 120 },
          { key: 'reason', width: 200 },
          {
            key: 'reference',
            width: 104,
            cell: (row) => <TargetLink place={targetOf(row)}>{row.reference}</TargetLink>,
          },
          { key: 'came_in', hidden: true },
          { key: 'went_out', hidden: true },
          { key: 'held_before', hidden: true },
          { key: 'held', hidden: true },
          { key: 'held_after', hidden: true },
        ]}
        search={
          <SearchBar
            list={entries}
            keyword="Khách hàng, SĐT"
            filters={[rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }), 'type']}
          />
        }
      />
    </ListScreen>
  )
}

/** How much came in and went out in all that is listed; of which wallet, when it is one alone. */
function Subtitle({ list }: { list: List<Entry> }) {
  const { can } = useRights()
  const { account_id } = list.state
  const enabled = typeof account_id === 'number' && can(accountWallet.detail)
  const wallet = useRead(accountWallet.detail, { account_id: Number(account_id) }, { enabled }).data
  const { sums } = list
  const total = (name: 'came_in' | 'went_out') =>
    `${infoOf(WalletEntry.shape[name])!.label}: ${textOf(infoOf(WalletEntry.shape[name]), sums?.[name])}`
  return [wallet && walletName(wallet), sums && total('came_in'), sums && total('went_out')].filter(Boolean).join(' · ')
}

/** By how much the balance changed; of what is only set aside or freed, how much that is. */
function Change({ row: { amount, held } }: { row: Entry }) {
  if (amount === 0)
    return (
      <Text as="span" tone="amber">
        {textOf({ kind: 'money', label: '' }, Math.abs(held))}
      </Text>
    )
  return (
    <Text as="span" strong tone={amount > 0 ? 'green' : 'danger'}>
      {textOf(infoOf(WalletEntry.shape.amount), amount)}
    </Text>
  )
}

/** What it belongs to. */
function targetOf({ adjustment_id, transfer_id, withdrawal_id, method, reference }: Entry) {
  if (reference === null) return null
  if (adjustment_id !== null) return walletAdjustmentTarget(reference)
  if (transfer_id !== null) return depositTarget(reference)
  return withdrawal_id === null || method === null ? null : withdrawalTarget(method, withdrawal_id)
}
