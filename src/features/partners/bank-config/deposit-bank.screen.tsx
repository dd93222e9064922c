import { depositBankPage } from '#features/partners/pages.contract.ts'
import { BankConfigScreen } from './bank-config.screen.tsx'
import { bankConfigType } from './bank-config.contract.ts'

export default function DepositBankScreen() {
  return <BankConfigScreen page={depositBankPage} type={bankConfigType.deposit} />
}
