import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import type { BankLineRow } from './line-row.screen.tsx'
import { statement } from './statement.contract.ts'

export default function IgnoreDialog({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const { bank_transaction_id, version, reference, credit, content } = line
  const success = `Giao dịch ${reference} không phải nạp tiền.`
  const ignore = useAct(statement.ignore, { success, invalidates: money_lists, onDone: onClose })
  return (
    <ReasonDialog
      title="Không phải nạp tiền"
      about={bank_transaction_id}
      field={statement.ignore.input.shape.note}
      emptyText="Hãy ghi lý do."
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
