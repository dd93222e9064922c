import { bankWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { withdrawal, withdrawalMethod } from './withdrawal.contract.ts'
import { WithdrawalScreen } from './withdrawals.screen.tsx'

export default function BankWithdrawalScreen() {
  return <WithdrawalScreen page={bankWithdrawalPage} call={withdrawal.list} method={withdrawalMethod.bank} />
}
