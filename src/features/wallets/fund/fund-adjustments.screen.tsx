/** Adjustments of funds, for people who decide on them; the list starts with the waiting ones. */
import type { ReactNode } from 'react'
import { DataTable } from '#web/list/data-table.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { Signals } from '#web/record/signals.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { riskSignalsOf } from '#features/wallets/adjustment/adjustment.rules.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { fundAdjustment } from './fund-adjustment.contract.ts'

type FundAdjustment = RowOf<typeof fundAdjustment.list>

const preset = { status: adjustmentStatus.waiting }

const decisions = {
  approve: fundAdjustment.approve,
  reject: fundAdjustment.reject,
  nameOf: ({ account_name }: FundAdjustment) => account_name,
  invalidates: money_lists,
}

export default function FundAdjustments({ tabs }: { tabs: ReactNode }) {
  const adjustments = useList(fundAdjustment.list, {}, preset)
  const { actsOf, dialog } = useDecisions<FundAdjustment>(decisions)
  return (
    <>
      <DataTable
        list={adjustments}
        noun="lần nạp, rút quỹ"
        columns={[
          { key: 'adjustment_code', head: 'Mã', width: 92 },
          { key: 'account_name', width: 170 },
          { key: 'direction', width: 92 },
          'amount',
          'reason',
          { key: 'status', width: 116 },
          {
            key: 'adds_up',
            head: 'Dấu hiệu',
            width: 246,
            excel: [],
            cell: (row) => <Signals signals={riskSignalsOf(row)} wrap={false} />,
          },
          { key: 'created_by_name', width: 96 },
          { key: 'created_at', width: 130 },
          { key: 'gateway', width: 100, hidden: true },
          { key: 'decided_by_name', width: 120, hidden: true },
          { key: 'decided_at', hidden: true },
          { key: 'decision_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        queues={tabs}
        search={
          <SearchBar
            list={adjustments}
            keyword="Mã, lý do"
            filters={['status', 'direction', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày tạo' })]}
          />
        }
      />
      {dialog}
    </>
  )
}
