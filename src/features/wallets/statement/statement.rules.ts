/** Which request a line names, what is wrong with a line, and why something cannot be done to it. */
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import { allows } from '#contract/lifecycle.ts'
import { depositStatus, type DepositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { walletStatus, type WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { lineLife, lineProblem, lineStatus, type LineProblem, type LineStatus } from './statement.contract.ts'

const highest_id = 2_147_483_647

/**
 * The request that a transfer's content names; null where it names none, or several. Banks add words around the code, join it to other text, and
 * change its case and spaces, but not its digits.
 */
export function namedDeposit(content: string): number | null {
  const ids = new Set<number>()
  for (const [, digits] of content.matchAll(/nap[\s.:_-]{0,3}(\d+)/gi)) {
    const deposit_id = Number(digits)
    if (deposit_id >= 1 && deposit_id <= highest_id && digits === String(deposit_id).padStart(6, '0'))
      ids.add(deposit_id)
  }
  const [only] = ids
  return ids.size === 1 ? only! : null
}

/** The part of a request that a line is compared with. */
interface RequestedDeposit {
  status: DepositStatus
  amount: number
  created_at: string
  expires_at: string
  bank_id: number
  account_number: string
  wallet_status: WalletStatus
}
interface Credit {
  amount: number
  at: string
  bank_id: number
  account_number: string
}

/** How far the bank's clock may be behind ours. */
const clock_difference_ms = 5 * 60_000

/** Why a credit is not paid into the wallet automatically; null when it is. */
export function problemOf(line: Credit, deposit: RequestedDeposit | undefined): LineProblem | null {
  if (!deposit) return lineProblem.none_named
  if (deposit.wallet_status === walletStatus.locked) return lineProblem.locked
  if (deposit.status === depositStatus.closed || deposit.status === depositStatus.rejected) return lineProblem.closed
  if (deposit.status !== depositStatus.waiting) return lineProblem.paid
  // Checked here too because the expiring job may not have run yet; and no transfer is made before its request.
  const moment = Date.parse(line.at)
  if (moment > Date.parse(deposit.expires_at)) return lineProblem.closed
  if (moment < Date.parse(deposit.created_at) - clock_difference_ms) return lineProblem.closed
  if (line.bank_id !== deposit.bank_id || line.account_number !== deposit.account_number) return lineProblem.account
  return line.amount === deposit.amount ? null : lineProblem.amount
}

/** Files can be forged: the person who imported a file does not decide to whom its lines belong. */
export function whyNotImporter({ created_by }: { created_by: number | null }, me: Decider): string | null {
  return whyNotSecondPerson(created_by, me, 'Bạn đã nhập dòng này từ tệp: cần người khác đưa tiền vào ví.')
}

/**
 * The person who matches an imported line with the request that it names is its second person: the importer was the first.
 */
export const isSecondPerson = (line: { problem: LineProblem | null; deposit_id: number | null }, deposit_id: number) =>
  line.problem === lineProblem.file && line.deposit_id === deposit_id

interface LineState {
  status: LineStatus
  amount: number
}

/** Why a line cannot be matched with a request, assigned to a wallet, or ignored. */
export function whyNotSettle({ status, amount }: LineState): string | null {
  if (amount < 0) return 'Dòng ghi nợ không phải tiền khách nạp.'
  if (allows(lineLife.moves.settle, status)) return null
  return status === lineStatus.other
    ? 'Dòng này đã được ghi nhận không phải nạp tiền.'
    : 'Dòng này đã thuộc một yêu cầu nạp tiền.'
}
