import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { textOf } from '#web/value/format.ts'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { Call } from '#contract/call.ts'
import { adjustmentDirection, type Approval } from './adjustment.contract.ts'
import { riskSignalsOf, whyNotApprove, whyNotReject } from './adjustment.rules.ts'
import type { DecidableAdjustment, RejectCall } from './reject-dialog.screen.tsx'

const RejectDialog = lazyPart(() => import('./reject-dialog.screen.tsx'))

/** The calls for wallets, or those for funds. */
export type ApproveCall = Call<'write', typeof Approval>

interface Decisions<Row> {
  approve: ApproveCall
  reject: RejectCall
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
      label: row.created_by === me.user_id ? 'Rút lại' : 'Từ chối',
      icon: 'close',
      danger: true,
      whyNot: whyNotReject(row),
      run: () => setRejected(row),
    },
  ]
  const dialog = rejected && (
    <RejectDialog
      call={reject}
      adjustment={rejected}
      isOwn={rejected.created_by === me.user_id}
      name={nameOf(rejected)}
      invalidates={invalidates}
      onClose={() => setRejected(null)}
    />
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
