import { navigate } from '#web/route/location.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { momentText, textOf } from '#web/value/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, useList, type RowOf } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { fundHistoryPage } from '#features/wallets/pages.contract.ts'
import { fundAdjustmentTarget, rewardTarget, TargetLink, withdrawalTarget } from '#features/wallets/links.screen.tsx'
import { funds, FundEntry, prize_fund } from './fund.contract.ts'

type Entry = RowOf<typeof funds.transactionIncreased>

const directions = {
  in: { call: funds.transactionIncreased, tone: 'green', sign: 1 },
  out: { call: funds.transactionDecreased, tone: 'danger', sign: -1 },
} as const
type Direction = keyof typeof directions

const fundChoices = choicesOf(funds.list, (row) => ({ value: row.account_id, label: row.account_name }))

export default function FundHistoryScreen() {
  const [tab] = useAddressValue('tab')
  const direction: Direction = tab === 'out' ? 'out' : 'in'
  return (
    <ListScreen page={fundHistoryPage} subtitle="Tiền vào và ra khỏi các quỹ chi, theo sổ cái.">
      <Entries key={direction} direction={direction} />
    </ListScreen>
  )
}

function Entries({ direction }: { direction: Direction }) {
  const entries = useList(directions[direction].call)
  return (
    <DataTable
      list={entries}
      noun="giao dịch quỹ"
      {...(entries.sums && {
        totals: { amount: amountText(direction, entries.sums.amount!) },
      })}
      columns={[
        { key: 'at', width: 152, cell: (row) => momentText(row.at, true) },
        { key: 'account_name', width: 168 },
        { key: 'balance_before', width: 136 },
        { key: 'amount', width: 140, amount: true, cell: (row) => <Amount row={row} direction={direction} /> },
        { key: 'balance_after', width: 136 },
        'reason',
        {
          key: 'reference',
          width: 110,
          cell: (row) => <TargetLink target={targetOf(row)}>{row.reference}</TargetLink>,
        },
        { key: 'gateway', width: 100, hidden: true },
      ]}
      queues={<DirectionSwitch active={direction} account_id={entries.state.account_id} />}
      search={
        <SearchBar
          list={entries}
          keyword="Mã rút tiền, mã điều chỉnh"
          filters={[
            { name: 'account_id', choices: fundChoices },
            rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
          ]}
        />
      }
    />
  )
}

/** Filters the same fund by the other direction. */
function DirectionSwitch({ active, account_id }: { active: Direction; account_id: unknown }) {
  const show = (tab: Direction) =>
    navigate({
      search: { tab: tab === 'in' ? undefined : tab, account_id: account_id ? String(account_id) : undefined },
    })
  return (
    <Segmented<Direction>
      aria-label="Chiều tiền"
      value={active}
      onChange={show}
      options={[
        { value: 'in', label: 'Tăng', icon: 'plus' },
        { value: 'out', label: 'Giảm', icon: 'minus' },
      ]}
    />
  )
}

function Amount({ row, direction }: { row: Entry; direction: Direction }) {
  return (
    <Text as="span" strong tone={directions[direction].tone}>
      {amountText(direction, row.amount)}
    </Text>
  )
}

/** An amount with the sign of its direction. */
function amountText(direction: Direction, amount: number): string {
  const { label } = infoOf(FundEntry.shape.amount)!
  return textOf({ kind: 'change', label }, directions[direction].sign * amount)
}

/** The record that the movement belongs to. */
function targetOf({ adjustment_id, withdrawal_id, reward_id, gateway, reference }: Entry) {
  if (reference === null) return null
  if (adjustment_id !== null) return fundAdjustmentTarget(reference)
  if (reward_id !== null) return rewardTarget(reward_id)
  return withdrawal_id === null || gateway === prize_fund ? null : withdrawalTarget(gateway, withdrawal_id)
}
