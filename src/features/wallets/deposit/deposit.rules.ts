/** Why an act on a deposit request is not possible: the screen shows it, the server refuses with it. */
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { activeSignals, isOtherName, riskSignals, type RiskSignal } from '#contract/signals.ts'
import { whyNotImporter } from '#features/wallets/statement/statement.rules.ts'
import { walletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { depositLife, depositStatus, type DepositRow, type DepositStatus } from './deposit.contract.ts'

const { moves } = depositLife

interface DepositState {
  status: DepositStatus
  matched_by: number | null
  /** Who imported the statement line that it was matched with. */
  line_created_by: number | null
}

/** Four eyes: neither the person who matched it nor the one who imported its line confirms it. */
export function whyNotConfirm({ status, matched_by, line_created_by }: DepositState, me: Decider): string | null {
  if (status === depositStatus.waiting) return 'Yêu cầu chưa có tiền về.'
  if (status !== depositStatus.matched) return moves.match.refusals[status]!.message
  const matcherRefusal = whyNotSecondPerson(
    matched_by,
    me,
    'Người khớp không được tự xác nhận. Cần người khác xác nhận.',
  )
  return matcherRefusal ?? whyNotImporter({ created_by: line_created_by }, me)
}

export function whyNotMatch({ status }: Pick<DepositState, 'status'>): string | null {
  if (status === depositStatus.matched) return 'Yêu cầu đã được khớp, đang chờ người khác xác nhận.'
  return whyNot(moves.match, { status }, null)?.message ?? null
}

export function whyNotReject({ status }: Pick<DepositState, 'status'>): string | null {
  return whyNot(moves.reject, { status }, null)?.message ?? null
}

type DepositToCredit = Pick<
  DepositRow,
  'status' | 'full_name' | 'payer_name' | 'amount' | 'line_amount' | 'wallet_status' | 'is_new_phone' | 'needs_two'
>

/** Warnings for the person who credits a wallet, the most serious first. */
export function riskSignalsOf(row: DepositToCredit): RiskSignal[] {
  if (row.status !== depositStatus.waiting && row.status !== depositStatus.matched) return []
  return activeSignals([
    row.wallet_status === walletStatus.locked && riskSignals.locked_wallet,
    row.line_amount !== null && row.line_amount !== row.amount && { text: 'Khác số tiền', tone: 'amber' },
    row.payer_name !== null && isOtherName(row.full_name, row.payer_name) && riskSignals.other_name,
    row.is_new_phone && riskSignals.new_phone,
    row.status === depositStatus.matched ? riskSignals.second_awaited : row.needs_two && riskSignals.needs_two,
  ])
}

/** Whether a match of this amount by one person waits for a second one to confirm it; both in đồng. */
export const needsSecondPerson = ({ deposit_second_from }: { deposit_second_from: number }, amount: number) =>
  amount >= deposit_second_from
