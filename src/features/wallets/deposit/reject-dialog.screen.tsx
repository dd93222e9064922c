import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { deposits, depositStatus, type DepositRow } from './deposit.contract.ts'

export default function RejectDialog({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const { transfer_id, version, content, amount, full_name, status, reference } = deposit
  const success = `Đã từ chối yêu cầu ${content}.`
  const reject = useAct(deposits.update, { success, invalidates: money_lists, onDone: onClose })
  return (
    <ReasonDialog
      title={`Từ chối ${content}`}
      field={deposits.update.input.shape.note}
      emptyText="Hãy ghi lý do."
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
