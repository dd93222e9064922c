/** The acts on a withdrawal, for the list and the details, with their dialogs. */
import { useMemo, useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { withRight } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { allows } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { config } from '#contract/web-calls/config.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { receiverNumber, totalOf, type WithdrawalPage, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import {
  Withdrawal,
  withdrawals,
  withdrawalLife,
  withdrawalStatus,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'
import { gatewayOf, riskSignalsOf, whyNot, type WithdrawalAct } from './withdrawal.rules.ts'

const EndDialog = lazyPart(() => import('./withdrawal-end.screen.tsx'))

interface OpenDialog {
  act: 'complete' | 'reject' | 'history'
  row: WithdrawalRow
}

/** @param show opens a withdrawal whose payment was sent, so that its result is seen */
export function useWithdrawalActs(page: WithdrawalPage, show: (row: WithdrawalRow) => void) {
  const { me } = useRights()
  const { update, retry, view } = useMemo(() => callsOf(page), [page])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const approveFirst = useAct(update, {
    success: 'Đã duyệt lần một. Còn cần 1 người duyệt nữa.',
    invalidates: money_lists,
  })
  const { data: settings } = useRead(config.get, {}, { fresh_ms: Number.POSITIVE_INFINITY })
  const canPay = (row: WithdrawalRow) => settings?.can_pay.includes(gatewayOf(row.method))
  const approvePayment = useAct(update, { success: 'Đã duyệt chi.', onDone: show, invalidates: money_lists })
  const repeat = useAct(retry, { success: 'Đang thử lại.', onDone: show, invalidates: money_lists })
  const cancellation = useAct(update, { success: 'Đang hủy, tiền trở lại ví của khách.', invalidates: money_lists })

  const actsOf = (row: WithdrawalRow): RowAct[] => {
    const { withdrawal_id, version } = row
    const whyNotNow = (act: WithdrawalAct) => whyNot(act, row, me)?.message ?? null
    const isFirst = row.approvals_left > 1
    const payment: RowAct = {
      call: update,
      label: isFirst ? 'Duyệt lần một' : row.first_by === null ? 'Xử lý' : 'Duyệt lần hai',
      icon: 'check',
      whyNot: whyNotNow('process'),
      confirm: paymentOf(row, canPay(row)),
      run: () =>
        (isFirst ? approveFirst : approvePayment).mutate({
          withdrawal_id,
          version,
          status: withdrawalLife.moves.process.to,
        }),
    }
    const retrial: RowAct = {
      call: retry,
      label: 'Thử lại',
      icon: 'refresh',
      whyNot: whyNotNow('retry'),
      confirm: retryOf(row, canPay(row)),
      run: () => repeat.mutate({ withdrawal_id, version }),
    }
    const completion: RowAct = {
      call: update,
      label: 'Hoàn thành',
      icon: 'check-circle',
      whyNot: whyNotNow('complete'),
      run: () => setDialog({ act: 'complete', row }),
    }
    const lead = leadOf(row.status, { payment, retrial, completion })
    return [
      lead,
      {
        call: update,
        label: 'Từ chối',
        icon: 'close',
        danger: true,
        whyNot: whyNotNow('reject'),
        run: () => setDialog({ act: 'reject', row }),
      },
      ...(lead === completion ? [] : [completion]),
      {
        call: update,
        label: 'Hủy',
        icon: 'undo',
        whyNot: whyNotNow('cancel'),
        confirm: cancellationOf(row),
        run: () => cancellation.mutate({ withdrawal_id, version, status: withdrawalLife.moves.cancel.to }),
      },
    ]
  }
  /** The details have a tab for the history. */
  const historyOf = (row: WithdrawalRow): RowAct => ({
    call: view,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setDialog({ act: 'history', row }),
  })
  const dialogs = dialog && <WithdrawalDialog {...dialog} call={update} onClose={() => setDialog(null)} />
  return { actsOf, historyOf, dialogs }
}

interface WithdrawalDialogProps extends OpenDialog {
  call: Parameters<typeof EndDialog>[0]['call']
  onClose: () => void
}

function WithdrawalDialog({ act, row, call, onClose }: WithdrawalDialogProps) {
  if (act !== 'history') return <EndDialog row={row} act={act} call={call} onClose={onClose} />
  const { withdrawal_id, withdrawal_code, full_name } = row
  return (
    <HistoryDrawer
      table="withdrawal"
      id={withdrawal_id}
      title={`${withdrawal_code} · ${full_name}`}
      onClose={onClose}
    />
  )
}

const cancellationOf = (row: WithdrawalRow): Question => ({
  title: `Hủy yêu cầu ${row.withdrawal_code}`,
  message: `Hủy theo ý khách ${row.full_name}? ${moneyText(totalOf(row))} đang giữ trở lại ví.`,
  confirmLabel: 'Hủy yêu cầu',
  cancelLabel: 'Không hủy',
})

/** The main act of each status: pay, retry, or complete. */
function leadOf(status: WithdrawalStatus, acts: Record<'payment' | 'retrial' | 'completion', RowAct>): RowAct {
  if (allows(withdrawalLife.moves.retry, status)) return acts.retrial
  return status === withdrawalStatus.processing ? acts.completion : acts.payment
}

/** The calls of one of the two pages, under its own rights. */
export function callsOf({ view, approve }: WithdrawalPage) {
  return {
    update: withRight(withdrawals.update, approve),
    retry: withRight(withdrawals.retry, approve),
    updatePreview: withRight(withdrawals.updatePreview, approve),
    updateBatch: withRight(withdrawals.updateBatch, approve),
    view: withRight(withdrawals.detail, view),
  }
}

/** The receiver, the amount and the customer's fee, for the approver to confirm. */
function paymentOf(row: WithdrawalRow, canPay: CanPay): Question {
  const { withdrawal_code, approvals_left, first_by_name } = row
  const isFirst = approvals_left > 1
  return {
    title: `${isFirst ? 'Duyệt lần một' : 'Chi tiền'} ${withdrawal_code}`,
    ...(!isFirst && { confirmLabel: canPay ? `Chi ${moneyText(row.amount)}` : 'Duyệt chi' }),
    message: (
      <Stack gap={3}>
        <Signals signals={riskSignalsOf(row)} />
        <Sums row={row} />
        {isFirst ? (
          <Text>Số tiền này cần hai người duyệt. Sau bạn còn cần 1 người duyệt nữa, lệnh chi chưa được gửi.</Text>
        ) : (
          <Text>
            {first_by_name && `${first_by_name} đã duyệt lần một. `}
            {adviceOf(canPay, 'Lệnh chi được gửi ngay và không thu hồi được.')}
          </Text>
        )}
      </Stack>
    ),
  }
}

/** Whether a gateway pays; undefined while that is being read. */
type CanPay = boolean | undefined

/** What will happen after the approval. */
function adviceOf(canPay: CanPay, payout_text: string): string {
  if (canPay === undefined) return 'Yêu cầu chuyển sang Đang xử lý.'
  return canPay ? payout_text : by_hand_text
}

const by_hand_text = 'Chưa có cổng chi trả: hãy chuyển khoản cho khách, rồi bấm Hoàn thành và ghi mã giao dịch.'

function retryOf(row: WithdrawalRow, canPay: CanPay): Question {
  const isUnknown = row.status === withdrawalStatus.unknown
  return {
    title: `Thử lại ${row.withdrawal_code}`,
    message: (
      <Stack gap={3}>
        <Signals signals={riskSignalsOf({ ...row, status: withdrawalStatus.processing })} />
        <Sums row={row} />
        {row.result_message !== null && <Text>{`Kết quả lần trước: ${row.result_message}`}</Text>}
        <Text>
          {isUnknown
            ? 'Truy vấn lại kết quả của chính lệnh đã gửi; nếu đã chi, cổng không chi lần nữa.'
            : `Tiền được giữ lại trong ví của khách. ${adviceOf(canPay, 'Một lệnh chi mới được gửi ngay.')}`}
        </Text>
      </Stack>
    ),
  }
}

function Sums({ row }: { row: WithdrawalRow }) {
  const { shape } = Withdrawal
  return (
    <DescriptionList
      items={[
        { label: infoOf(shape.full_name)!.label, wide: true, value: row.full_name },
        {
          label: 'Người nhận',
          wide: true,
          value: `${row.account_name} · ${row.short_name} ${receiverNumber(row)}`,
        },
        {
          label: infoOf(shape.amount)!.label,
          wide: true,
          value: (
            <>
              <Text strong>{moneyText(row.amount)}</Text>
              <Text tone="muted">{moneyWords(row.amount)}</Text>
            </>
          ),
        },
        { label: infoOf(shape.fee)!.label, value: moneyText(row.fee) },
        { label: 'Tổng trừ ví', value: moneyText(totalOf(row)) },
      ]}
    />
  )
}
