import { bankWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { withdrawals, withdrawalMethod } from './withdrawal.contract.ts'
import { WithdrawalScreen } from './withdrawals.screen.tsx'

export default function BankWithdrawalScreen() {
  return <WithdrawalScreen page={bankWithdrawalPage} call={withdrawals.list} method={withdrawalMethod.bank} />
}
