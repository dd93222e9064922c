import { useAct } from '#web/act.tsx'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { moneyText } from '#contract/money-text.ts'
import { depositStatus, wallet } from './deposit.contract.ts'
import type { DepositRow } from './deposit-rows.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'

export default function RejectDialog({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const { transfer_id, version, content, amount, full_name, status, reference } = deposit
  const done = `Đã từ chối yêu cầu ${content}.`
  const reject = useAct(wallet.updateTransfer, { done, touches: touched, onDone: onClose })
  return (
    <ReasonDialog
      title={`Từ chối ${content}`}
      field={wallet.updateTransfer.input.shape.note}
      ask="Hãy ghi lý do."
      saveLabel="Từ chối"
      saving={reject.pending}
      onSubmit={(note) => reject.mutate({ transfer_id, version, status: depositStatus.rejected, note })}
      onClose={onClose}
    >
      <Text>
        {full_name} sẽ không được nạp {moneyText(amount)} theo yêu cầu này.
        {status === depositStatus.matched && ` Giao dịch ${reference} trở lại danh sách cần xử lý.`}
      </Text>
    </ReasonDialog>
  )
}
