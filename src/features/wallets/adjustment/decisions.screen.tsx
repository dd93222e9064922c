/** What a second person can do to an adjustment that waits; the same for wallets and for funds. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/act.tsx'
import { textOf } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import type { Question } from '#web/ui/confirm-dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Text } from '#web/ui/text.tsx'
import type { Call } from '#contract/call.ts'
import { adjustmentDirection, type Approval } from './adjustment.contract.ts'
import { whyNotApprove, whyNotReject } from './adjustment.rules.ts'
import type { Decided, RejectCall } from './reject-dialog.screen.tsx'

const RejectDialog = lazyPart(() => import('./reject-dialog.screen.tsx'))

/** The calls that decide: those of wallets, or those of funds. */
export type ApproveCall = Call<'write', typeof Approval>

interface Decisions<Row> {
  approve: ApproveCall
  reject: RejectCall
  /** Whose balance it is, as people know them. */
  nameOf: (row: Row) => string
  touches: readonly string[]
}

export function useDecisions<Row extends Decided>({ approve, reject, nameOf, touches }: Decisions<Row>) {
  const { me } = useRights()
  const [rejected, askWhy] = useState<Row | null>(null)
  const approval = useAct(approve, { done: 'Đã duyệt điều chỉnh.', touches })
  const actsOf = (row: Row): RowAct[] => [
    {
      call: approve,
      label: 'Duyệt',
      icon: 'check',
      whyNot: whyNotApprove(row, me.user_id),
      confirm: questionOf(row, nameOf(row)),
      run: () => approval.mutate({ adjustment_id: row.adjustment_id, version: row.version }),
    },
    {
      call: reject,
      label: row.created_by === me.user_id ? 'Rút lại' : 'Từ chối',
      icon: 'close',
      danger: true,
      whyNot: whyNotReject(row),
      run: () => askWhy(row),
    },
  ]
  const dialog = rejected && (
    <RejectDialog
      call={reject}
      adjustment={rejected}
      isOwn={rejected.created_by === me.user_id}
      name={nameOf(rejected)}
      touches={touches}
      onClose={() => askWhy(null)}
    />
  )
  return { actsOf, dialog }
}

/** How much goes where and why: what the second person answers for. */
function questionOf({ adjustment_code, direction, amount, reason, created_by_name }: Decided, name: string): Question {
  const verb = direction === adjustmentDirection.increase ? 'Cộng' : 'Trừ'
  return {
    title: `Duyệt ${adjustment_code}`,
    message: (
      <Stack gap={2}>
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
