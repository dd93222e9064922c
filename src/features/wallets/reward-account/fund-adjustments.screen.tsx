/** Money put into funds and taken out of them: what waits first, for whoever decides on it. */
import type { ReactNode } from 'react'
import { DataTable } from '#web/data-table.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { useList, type RowOf } from '#web/use-list.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'
import { accountReward } from './reward-account.contract.ts'

type FundAdjustment = RowOf<typeof accountReward.adjustments>

const preset = { status: adjustmentStatus.waiting }

const decisions = {
  approve: accountReward.approveAdjustment,
  reject: accountReward.rejectAdjustment,
  nameOf: ({ account_name }: FundAdjustment) => account_name,
  touches: touched,
}

export default function FundAdjustments({ tabs }: { tabs: ReactNode }) {
  const adjustments = useList(accountReward.adjustments, {}, preset)
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
