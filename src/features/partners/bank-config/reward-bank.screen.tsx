import { rewardBankPage } from '#features/partners/pages.contract.ts'
import { BankConfigScreen } from './bank-config.screen.tsx'
import { bankConfigType } from './bank-config.contract.ts'

export default function RewardBankScreen() {
  return <BankConfigScreen page={rewardBankPage} type={bankConfigType.reward} />
}
