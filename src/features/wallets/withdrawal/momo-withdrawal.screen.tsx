import { momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { withdrawals, withdrawalMethod } from './withdrawal.contract.ts'
import { WithdrawalScreen } from './withdrawals.screen.tsx'

export default function MomoWithdrawalScreen() {
  return <WithdrawalScreen page={momoWithdrawalPage} call={withdrawals.listMomo} method={withdrawalMethod.momo} />
}
