import { useNavigate } from '@tanstack/react-router'
import { DataTable } from '#web/data-table.tsx'
import { momentText, textOf } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Text } from '#web/ui/text.tsx'
import { choicesOf } from '#web/use-choices.ts'
import { useAddressValue, useList, type RowOf } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { rewardHistoryPage } from '#features/wallets/pages.contract.ts'
import { fundAdjustmentTarget, TargetLink, withdrawalTarget } from '#features/wallets/places.screen.tsx'
import { accountReward, RewardEntry } from './reward-account.contract.ts'

type Entry = RowOf<typeof accountReward.transactionIncreased>

const ways = {
  in: { call: accountReward.transactionIncreased, tone: 'green', sign: 1 },
  out: { call: accountReward.transactionDecreased, tone: 'danger', sign: -1 },
} as const
type Way = keyof typeof ways

const funds = choicesOf(accountReward.list, (row) => ({ value: row.account_id, label: row.account_name }))

export default function RewardHistoryScreen() {
  const [tab] = useAddressValue('tab')
  const way: Way = tab === 'out' ? 'out' : 'in'
  return (
    <ListScreen page={rewardHistoryPage} subtitle="Tiền vào và ra khỏi các quỹ chi, theo sổ cái.">
      <Entries key={way} way={way} />
    </ListScreen>
  )
}

function Entries({ way }: { way: Way }) {
  const entries = useList(ways[way].call)
  return (
    <DataTable
      list={entries}
      noun="giao dịch quỹ"
      columns={[
        { key: 'at', width: 156, cell: (row) => momentText(row.at, true) },
        { key: 'account_name', width: 190 },
        { key: 'balance_before', width: 148 },
        { key: 'amount', width: 140, cell: (row) => <Amount row={row} way={way} /> },
        { key: 'balance_after', width: 148 },
        'reason',
        { key: 'reference', width: 110, cell: (row) => <TargetLink place={targetOf(row)}>{row.reference}</TargetLink> },
        { key: 'gateway', width: 100, hidden: true },
      ]}
      queues={<Ways shown={way} account_id={entries.state.account_id} />}
      search={
        <SearchBar
          list={entries}
          keyword="Mã rút tiền, mã điều chỉnh"
          filters={[
            { name: 'account_id', choices: funds },
            rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
          ]}
        />
      }
    />
  )
}

/** The other direction of the same fund. */
function Ways({ shown, account_id }: { shown: Way; account_id: unknown }) {
  const navigate = useNavigate()
  const show = (tab: Way) =>
    void navigate({
      to: '.',
      search: { tab: tab === 'in' ? undefined : tab, account_id: account_id ? String(account_id) : undefined } as never,
    })
  return (
    <Segmented<Way>
      aria-label="Chiều tiền"
      value={shown}
      onChange={show}
      options={[
        { value: 'in', label: 'Tăng', icon: 'plus' },
        { value: 'out', label: 'Giảm', icon: 'minus' },
      ]}
    />
  )
}

function Amount({ row, way }: { row: Entry; way: Way }) {
  const { tone, sign } = ways[way]
  const { label } = infoOf(RewardEntry.shape.amount)!
  return (
    <Text as="span" strong tone={tone}>
      {textOf({ kind: 'change', label }, sign * row.amount)}
    </Text>
  )
}

/** What it belongs to. */
function targetOf({ adjustment_id, withdrawal_id, gateway, reference }: Entry) {
  if (reference === null) return null
  if (adjustment_id !== null) return fundAdjustmentTarget(reference)
  return withdrawal_id === null ? null : withdrawalTarget(gateway, withdrawal_id)
}
