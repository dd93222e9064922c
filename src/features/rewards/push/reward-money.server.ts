/** A reward's money: from the fund of prizes to the winner, with its tax and fee beside it, at once or on hold until a gateway has answered. */
import { Failure } from '#contract/errors.ts'
import { postAll, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
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

/** The account of each key, looked for once. */
function found<K>(find: (key: K) => Promise<number>): (key: K) => Promise<number> {
  const known = new Map<K, Promise<number>>()
  return (key) => {
    if (!known.has(key)) known.set(key, find(key))
    return known.get(key)!
  }
}

const ledgersOf = (db: Db) => ({
  tax: found(() => prizeTaxLedger(db)),
  fee: found(() => prizeFeeLedger(db)),
  gateway: found((gateway: GatewayName) => fundLedger(db, gateway)),
  wallet: found((msisdn: string) => walletLedger(db, msisdn)),
})
type Ledgers = ReturnType<typeof ledgersOf>

/** What the winner receives, the tax and the fee, each with where it goes. A part of nothing is left out. */
async function partsOf(ledgers: Ledgers, reward: PaidReward, { phase, to }: { phase: 1 | 2; to: number }) {
  const { net, tax, fee, reward_code, source_id } = reward
  const ref = refOf(reward)
  const part = { phase, from: source_id, kind: 'reward' as const }
  const parts: Posting[] = [{ ...part, ref, to, amount: net, reason: `Trả thưởng ${reward_code}` }]
  if (tax > 0)
    parts.push({
      ...part,
      ref: `${ref}:tax`,
      to: await ledgers.tax('tax'),
      amount: tax,
      reason: `Thuế TNCN ${reward_code}`,
    })
  if (fee > 0)
    parts.push({
      ...part,
      ref: `${ref}:fee`,
      kind: 'fee',
      to: await ledgers.fee('fee'),
      amount: fee,
      reason: `Phí trả thưởng ${reward_code}`,
    })
  return parts
}

/** @throws Failure debt_not_enough when the fund does not hold it all; the caller undoes what was posted. */
async function postWhole(db: Db, postings: readonly Posting[]): Promise<void> {
  const results = await postAll(db, postings)
  if (results.some(({ result }) => result === 'debt_not_enough'))
    throw new Failure('debt_not_enough', { message: 'Quỹ trả thưởng không đủ tiền.' })
  const wrong = results.find(({ result }) => result !== 'done' && result !== 'repeated')
  if (wrong) throw new Error(`A reward's money could not be moved: ${wrong.result}`)
}

/** People paid it from an account of the business, whose statement has the debit. Throws as `sendMoney` does. */
export async function payOutside(db: Db, reward: PaidReward): Promise<void> {
  await payTo(db, reward, await otherBankLedger(db))
}

/**
 * To any account of the ledger, at once: cash at a counter, cards of a stock.
 * @throws Failure debt_not_enough when the fund does not hold it all
 */
export async function payTo(db: Db, reward: PaidReward, to: number): Promise<void> {
  await postWhole(db, await partsOf(ledgersOf(db), reward, { phase: 1, to }))
}

/**
 * Into the wallets of the winners, at once; what a gateway is about to pay is set aside. All in one posting, whose accounts are locked in one order.
 * @throws Failure debt_not_enough when the fund does not hold it all
 */
export async function sendMoney(db: Db, rewards: readonly PaidReward[]): Promise<void> {
  const ledgers = ledgersOf(db)
  const postings: Posting[] = []
  for (const reward of rewards) {
    const gateway = gatewayOfForm(reward.form)
    const to = gateway ? await ledgers.gateway(gateway) : await ledgers.wallet(reward.msisdn!)
    postings.push(...(await partsOf(ledgers, reward, { phase: gateway ? 2 : 1, to })))
  }
  await postWhole(db, postings)
}

/** Of what was set aside: the gateway has paid the first ones; the others it has not paid and will not. All in one posting. */
export async function endHolds(db: Db, ends: { paid: readonly PaidReward[]; failed: readonly PaidReward[] }) {
  await postWhole(db, [
    ...ends.paid.flatMap((reward) => endsOf(reward, { phase: 3, word: 'paid' })),
    ...ends.failed.flatMap((reward) => endsOf(reward, { phase: 4, word: 'released' })),
  ])
}

function endsOf(reward: PaidReward, { phase, word }: { phase: 3 | 4; word: string }): Posting[] {
  const ref = refOf(reward)
  const holds = [ref, ...(reward.tax > 0 ? [`${ref}:tax`] : []), ...(reward.fee > 0 ? [`${ref}:fee`] : [])]
  const reason = `${phase === 3 ? 'Đã trả thưởng' : 'Trả lại quỹ'} ${reward.reward_code}`
  return holds.map((hold_ref) => ({ phase, ref: `${hold_ref}:${word}`, hold_ref, reason }))
}
