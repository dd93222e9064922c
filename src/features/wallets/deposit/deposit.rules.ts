/** Which request a transfer names, what is wrong with a line, and why something cannot be done: the same on the screen and on the server. */
import { allowed } from '#contract/life.ts'
import { walletStatus, type WalletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import {
  depositLife,
  depositStatus,
  lineLife,
  lineProblem,
  lineStatus,
  type DepositStatus,
  type LineProblem,
  type LineStatus,
} from './deposit.contract.ts'

const highest_id = 2_147_483_647

/**
 * The request that a transfer's content names. Banks put words before and behind it, glue them to it, and change its case and blanks; its
 * number stands there as it was given out. Null where none is named, and where several are.
 */
export function namedDeposit(content: string): number | null {
  const named = new Set<number>()
  for (const [, digits] of content.matchAll(/nap[\s.:_-]{0,3}(\d+)/gi)) {
    const transfer_id = Number(digits)
    if (transfer_id >= 1 && transfer_id <= highest_id && digits === String(transfer_id).padStart(6, '0'))
      named.add(transfer_id)
  }
  const [only] = named
  return named.size === 1 ? only! : null
}

/** As much of a request as a line is held against. */
interface Asked {
  status: DepositStatus
  amount: number
  created_at: string
  expires_at: string
  bank_id: number
  account_number: string
  wallet_status: WalletStatus
}
interface Come {
  amount: number
  at: string
  bank_id: number
  account_number: string
}

/** By how much the bank's clock may be behind ours. */
const clock_difference_ms = 5 * 60_000

/** What keeps a credit from going into the wallet by itself; null when it goes. */
export function problemOf(line: Come, deposit: Asked | undefined): LineProblem | null {
  if (!deposit) return lineProblem.none_named
  if (deposit.wallet_status === walletStatus.locked) return lineProblem.locked
  if (deposit.status === depositStatus.closed || deposit.status === depositStatus.rejected) return lineProblem.closed
  if (deposit.status !== depositStatus.waiting) return lineProblem.paid
  // Whether the clock has closed it yet or not; nor does anybody pay what they have not asked for yet.
  const at = Date.parse(line.at)
  if (at > Date.parse(deposit.expires_at)) return lineProblem.closed
  if (at < Date.parse(deposit.created_at) - clock_difference_ms) return lineProblem.closed
  if (line.bank_id !== deposit.bank_id || line.account_number !== deposit.account_number) return lineProblem.account
  return line.amount === deposit.amount ? null : lineProblem.amount
}

const ended: Partial<Record<DepositStatus, string>> = {
  [depositStatus.done]: 'Yêu cầu đã hoàn thành.',
  [depositStatus.rejected]: 'Yêu cầu đã bị từ chối.',
  [depositStatus.closed]: 'Yêu cầu đã đóng vì quá hạn chờ tiền. Hãy gán tiền về cho ví.',
}

interface Waiting {
  status: DepositStatus
  matched_by: number | null
  /** Who took in the file of the line that was put to it. */
  line_created_by: number | null
}

/** Four eyes: neither whoever matched it confirms it, nor whoever brought its line. */
export function whyNotConfirm({ status, matched_by, line_created_by }: Waiting, user_id: number): string | null {
  if (status === depositStatus.waiting) return 'Yêu cầu chưa có tiền về.'
  if (status !== depositStatus.matched) return ended[status]!
  if (matched_by === user_id) return 'Người khớp không được tự xác nhận. Cần người khác xác nhận.'
  return whyNotPay({ created_by: line_created_by }, user_id)
}

/** A file tells whatever is written into it: whoever took it in does not decide whose money its lines are. */
export function whyNotPay({ created_by }: { created_by: number | null }, user_id: number): string | null {
  return created_by === user_id ? 'Bạn đã nhập dòng này từ tệp: cần người khác đưa tiền vào ví.' : null
}

/** Whoever puts a line to the very request that it would have paid is its second person already: the first brought the file. */
export const isSecond = (
  line: { problem: LineProblem | null; transfer_id: number | null },
  deposit: { transfer_id: number },
) => line.problem === lineProblem.file && line.transfer_id === deposit.transfer_id

export function whyNotMatch({ status }: Pick<Waiting, 'status'>): string | null {
  if (allowed(depositLife.match, status)) return null
  return ended[status] ?? 'Yêu cầu đã được khớp, đang chờ người khác xác nhận.'
}

export function whyNotReject({ status }: Pick<Waiting, 'status'>): string | null {
  return allowed(depositLife.reject, status) ? null : ended[status]!
}

/** From this amount on what one person matched goes in when a second one confirms it. */
export const needsSecond = ({ deposit_second_from }: { deposit_second_from: number }, amount: number) =>
  amount >= deposit_second_from

interface Line {
  status: LineStatus
  amount: number
}

/** Why a line cannot be put to a request or a wallet, or be set aside. */
export function whyNotSettle({ status, amount }: Line): string | null {
  if (amount < 0) return 'Dòng ghi nợ không phải tiền khách nạp.'
  if (allowed(lineLife.settle, status)) return null
  return status === lineStatus.other
    ? 'Dòng này đã được ghi nhận không phải nạp tiền.'
    : 'Dòng này đã thuộc một yêu cầu nạp tiền.'
}
