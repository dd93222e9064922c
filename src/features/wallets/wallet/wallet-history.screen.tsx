import { createLink } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '#web/api.ts'
import { DataTable } from '#web/data-table.tsx'
import { momentText, textOf } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { addDays, today } from '#web/ui/date-text.ts'
import { Text, TextLink } from '#web/ui/text.tsx'
import { useList, type RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/fields.ts'
import {
  bankWithdrawalPage,
  depositPage,
  momoWithdrawalPage,
  walletHistoryPage,
  walletPage,
} from '#features/wallets/pages.contract.ts'
import { walletName } from './wallet-row.screen.tsx'
import { accountWallet, WalletEntry } from './wallet.contract.ts'

type Entry = RowOf<typeof accountWallet.transactionHistory>

const shown_days = 7

export default function WalletHistoryScreen() {
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const entries = useList(accountWallet.transactionHistory, {}, preset)
  return (
    <ListScreen page={walletHistoryPage} subtitle={<Subtitle account_id={entries.state.account_id} />}>
      <DataTable
        list={entries}
        noun="giao dịch"
        columns={[
          { key: 'at', width: 172, cell: (row) => momentText(row.at, true) },
          { key: 'msisdn', width: 124 },
          { key: 'full_name', width: 160 },
          { key: 'type', width: 112 },
          'balance_before',
          { key: 'amount', cell: (row) => <Change row={row} name="amount" /> },
          'balance_after',
          { key: 'held', width: 124, cell: (row) => <Change row={row} name="held" /> },
          'reason',
          { key: 'reference', width: 112, cell: (row) => <Reference row={row} /> },
          { key: 'came_in' },
          { key: 'went_out' },
          { key: 'held_before', hidden: true },
          { key: 'held_after', hidden: true },
        ]}
        search={
          <SearchBar
            list={entries}
            keyword="Tên khách, số điện thoại"
            filters={[rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }), 'type']}
          />
        }
      />
    </ListScreen>
  )
}

/** Of which wallet, when it is one alone. */
function Subtitle({ account_id }: { account_id: unknown }) {
  const { can } = useRights()
  const enabled = typeof account_id === 'number' && can(accountWallet.detail)
  const wallet = useRead(accountWallet.detail, { account_id: Number(account_id) }, { enabled }).data
  return wallet
    ? `Của ví ${walletName(wallet)}`
    : 'Mỗi lần tiền trong ví thay đổi: trước, phát sinh và sau, vì điều gì.'
}

/** Nothing where nothing changed: what is only set aside leaves the balance as it is. */
function Change({ row, name }: { row: Entry; name: 'amount' | 'held' }) {
  const value = row[name]
  if (value === 0) return null
  return (
    <Text as="span" strong tone={name === 'held' ? 'amber' : value > 0 ? 'green' : 'danger'}>
      {textOf(infoOf(WalletEntry.shape[name]), value)}
    </Text>
  )
}

const Link = createLink(TextLink)

/** Leads to what it belongs to, on a page that the person may open. */
function Reference({ row }: { row: Entry }) {
  const { can } = useRights()
  const place = placeOf(row)
  if (!place || !can(place.page.view)) return row.reference
  return (
    <Link to={place.page.url} search={place.search as never}>
      {row.reference}
    </Link>
  )
}

function placeOf({ adjustment_id, transfer_id, withdrawal_id, method, reference }: Entry) {
  if (adjustment_id !== null)
    return { page: walletPage, search: { tab: 'adjustments', status: '*', keyword: reference } }
  if (transfer_id !== null) return { page: depositPage, search: { transfer_id: String(transfer_id) } }
  const page = method === 1 ? bankWithdrawalPage : momoWithdrawalPage
  return withdrawal_id === null ? null : { page, search: { withdrawal_id: String(withdrawal_id) } }
}
