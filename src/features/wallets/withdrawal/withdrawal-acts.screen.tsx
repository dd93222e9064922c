/** What can be done to a withdrawal, the same in the list and beside its details; with the dialogs that it takes. */
import { useMemo, useState } from 'react'
import { useAct, type RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import type { Question } from '#web/ui/confirm-dialog.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Text } from '#web/ui/text.tsx'
import type { Call } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { allowed } from '#contract/life.ts'
import type { Right } from '#contract/page.ts'
import { moneyText } from '#contract/money-text.ts'
import { config } from '#features/settings/config/config.contract.ts'
import { touched } from '#features/wallets/touched.rules.ts'
import { receiverNumber, totalOf, type WithdrawalPage, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import {
  Withdrawal,
  withdrawal,
  withdrawalLife,
  withdrawalStatus,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'
import { gatewayOf, whyNot, type WithdrawalAct } from './withdrawal.rules.ts'

const EndDialog = lazyPart(() => import('./withdrawal-end.screen.tsx'))

interface Asking {
  act: 'complete' | 'reject' | 'history'
  row: WithdrawalRow
}

/** `show` opens a request whose payment is on its way, so that its end is seen. */
export function useWithdrawalActs(page: WithdrawalPage, show: (row: WithdrawalRow) => void) {
  const { me } = useRights()
  const { update, retry, view } = useMemo(() => callsOn(page), [page])
  const [asking, ask] = useState<Asking | null>(null)
  const first = useAct(update, { done: 'Đã duyệt lần một. Còn cần 1 người duyệt nữa.', touches: touched })
  const { data: surroundings } = useRead(config.get, {}, { fresh: Number.POSITIVE_INFINITY })
  const canPay = (row: WithdrawalRow) => surroundings?.can_pay.includes(gatewayOf(row.method))
  const process = useAct(update, { done: 'Đã duyệt chi.', onDone: show, touches: touched })
  const again = useAct(retry, { done: 'Đang thử lại.', onDone: show, touches: touched })
  const cancellation = useAct(update, { done: 'Đang hủy, tiền trở lại ví của khách.', touches: touched })

  const actsOf = (row: WithdrawalRow): RowAct[] => {
    const { withdrawal_id, version } = row
    const because = (act: WithdrawalAct) => whyNot(act, row, me.user_id)?.message ?? null
    const isFirst = row.approvals_left > 1
    const payment: RowAct = {
      call: update,
      label: isFirst ? 'Duyệt lần một' : row.first_by === null ? 'Xử lý' : 'Duyệt lần hai',
      icon: 'check',
      whyNot: because('process'),
      confirm: paymentOf(row, canPay(row)),
      run: () => (isFirst ? first : process).mutate({ withdrawal_id, version, status: withdrawalLife.process.to }),
    }
    const retrial: RowAct = {
      call: retry,
      label: 'Thử lại',
      icon: 'refresh',
      whyNot: because('retry'),
      confirm: retryOf(row, canPay(row)),
      run: () => again.mutate({ withdrawal_id, version }),
    }
    const completion: RowAct = {
      call: update,
      label: 'Hoàn thành',
      icon: 'check-circle',
      whyNot: because('complete'),
      run: () => ask({ act: 'complete', row }),
    }
    const lead = leadOf(row.status, { payment, retrial, completion })
    return [
      lead,
      {
        call: update,
        label: 'Từ chối',
        icon: 'close',
        danger: true,
        whyNot: because('reject'),
        run: () => ask({ act: 'reject', row }),
      },
      ...(lead === completion ? [] : [completion]),
      {
        call: update,
        label: 'Hủy',
        icon: 'undo',
        whyNot: because('cancel'),
        confirm: cancellationOf(row),
        run: () => cancellation.mutate({ withdrawal_id, version, status: withdrawalLife.cancel.to }),
      },
    ]
  }
  /** Beside the details it stands by itself. */
  const historyOf = (row: WithdrawalRow): RowAct => ({
    call: view,
    label: 'Lịch sử',
    icon: 'history',
    run: () => ask({ act: 'history', row }),
  })
  const done = () => ask(null)
  const dialogs = asking && <AskedDialog {...asking} call={update} onClose={done} />
  return { actsOf, historyOf, dialogs }
}

interface AskedDialogProps extends Asking {
  call: Parameters<typeof EndDialog>[0]['call']
  onClose: () => void
}

function AskedDialog({ act, row, call, onClose }: AskedDialogProps) {
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

/** What comes first in each state: to pay, to ask again, or where it is being paid, to say that it is. */
function leadOf(status: WithdrawalStatus, acts: Record<'payment' | 'retrial' | 'completion', RowAct>): RowAct {
  if (allowed(withdrawalLife.retry, status)) return acts.retrial
  return status === withdrawalStatus.processing ? acts.completion : acts.payment
}

/** The calls as one of the two pages has them, under its own rights. */
export function callsOn({ view, approve }: WithdrawalPage) {
  return {
    update: under(withdrawal.update, approve),
    retry: under(withdrawal.retry, approve),
    updatePreview: under(withdrawal.updatePreview, approve),
    updateBatch: under(withdrawal.updateBatch, approve),
    view: under(withdrawal.detail, view),
  }
}

function under<C extends Call>(call: C, right: Right): C {
  return { ...call, may: right }
}

/** Who gets how much, and what it costs the customer: what whoever approves answers for. */
function paymentOf(row: WithdrawalRow, canPay: CanPay): Question {
  const { withdrawal_code, approvals_left, first_by_name } = row
  const isFirst = approvals_left > 1
  return {
    title: `${isFirst ? 'Duyệt lần một' : 'Chi tiền'} ${withdrawal_code}`,
    ...(!isFirst && { confirmLabel: canPay ? `Chi ${moneyText(row.amount)}` : 'Duyệt chi' }),
    message: (
      <Stack gap={3}>
        <Sums row={row} />
        {isFirst ? (
          <Text>Số tiền này cần hai người duyệt. Sau bạn còn cần 1 người duyệt nữa, lệnh chi chưa được gửi.</Text>
        ) : (
          <Text>
            {first_by_name && `${first_by_name} đã duyệt lần một. `}
            {whatFollows(canPay, 'Lệnh chi được gửi ngay và không thu hồi được.')}
          </Text>
        )}
      </Stack>
    ),
  }
}

/** Whether a gateway pays, as far as that is known. */
type CanPay = boolean | undefined

/** Until it is known whether a gateway pays, neither is promised. */
function whatFollows(canPay: CanPay, sent: string): string {
  if (canPay === undefined) return 'Yêu cầu chuyển sang Đang xử lý.'
  return canPay ? sent : byHand
}

const byHand = 'Chưa có cổng chi trả: hãy chuyển khoản cho khách, rồi bấm Hoàn thành và ghi mã giao dịch.'

function retryOf(row: WithdrawalRow, canPay: CanPay): Question {
  const isUnknown = row.status === withdrawalStatus.unknown
  return {
    title: `Thử lại ${row.withdrawal_code}`,
    message: (
      <Stack gap={3}>
        <Sums row={row} />
        <Text>
          {isUnknown
            ? 'Truy vấn lại kết quả của chính lệnh đã gửi; nếu đã chi, cổng không chi lần nữa.'
            : `Tiền được giữ lại trong ví của khách. ${whatFollows(canPay, 'Một lệnh chi mới được gửi ngay.')}`}
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
