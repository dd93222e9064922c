/** A reward's money: from the fund of prizes to the winner, with its tax and fee beside it, at once or on hold until a gateway has answered. */
import { Failure } from '#contract/errors.ts'
import { postAll, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import {
  fundLedger,
  otherBankLedger,
  prizeFeeLedger,
  prizeTaxLedger,
  walletLedger,
} from '#features/wallets/money.server.ts'
import { gatewayOfForm } from '#features/rewards/reward/reward.rules.ts'
import type { RewardForm } from '#features/rewards/reward/reward.contract.ts'

export interface PaidReward {
  reward_id: number
  reward_code: string
  /** Of this try: each has refs of its own, because a ref whose hold was released cannot hold again. */
  try_count: number
  /** The ledger account that pays. */
  source_id: number
  form: RewardForm
  msisdn: string | null
  /** đồng */
  net: number
  tax: number
  fee: number
}

const refOf = ({ reward_id, try_count }: PaidReward) => `reward:${reward_id}:${try_count}`

/** What the winner receives, the tax and the fee, each with where it goes. A part of nothing is left out. */
async function partsOf(db: Db, reward: PaidReward, to: number) {
  const { net, tax, fee, reward_code } = reward
  const ref = refOf(reward)
  return [
    { ref, kind: 'reward' as const, to, amount: net, reason: `Trả thưởng ${reward_code}` },
    ...(tax > 0
      ? [
          {
            ref: `${ref}:tax`,
            kind: 'reward' as const,
            to: await prizeTaxLedger(db),
            amount: tax,
            reason: `Thuế TNCN ${reward_code}`,
          },
        ]
      : []),
    ...(fee > 0
      ? [
          {
            ref: `${ref}:fee`,
            kind: 'fee' as const,
            to: await prizeFeeLedger(db),
            amount: fee,
            reason: `Phí trả thưởng ${reward_code}`,
          },
        ]
      : []),
  ]
}

/** @throws Failure debt_not_enough when the fund does not hold it all; the caller undoes what was posted. */
async function postWhole(db: Db, postings: readonly Posting[]): Promise<void> {
  const results = await postAll(db, postings)
  if (results.some(({ result }) => result === 'debt_not_enough'))
    throw new Failure('debt_not_enough', { message: 'Quỹ trả thưởng không đủ tiền.' })
  const wrong = results.find(({ result }) => result !== 'done' && result !== 'repeated')
  if (wrong) throw new Error(`A reward's money could not be moved: ${wrong.result}`)
}

/** Into the winner's wallet, at once. Throws as `holdForGateway` does. */
export async function payIntoWallet(db: Db, reward: PaidReward): Promise<void> {
  await payTo(db, reward, await walletLedger(db, reward.msisdn!))
}

/** People paid it from an account of the business, whose statement has the debit. Throws as `holdForGateway` does. */
export async function payOutside(db: Db, reward: PaidReward): Promise<void> {
  await payTo(db, reward, await otherBankLedger(db))
}

/**
 * To any account of the ledger, at once: cash at a counter, cards of a stock.
 * @throws Failure debt_not_enough when the fund does not hold it all
 */
export async function payTo(db: Db, reward: PaidReward, to: number): Promise<void> {
  const from = reward.source_id
  await postWhole(
    db,
    (await partsOf(db, reward, to)).map((part) => ({ ...part, phase: 1, from })),
  )
}

/** Sets aside what a gateway is about to pay. @throws Failure debt_not_enough when the fund does not hold it all */
export async function holdForGateway(db: Db, reward: PaidReward): Promise<void> {
  const from = reward.source_id
  const to = await fundLedger(db, gatewayOfForm(reward.form)!)
  await postWhole(
    db,
    (await partsOf(db, reward, to)).map((part) => ({ ...part, phase: 2, from })),
  )
}

/** The gateway has paid. */
export const postHeld = (db: Db, reward: PaidReward) => endHolds(db, reward, { phase: 3, word: 'paid' })

/** It has not paid and will not. */
export const releaseHeld = (db: Db, reward: PaidReward) => endHolds(db, reward, { phase: 4, word: 'released' })

async function endHolds(db: Db, reward: PaidReward, { phase, word }: { phase: 3 | 4; word: string }): Promise<void> {
  const ref = refOf(reward)
  const holds = [ref, ...(reward.tax > 0 ? [`${ref}:tax`] : []), ...(reward.fee > 0 ? [`${ref}:fee`] : [])]
  const reason = `${phase === 3 ? 'Đã trả thưởng' : 'Trả lại quỹ'} ${reward.reward_code}`
  await postWhole(
    db,
    holds.map((hold_ref) => ({ phase, ref: `${hold_ref}:${word}`, hold_ref, reason })),
  )
}
