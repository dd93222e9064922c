/** Adjustments of wallets: those that wait first, for whoever decides on them. */
import type { ReactNode } from 'react'
import { DataTable } from '#web/data-table.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { useList, type RowOf } from '#web/use-list.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'
import { walletName } from './wallet-row.screen.tsx'
import { accountWallet } from './wallet.contract.ts'

export type WalletAdjustmentRow = RowOf<typeof accountWallet.adjustments>

const preset = { status: adjustmentStatus.waiting }

/** For whoever decides on adjustments of wallets. */
export const walletDecisions = {
  approve: accountWallet.approveAdjustment,
  reject: accountWallet.rejectAdjustment,
  nameOf: walletName,
  touches: touched,
}

interface WalletAdjustmentsProps {
  tabs: ReactNode
  /** The wallet whose details are open. */
  opened: string | null
  onOpen: (account_id: string) => void
}

export function WalletAdjustments({ tabs, opened, onOpen }: WalletAdjustmentsProps) {
  const adjustments = useList(accountWallet.adjustments, {}, preset)
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
          { key: 'created_by_name', width: 96 },
          'created_at',
          { key: 'msisdn', hidden: true },
          { key: 'decided_by_name', width: 120, hidden: true },
          { key: 'decided_at', hidden: true },
          { key: 'decision_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        onOpen={(row) => onOpen(String(row.account_id))}
        isOpen={(row) => String(row.account_id) === opened}
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
