/** Ends a withdrawal manually: it was paid, or it will not be. The reason is stored. */
import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { totalOf, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import { withdrawalLife, withdrawalStatus, type withdrawals } from './withdrawal.contract.ts'

interface EndDialogProps {
  row: WithdrawalRow
  act: 'complete' | 'reject'
  call: typeof withdrawals.update
  onClose: () => void
}

export default function EndDialog({ row, act, call, onClose }: EndDialogProps) {
  const { withdrawal_id, version, withdrawal_code, account_name, short_name } = row
  const words = wordsOf[act]
  const end = useAct(call, { success: words.done, onDone: onClose, invalidates: money_lists })
  return (
    <ReasonDialog
      title={`${words.title} ${withdrawal_code}`}
      field={call.input.shape.note}
      emptyText={words.emptyText}
      hint={words.hint}
      saveLabel={words.title}
      saving={end.pending}
      onSubmit={(note) => end.mutate({ withdrawal_id, version, status: withdrawalLife.moves[act].to, note })}
      onClose={onClose}
    >
      <Text>{`${moneyText(row.amount)} tới ${account_name} · ${short_name}.`}</Text>
      {row.status === withdrawalStatus.unknown ? (
        <Banner kind="warning">{words.whenUnknown}</Banner>
      ) : (
        <Text tone="muted">{words.otherwise(moneyText(totalOf(row)))}</Text>
      )}
    </ReasonDialog>
  )
}

const wordsOf = {
  complete: {
    title: 'Hoàn thành',
    done: 'Đã hoàn thành, đã trừ tiền trong ví của khách.',
    emptyText: 'Hãy ghi căn cứ: đã chi bằng cách nào.',
    hint: 'Đã chi bằng cách nào, mã giao dịch ngân hàng',
    whenUnknown:
      'Chỉ hoàn thành khi sao kê hoặc trang của cổng chi trả cho thấy lệnh này đã chi. Ví của khách bị trừ ngay.',
    otherwise: (total: string) =>
      `Chỉ hoàn thành khi tiền đã tới người nhận bằng cách khác, ngoài cổng chi trả. Ví của khách bị trừ ${total} ngay.`,
  },
  reject: {
    title: 'Từ chối',
    done: 'Đã từ chối, tiền đã trở lại ví của khách.',
    emptyText: 'Hãy ghi lý do từ chối.',
    hint: 'Vì sao không chi',
    whenUnknown:
      'Chỉ từ chối khi cổng chi trả xác nhận lệnh này không được chi và sẽ không chi. Tiền trở lại ví của khách ngay.',
    otherwise: (total: string) => `${total} đang giữ trở lại ví của khách ngay.`,
  },
} as const
