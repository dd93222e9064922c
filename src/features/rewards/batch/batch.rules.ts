/** Why an action on a batch of rewards is not possible; shown by screens and checked by the server. */
import type { Refusal } from '#contract/errors.ts'
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { RiskSignal } from '#contract/signals.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { riskSignalsOf } from '#features/rewards/reward/reward.rules.ts'
import { batchLife, batchStatus, itemStatus, type rewardBatch } from './batch.contract.ts'

export type BatchAct = 'approve' | 'resume' | 'cancel' | 'retry'

type BatchRefusal = Refusal<
  'request_pending' | 'ticket_paying_reward' | 'request_finished' | 'action_invalid' | 'no_right'
>

interface BatchState {
  status: number
  first_by: number | null
  waiting_count: number
  failed_count: number
}

const invalid = (message: string) => ({ error: 'action_invalid', message }) as const

/** Why this person cannot do this act on the batch; null when they can. */
export function whyNotBatch(act: BatchAct, batch: BatchState, me: Decider): BatchRefusal | null {
  const refusal = whyNotMake(batchLife.moves[act], batch, null)
  if (refusal) return refusal
  if (act === 'retry') return batch.failed_count === 0 ? invalid('Lô này không có giao dịch lỗi.') : null
  if (batch.waiting_count === 0) return invalid('Lô này không còn giao dịch chưa gửi.')
  if (act !== 'approve') return null
  const message = whyNotSecondPerson(batch.first_by, me, 'Bạn đã duyệt lần một, cần người khác duyệt lần hai.')
  return message ? { error: 'no_right', message } : null
}

/** Why a receiver's name cannot be changed: it can before the approval, and after the payment has failed. */
export function whyNotRename(item: { status: number }, batch: { status: number }): Refusal<'action_invalid'> | null {
  const { waiting, failed } = itemStatus
  if (item.status === failed && batch.status !== batchStatus.running) return null
  if (item.status === waiting && batch.status === batchStatus.waiting) return null
  return invalid('Chỉ sửa tên khi lô còn chờ duyệt, hoặc khi giao dịch đã thất bại và lô không chạy.')
}

type Line = Pick<
  AnswerOf<typeof rewardBatch.detail>['items'][number],
  'status' | 'form' | 'trouble' | 'cust_name' | 'account_name' | 'is_first_to' | 'is_new_phone' | 'changed_by'
>

const open_lines: ReadonlySet<number> = new Set([itemStatus.waiting, itemStatus.failed, itemStatus.unknown])

/** Risks of a line for its approver, as for a single reward, but without the number of approvals, which the batch decides. */
export function lineSignals({ status, cust_name, ...line }: Line): RiskSignal[] {
  if (!open_lines.has(status)) return []
  return riskSignalsOf({
    ...line,
    full_name: cust_name,
    status: rewardStatus.waiting,
    approvals_left: 1,
    first_by: null,
  })
}
