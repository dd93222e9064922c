/** A withdrawal's money: on hold in the wallet from the wish on, then out through a fund, out by other ways, or free again. */
import { Failure } from '#contract/errors.ts'
import { post, postAll, transfer, voidHold, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { feeLedger, fundLedger, otherBankLedger } from '#features/wallets/money.server.ts'
import type { WithdrawalMethod } from './withdrawal.contract.ts'
import { gatewayOf } from './withdrawal.rules.ts'

interface Held {
  withdrawal_id: number
  withdrawal_code: string
  account_id: number
  method: WithdrawalMethod
  amount: number
  fee: number
  hold_count: number
}

/** Each time that the money is held has a key of its own, since what was freed cannot be held by the same one again. */
export const keyOf = ({ withdrawal_id, hold_count }: Pick<Held, 'withdrawal_id' | 'hold_count'>) =>
  `withdrawal:${withdrawal_id}:${hold_count}`
const feeKeyOf = (held: Held) => `${keyOf(held)}:fee`

/** Throws debt_not_enough when the wallet does not have the amount and the fee; then nothing is held. */
export async function holdMoney(db: Db, held: Held): Promise<void> {
  const from = await walletOf(db, held)
  const reason = `Rút tiền ${held.withdrawal_code}`
  const to = await fundLedger(db, gatewayOf(held.method))
  const wanted: Posting[] = [{ phase: 2, ref: keyOf(held), kind: 'withdrawal', from, to, amount: held.amount, reason }]
  if (held.fee > 0)
    wanted.push({
      phase: 2,
      ref: feeKeyOf(held),
      kind: 'fee',
      from,
      to: await feeLedger(db),
      amount: held.fee,
      reason: `Phí rút tiền ${held.withdrawal_code}`,
    })
  const results = await postAll(db, wanted)
  if (results.some(({ result }) => result !== 'done')) throw new Failure('debt_not_enough')
}

/** It was paid from the fund. */
export async function payFromFund(db: Db, held: Held): Promise<void> {
  const reason = `Đã chi ${held.withdrawal_code}`
  await post(db, { ref: `${keyOf(held)}:paid`, hold_ref: keyOf(held), reason })
  if (held.fee > 0) await post(db, { ref: `${feeKeyOf(held)}:paid`, hold_ref: feeKeyOf(held), reason })
}

/** Staff paid it from an account of the business: the debit on its statement is the other half of this. */
export async function payOutside(db: Db, held: Held): Promise<void> {
  const reason = `Đã chi ngoài cổng ${held.withdrawal_code}`
  const [from, to] = [await walletOf(db, held), await otherBankLedger(db)]
  await voidHold(db, { ref: `${keyOf(held)}:released`, hold_ref: keyOf(held), reason })
  await transfer(db, { ref: `${keyOf(held)}:outside`, kind: 'withdrawal', from, to, amount: held.amount, reason })
  if (held.fee > 0) await post(db, { ref: `${feeKeyOf(held)}:paid`, hold_ref: feeKeyOf(held), reason })
}

/** It was not paid and will not be. */
export async function releaseMoney(db: Db, held: Held): Promise<void> {
  const reason = `Trả lại tiền rút ${held.withdrawal_code}`
  await voidHold(db, { ref: `${keyOf(held)}:released`, hold_ref: keyOf(held), reason })
  if (held.fee > 0) await voidHold(db, { ref: `${feeKeyOf(held)}:released`, hold_ref: feeKeyOf(held), reason })
}

async function walletOf(db: Db, { account_id }: Held): Promise<number> {
  const { ledger_id } = await db
    .selectFrom('wallet_account') // unscoped: of the caller's request
    .select('ledger_id')
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return ledger_id
}
