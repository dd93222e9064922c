import { useAct } from '#web/act.tsx'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { moneyText } from '#contract/money-text.ts'
import type { BankLineRow } from './deposit-rows.screen.tsx'
import { bankTransaction } from './deposit.contract.ts'
import { touched } from '#features/wallets/touched.rules.ts'

export default function IgnoreDialog({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const { bank_transaction_id, version, reference, credit, content } = line
  const done = `Giao dịch ${reference} không phải nạp tiền.`
  const ignore = useAct(bankTransaction.ignore, { done, touches: touched, onDone: onClose })
  return (
    <ReasonDialog
      title="Không phải nạp tiền"
      field={bankTransaction.ignore.input.shape.note}
      ask="Hãy ghi lý do."
      saveLabel="Ghi nhận"
      saving={ignore.pending}
      onSubmit={(note) => ignore.mutate({ bank_transaction_id, version, note })}
      onClose={onClose}
    >
      <Text>
        {moneyText(credit ?? 0)}, nội dung “{content}”, ở lại tài khoản ngân hàng và không vào ví của ai. Không hoàn tác
        được; nếu nhầm, hãy cộng tiền vào ví của khách.
      </Text>
    </ReasonDialog>
  )
}
