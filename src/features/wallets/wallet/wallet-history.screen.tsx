import { useMemo } from 'react'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { momentText, textOf } from '#web/value/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { useList, type List, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import {
  depositTarget,
  orderTarget,
  rewardTarget,
  TargetLink,
  walletAdjustmentTarget,
  withdrawalTarget,
} from '#features/wallets/links.screen.tsx'
import { walletName } from './wallet-row.screen.tsx'
import { wallets, WalletEntry } from './wallet.contract.ts'

type Entry = RowOf<typeof wallets.transactionHistory>

const shown_days = 7

export default function WalletHistoryScreen() {
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const entries = useList(wallets.transactionHistory, {}, preset)
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
          { key: 'amount', amount: true, excel: ['amount', 'held'], cell: (row) => <Change row={row} /> },
          { key: 'balance_after', width: 120 },
          { key: 'held_after', width: 108 },
          { key: 'available_after', width: 120 },
          { key: 'reason', width: 200 },
          {
            key: 'reference',
            width: 136,
            cell: (row) => <TargetLink target={targetOf(row)}>{row.reference}</TargetLink>,
          },
          { key: 'came_in', hidden: true },
          { key: 'went_out', hidden: true },
          { key: 'held_before', hidden: true },
          { key: 'held', hidden: true },
        ]}
        search={
          <SearchBar
            list={entries}
            keyword="Khách hàng, SĐT, mã tham chiếu"
            filters={[rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }), 'type']}
          />
        }
      />
    </ListScreen>
  )
}

/** The sums of the whole list; for one wallet with its balance. */
function Subtitle({ list }: { list: List<Entry> }) {
  const { can } = useRights()
  const { account_id } = list.state
  const enabled = typeof account_id === 'number' && can(wallets.detail)
  const wallet = useRead(wallets.detail, { account_id: Number(account_id) }, { enabled }).data
  const { sums } = list
  const total = (name: 'came_in' | 'went_out') =>
    `${infoOf(WalletEntry.shape[name])!.label}: ${textOf(infoOf(WalletEntry.shape[name]), sums?.[name])}`
  const parts = [wallet && walletName(wallet), sums && total('came_in'), sums && total('went_out')].filter(Boolean)
  // The line is reserved before its text is loaded.
  return parts.join(' · ') || '\u00a0'
}

/** By how much the balance changed; for money that was only put on hold or released, the amount. */
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

/** A link to the record that the entry belongs to. */
function targetOf({ adjustment_id, deposit_id, withdrawal_id, reward_id, order_id, method, reference }: Entry) {
  if (reference === null) return null
  if (order_id !== null) return orderTarget(order_id)
  if (reward_id !== null) return rewardTarget(reward_id)
  if (adjustment_id !== null) return walletAdjustmentTarget(reference)
  if (deposit_id !== null) return depositTarget(reference)
  return withdrawal_id === null || method === null ? null : withdrawalTarget(method, withdrawal_id)
}
