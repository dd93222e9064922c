/** Adjustments of wallets, for people who decide on them; the list starts with the waiting ones. */
import type { ReactNode } from 'react'
import { DataTable } from '#web/list/data-table.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { Signals } from '#web/record/signals.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import type { OpenRow } from '#web/record/open-record.ts'
import { useList, type List, type RowOf } from '#web/list/use-list.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { riskSignalsOf } from '#features/wallets/adjustment/adjustment.rules.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { walletName } from './wallet-row.screen.tsx'
import { walletAdjustment } from './wallet-adjustment.contract.ts'

export type WalletAdjustmentRow = RowOf<typeof walletAdjustment.list>

const preset = { status: adjustmentStatus.waiting }

export const walletDecisions = {
  approve: walletAdjustment.approve,
  reject: walletAdjustment.reject,
  nameOf: walletName,
  invalidates: money_lists,
}

interface WalletAdjustmentsProps {
  tabs: ReactNode
  list: List<WalletAdjustmentRow>
  record: OpenRow<WalletAdjustmentRow>
}

export const useWalletAdjustments = () => useList(walletAdjustment.list, {}, preset)

export function WalletAdjustments({ tabs, list: adjustments, record }: WalletAdjustmentsProps) {
  const { actsOf, dialog } = useDecisions<WalletAdjustmentRow>(walletDecisions)
  return (
    <>
      <DataTable
        list={adjustments}
        noun="điều chỉnh"
        columns={[
          { key: 'adjustment_code', head: 'Mã', width: 92 },
          { key: 'full_name', width: 132 },
          { key: 'direction', width: 92 },
          { key: 'amount', width: 120 },
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
          'created_at',
          { key: 'msisdn', hidden: true },
          { key: 'decided_by_name', width: 120, hidden: true },
          { key: 'decided_at', hidden: true },
          { key: 'decision_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={tabs}
        search={
          <SearchBar
            list={adjustments}
            keyword="Mã, lý do, khách hàng, SĐT"
            filters={['status', 'direction', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày tạo' })]}
          />
        }
      />
      {dialog}
    </>
  )
}
