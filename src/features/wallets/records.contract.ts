/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { Deposit } from './deposit/deposit.contract.ts'
import { Fund } from './fund/fund.contract.ts'
import { LimitChange } from './limit/limit.contract.ts'
import { MoneyConfig } from './money-config/money-config.contract.ts'
import {
  bankWithdrawalPage,
  depositPage,
  fundPage,
  momoWithdrawalPage,
  moneyConfigPage,
  walletPage,
} from './pages.contract.ts'
import { Finding, Reconciliation } from './reconciliation/reconciliation.contract.ts'
import { BankLine } from './statement/statement.contract.ts'
import { CustomerAccount, Wallet } from './wallet/wallet.contract.ts'
import { WalletAdjustment } from './wallet/wallet-adjustment.contract.ts'
import { Payout } from './payout/payout.contract.ts'
import { WithdrawalDetail } from './withdrawal/withdrawal.contract.ts'

export const walletRecords: AuditedArea = {
  tables: {
    wallet_account: {
      naming: { key: 'account_id', column: 'full_name', is_large: true },
      title: 'Ví',
      row: Wallet,
      shown: { may: [walletPage.view], key: 'account_id', is_scoped: true },
    },
    customer_account: { title: 'Tài khoản nhận tiền của khách', row: CustomerAccount },
    wallet_adjustment: {
      title: 'Điều chỉnh số dư',
      row: WalletAdjustment,
      opened: {
        column: 'reward_account_id',
        pages: {
          '': { page: walletPage, search: { tab: 'adjustments', status: '*' } },
          else: { page: fundPage, search: { tab: 'adjustments', status: '*' } },
        },
      },
      naming: { key: 'adjustment_id', column: 'adjustment_code' },
    },
    money_config: {
      title: 'Hình thức nhận thưởng',
      row: MoneyConfig,
      shown: { may: [moneyConfigPage.view], key: 'only_row' },
    },
    limit_change: { title: 'Thay đổi giới hạn', row: LimitChange, opened: { page: moneyConfigPage } },
    reward_account: {
      naming: { key: 'account_id', column: 'account_name' },
      title: 'Quỹ chi',
      row: Fund,
      shown: { may: [fundPage.view], key: 'account_id', is_scoped: true },
    },
    reconciliation: { title: 'Đối soát', row: Reconciliation },
    reconciliation_finding: { title: 'Chênh lệch đối soát', row: Finding },
    deposit: {
      naming: { key: 'deposit_id', column: 'content', is_large: true },
      title: 'Yêu cầu nạp tiền',
      row: Deposit,
      opened: { page: depositPage, search: { tab: 'requests', status: '*' } },
      shown: { may: [depositPage.view], key: 'deposit_id', is_scoped: true },
    },
    bank_transaction: {
      title: 'Dòng sao kê',
      row: BankLine,
      shown: { may: [depositPage.view], key: 'bank_transaction_id', is_scoped: true },
    },
    withdrawal: {
      naming: { key: 'withdrawal_id', column: 'withdrawal_code', is_large: true },
      title: 'Yêu cầu rút tiền',
      row: WithdrawalDetail,
      opened: {
        column: 'method',
        pages: {
          1: { page: bankWithdrawalPage, key: 'withdrawal_id' },
          2: { page: momoWithdrawalPage, key: 'withdrawal_id' },
        },
      },
      shown: {
        may: [bankWithdrawalPage.view, momoWithdrawalPage.view],
        key: 'withdrawal_id',
        is_scoped: true,
        kinds: { column: 'method', may: { 1: [bankWithdrawalPage.view], 2: [momoWithdrawalPage.view] } },
      },
    },
    payout: { title: 'Lệnh chi', row: Payout, naming: { key: 'payout_id', column: 'order_id', is_large: true } },
  },
  columns: {
    account_id: { kind: 'id', label: 'Ví' },
    reward_account_id: { kind: 'id', label: 'Quỹ chi' },
    reconciliation_id: { kind: 'id', label: 'Lần đối soát' },
    ledger_id: { kind: 'id', label: 'Tài khoản sổ cái' },
    deposit_id: { kind: 'id', label: 'Yêu cầu nạp tiền' },
    // Entries from before migration 13 have this column.
    transfer_id: { kind: 'id', label: 'Yêu cầu nạp tiền' },
    bank_transaction_id: { kind: 'id', label: 'Dòng sao kê' },
    withdrawal_id: { kind: 'id', label: 'Yêu cầu rút tiền' },
    payout_id: { kind: 'id', label: 'Lệnh chi' },
    request_key: { kind: 'text', label: 'Khóa yêu cầu' },
    request_id: { kind: 'text', label: 'Mã gửi cổng chi trả' },
    busy_until: { kind: 'moment', label: 'Đang gửi cổng đến' },
    gateway: { kind: 'text', label: 'Cổng chi trả' },
  },
}
