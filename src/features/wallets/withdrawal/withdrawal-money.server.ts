/** The money of a withdrawal: on hold in the wallet from the request on, then paid from a fund, paid another way, or released. */
import { Failure } from '#contract/errors.ts'
import { post, postAll, postTogether, transfer, transferPhase, voidHold, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { feeLedger, fundLedger, otherBankLedger } from '#features/wallets/money.server.ts'
import type { WithdrawalMethod } from './withdrawal.contract.ts'
import { gatewayOf } from './withdrawal.rules.ts'

interface HeldWithdrawal {
  withdrawal_id: number
  withdrawal_code: string
  account_id: number
  method: WithdrawalMethod
  amount: number
  fee: number
  hold_count: number
}

/** Each hold has a ref of its own, because a ref whose hold was released cannot be used again. */
export const holdRef = ({ withdrawal_id, hold_count }: Pick<HeldWithdrawal, 'withdrawal_id' | 'hold_count'>) =>
  `withdrawal:${withdrawal_id}:${hold_count}`
const feeHoldRef = (withdrawal: HeldWithdrawal) => `${holdRef(withdrawal)}:fee`

/** @throws Failure debt_not_enough when the wallet has less than the amount and the fee; then nothing is put on hold */
export async function holdMoney(db: Db, withdrawal: HeldWithdrawal): Promise<void> {
  const from = await walletLedgerOf(db, withdrawal)
  const reason = `Rút tiền ${withdrawal.withdrawal_code}`
  const fund_account = await fundLedger(db, gatewayOf(withdrawal.method))
  const postings: Posting[] = [
    {
      phase: transferPhase.hold,
      ref: holdRef(withdrawal),
      kind: 'withdrawal',
      from,
      to: fund_account,
      amount: withdrawal.amount,
      reason,
    },
  ]
  if (withdrawal.fee > 0)
    postings.push({
      phase: transferPhase.hold,
      ref: feeHoldRef(withdrawal),
      kind: 'fee',
      from,
      to: await feeLedger(db),
      amount: withdrawal.fee,
      reason: `Phí rút tiền ${withdrawal.withdrawal_code}`,
    })
  const results = await postAll(db, postings)
  if (results.some(({ result }) => result !== 'done')) throw new Failure('debt_not_enough')
}

/** Ends the holds of withdrawals, all in one posting: `paid` ones were paid from the fund, `released` ones were not paid and will not be. */
export async function endHolds(
  db: Db,
  { paid, released }: { paid: readonly HeldWithdrawal[]; released: readonly HeldWithdrawal[] },
): Promise<void> {
  await postTogether(db, [
    ...paid.flatMap((withdrawal) =>
      endsOf(withdrawal, { phase: transferPhase.post, word: 'paid', reason: `Đã chi ${withdrawal.withdrawal_code}` }),
    ),
    ...released.flatMap((withdrawal) =>
      endsOf(withdrawal, {
        phase: transferPhase.void,
        word: 'released',
        reason: `Trả lại tiền rút ${withdrawal.withdrawal_code}`,
      }),
    ),
  ])
}

type EndingPhase = typeof transferPhase.post | typeof transferPhase.void

function endsOf(withdrawal: HeldWithdrawal, { word, ...ending }: { phase: EndingPhase; word: string; reason: string }) {
  const holds = [holdRef(withdrawal), ...(withdrawal.fee > 0 ? [feeHoldRef(withdrawal)] : [])]
  return holds.map((hold_ref) => ({ ...ending, ref: `${hold_ref}:${word}`, hold_ref }))
}

/** Books that it was paid from the fund. */
export const payFromFund = (db: Db, withdrawal: HeldWithdrawal) => endHolds(db, { paid: [withdrawal], released: [] })

/** Releases the money: it was not paid and will not be. */
export const releaseMoney = (db: Db, withdrawal: HeldWithdrawal) => endHolds(db, { paid: [], released: [withdrawal] })

/** Books that staff paid it from a bank account of the business, whose statement has the debit. */
export async function payOutside(db: Db, withdrawal: HeldWithdrawal): Promise<void> {
  const reason = `Đã chi ngoài cổng ${withdrawal.withdrawal_code}`
  const [from, to] = [await walletLedgerOf(db, withdrawal), await otherBankLedger(db)]
  await voidHold(db, { ref: `${holdRef(withdrawal)}:released`, hold_ref: holdRef(withdrawal), reason })
  await transfer(db, {
    ref: `${holdRef(withdrawal)}:outside`,
    kind: 'withdrawal',
    from,
    to,
    amount: withdrawal.amount,
    reason,
  })
  if (withdrawal.fee > 0)
    await post(db, { ref: `${feeHoldRef(withdrawal)}:paid`, hold_ref: feeHoldRef(withdrawal), reason })
}

async function walletLedgerOf(db: Db, { account_id }: HeldWithdrawal): Promise<number> {
  const { ledger_id } = await db
    .selectFrom('wallet_account') // unscoped: of the caller's withdrawal
    .select('ledger_id')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return ledger_id
}
