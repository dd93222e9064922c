/** Why an act on a reward is not possible; shown by screens and checked by the server. */
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import type { Refusal } from '#contract/errors.ts'
import type { AnswerOf } from '#contract/call.ts'
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import { activeSignals, isOtherName, riskSignals, type RiskSignal } from '#contract/signals.ts'
import {
  rewardForm,
  rewardLife,
  rewardStatus,
  type rewards,
  type RewardForm,
  type RewardStatus,
} from './reward.contract.ts'

type RewardRow = AnswerOf<typeof rewards.list>['items'][number]

/** The gateway that pays rewards of this form; null for forms without one. */
export function gatewayOfForm(form: RewardForm): 'bank' | 'momo' | 'telecom' | null {
  if (form === rewardForm.bank) return 'bank'
  if (form === rewardForm.momo) return 'momo'
  return form === rewardForm.telecom ? 'telecom' : null
}

type Receiver = Pick<
  RewardRow,
  | 'status'
  | 'form'
  | 'trouble'
  | 'full_name'
  | 'account_name'
  | 'is_first_to'
  | 'is_new_phone'
  | 'changed_by'
  | 'approvals_left'
  | 'first_by'
>

const unpaid_statuses: ReadonlySet<RewardStatus> = new Set([
  rewardStatus.waiting,
  rewardStatus.failed,
  rewardStatus.unknown,
])

/** Risk signals for the approver of a reward, the most serious first. */
export function riskSignalsOf(row: Receiver): RiskSignal[] {
  if (!unpaid_statuses.has(row.status)) return []
  const { full_name, account_name } = row
  return activeSignals([
    row.trouble !== null && { text: row.trouble, tone: 'red' },
    row.form === rewardForm.bank && full_name !== null && account_name !== null && isOtherName(full_name, account_name)
      ? riskSignals.other_name
      : null,
    row.is_first_to && riskSignals.first_to,
    row.is_new_phone && riskSignals.new_phone,
    row.changed_by !== null && { text: 'Đã đổi người nhận', tone: 'amber' },
    row.approvals_left > 1 && riskSignals.needs_two,
    row.status === rewardStatus.waiting && row.first_by !== null && riskSignals.second_awaited,
  ])
}

/** Whether sending this reward, for the first time or again, only records the first of two approvals. */
export function isFirstOfTwo(row: Pick<RewardRow, 'status' | 'approvals_left' | 'first_by' | 'needs_two'>): boolean {
  return row.approvals_left > 1 || (row.status === rewardStatus.failed && row.first_by === null && row.needs_two)
}

export type RewardAct = 'approve' | 'retry' | 'change' | 'setPaid' | 'setFailed' | 'proposeReopening' | 'reopen'

/** The possible refusals of acts, which the calls declare. */
export type RewardRefusal = Refusal<
  'request_pending' | 'request_finished' | 'ticket_paying_reward' | 'result_not_found' | 'action_invalid' | 'no_right'
>

interface RewardState {
  status: RewardStatus
  form: RewardForm
  trouble: string | null
  approvals_left: number
  first_by: number | null
  approved_by: number | null
  changed_by: number | null
  is_change_watched: boolean
  is_querying: boolean
  hand_status: number | null
  hand_by: number | null
  reopen_by: number | null
}

const invalid = (message: string) => ({ error: 'action_invalid', message }) as const
const oneHead = (message: string) => ({ error: 'no_right', message }) as const

/** Whether somebody proposes that a failed reward was paid by other means. Another person confirms it, or anybody but the sender rejects it. */
export const isProposedPaid = ({ status, hand_status }: Pick<RewardState, 'status' | 'hand_status'>) =>
  status === rewardStatus.failed && hand_status === rewardStatus.paid

/**
 * Why this person cannot do this act; null when they can. Large amounts need two approvals, the person who changed the receiver cannot approve, and
 * an outcome is set by two persons.
 */
export function whyNot(act: RewardAct, reward: RewardState, me: Decider): RewardRefusal | null {
  if (act === 'setPaid' || act === 'setFailed') return whyNotByHand(act, reward, me)
  if (act === 'proposeReopening' || act === 'reopen') return whyNotReopen(act, reward, me)
  const refusal = whyNotMake(rewardLife.moves[act], reward, null)
  if (refusal) return refusal as RewardRefusal
  if (act === 'change')
    return isProposedPaid(reward)
      ? invalid('Đang chờ xác nhận là đã trả. Hãy xác nhận hoặc bác đề nghị đó trước khi đổi người nhận.')
      : null
  const { form, trouble, first_by, changed_by, is_change_watched, status } = reward
  // Retrying an unknown payout only queries it, which everybody may do.
  if (status === rewardStatus.unknown) return null
  const unpayable = whyNotPushed({ form, trouble })
  if (unpayable) return unpayable
  const personRefusal = whyNotSecondPerson(first_by, me, 'Bạn đã duyệt lần một, cần người khác duyệt lần hai.')
  if (personRefusal) return oneHead(personRefusal)
  const changer = is_change_watched
    ? whyNotSecondPerson(changed_by, me, 'Bạn đã đổi người nhận, cần người khác duyệt.')
    : null
  return changer ? oneHead(changer) : null
}

/** An expired reward: anybody who may approve can propose to reopen it, and another person confirms. */
function whyNotReopen(act: 'proposeReopening' | 'reopen', reward: RewardState, me: Decider): RewardRefusal | null {
  const refusal = whyNotMake(rewardLife.moves.reopen, reward, null)
  if (refusal) {
    const is_open = reward.status === rewardStatus.waiting || reward.status === rewardStatus.failed
    return is_open ? invalid('Giải này chưa hết hạn lĩnh.') : (refusal as RewardRefusal)
  }
  const message =
    act === 'reopen'
      ? whyNotSecondPerson(reward.reopen_by, me, 'Bạn đã đề nghị mở lại, cần người khác xác nhận.')
      : null
  return message ? oneHead(message) : null
}

/** Why a reminder cannot be recorded; null for rewards that can still be claimed. */
export function whyNotRemind(reward: Pick<RewardState, 'status'>): RewardRefusal | null {
  return whyNotMake(rewardLife.moves.expire, reward, null) as RewardRefusal | null
}

/** Why a reward cannot be paid by the program: people pay its form, or it has a `trouble`. Null when it can. */
export function whyNotPushed({ form, trouble }: Pick<RewardState, 'form' | 'trouble'>): RewardRefusal | null {
  if (form === rewardForm.counter) return invalid('Giải này trả tại quầy, khi khách mang vé tới.')
  return trouble ? invalid(`${trouble}.`) : null
}

function whyNotByHand(act: 'setPaid' | 'setFailed', reward: RewardState, me: Decider): RewardRefusal | null {
  const { status, approved_by, hand_by, hand_status, is_querying, form } = reward
  const to = act === 'setPaid' ? rewardStatus.paid : rewardStatus.failed
  const is_unknown = status === rewardStatus.unknown
  const may_be_paid = status === rewardStatus.failed && form !== rewardForm.counter && form !== rewardForm.card
  if (!is_unknown && !(act === 'setPaid' ? may_be_paid : isProposedPaid(reward))) {
    const refusal = whyNotMake(rewardLife.moves.complete, { ...reward, status }, null)
    if (status === rewardStatus.pushing)
      return { error: 'ticket_paying_reward', message: 'Cổng chi trả đang xử lý, kết quả sẽ tự cập nhật.' }
    return (refusal as RewardRefusal | null) ?? invalid('Không cập nhật tay được ở trạng thái này.')
  }
  if (is_querying) return { error: 'ticket_paying_reward', message: 'Đang truy vấn lại cổng chi trả, hãy đợi ít phút.' }
  const sender = whyNotSecondPerson(approved_by, me, 'Người đã duyệt đẩy không tự kết luận giải của mình.')
  if (sender) return oneHead(sender)
  const message =
    hand_status === to ? whyNotSecondPerson(hand_by, me, 'Bạn đã đề nghị, cần người khác xác nhận.') : null
  return message ? oneHead(message) : null
}
