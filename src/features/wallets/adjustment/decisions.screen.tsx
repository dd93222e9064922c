import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { textOf } from '#web/value/format.ts'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { Call } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import {
  adjustmentDirection,
  type AdjustmentDirection,
  type AdjustmentStatus,
  type Approval,
  type Rejection,
} from './adjustment.contract.ts'
import { riskSignalsOf, whyNotApprove, whyNotReject } from './adjustment.rules.ts'

export interface DecidableAdjustment {
  adjustment_id: number
  adjustment_code: string
  direction: AdjustmentDirection
  amount: number
  reason: string
  status: AdjustmentStatus
  adds_up: boolean
  created_by: number
  created_by_name: string | null
  version: number
  /** For a wallet's adjustment. */
  wallet_status?: WalletStatus
  is_new_phone?: boolean
}

/** The calls for wallets, or those for funds. */
export type ApproveCall = Call<'write', typeof Approval>

interface Decisions<Row> {
  approve: ApproveCall
  reject: Call<'write', typeof Rejection>
  /** The owner's name for people. */
  nameOf: (row: Row) => string
  invalidates: readonly string[]
}

/**
 * Approving and rejecting a waiting adjustment of a wallet or a fund; its maker can only take it back. `dialog` must be
 * rendered once.
 */
export function useDecisions<Row extends DecidableAdjustment>({
  approve,
  reject,
  nameOf,
  invalidates,
}: Decisions<Row>) {
  const { me } = useRights()
  const [rejected, setRejected] = useState<Row | null>(null)
  const approval = useAct(approve, { success: 'Đã duyệt điều chỉnh.', invalidates })
  const actsOf = (row: Row): RowAct[] => [
    {
      call: approve,
      label: 'Duyệt',
      icon: 'check',
      whyNot: whyNotApprove(row, me),
      confirm: questionOf(row, nameOf(row)),
      run: () => approval.mutate({ adjustment_id: row.adjustment_id, version: row.version }),
    },
    {
      call: reject,
      label: rejectVerb(row, me),
      icon: 'close',
      danger: true,
      whyNot: whyNotReject(row),
      run: () => setRejected(row),
    },
  ]
  const dialog = rejected && (
    <RejectDialog
      call={reject}
      input={{ adjustment_id: rejected.adjustment_id, version: rejected.version }}
      created_by={rejected.created_by}
      request_name={rejected.adjustment_code}
      description={nameOf(rejected)}
      invalidates={invalidates}
      onClose={() => setRejected(null)}
    >
      <Text>
        {rejected.direction === adjustmentDirection.increase ? 'Cộng' : 'Trừ'} {moneyText(rejected.amount)} sẽ không
        được thực hiện.
        {rejected.direction === adjustmentDirection.decrease && ' Tiền đang tạm giữ được trả về khả dụng.'}
      </Text>
    </RejectDialog>
  )
  return { actsOf, dialog }
}

/** How much goes where and why, for the second person to confirm. */
function questionOf(adjustment: DecidableAdjustment, name: string): Question {
  const { adjustment_code, direction, amount, reason, created_by_name } = adjustment
  const verb = direction === adjustmentDirection.increase ? 'Cộng' : 'Trừ'
  return {
    title: `Duyệt ${adjustment_code}`,
    message: (
      <Stack gap={2}>
        <Signals signals={riskSignalsOf(adjustment)} />
        <Text>
          {verb} {textOf({ kind: 'money', label: '' }, amount)}: {name}.
        </Text>
        <Text strong>{moneyWords(amount)}</Text>
        <Text tone="muted">
          {created_by_name} ghi lý do: {reason}
        </Text>
      </Stack>
    ),
  }
}
