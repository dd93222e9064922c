/** The postings of a reward: net amount, tax and fee from the fund of prizes, at once or on hold until the gateway answers. */
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
  /** The number of the try, part of the posting's ref: a released hold's ref cannot be used again. */
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

/** Caches the account of each key. */
function cached<K>(find: (key: K) => Promise<number>): (key: K) => Promise<number> {
  const cache = new Map<K, Promise<number>>()
  return (key) => {
    if (!cache.has(key)) cache.set(key, find(key))
    return cache.get(key)!
  }
}

const ledgersOf = (db: Db) => ({
  tax: cached(() => prizeTaxLedger(db)),
  fee: cached(() => prizeFeeLedger(db)),
  gateway: cached((gateway: GatewayName) => fundLedger(db, gateway)),
  wallet: cached((msisdn: string) => walletLedger(db, msisdn)),
})
type Ledgers = ReturnType<typeof ledgersOf>

/** The postings of net amount, tax and fee with their target accounts; parts of 0 are left out. */
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

/** Posts all parts. @throws Failure debt_not_enough when the fund has too little money; the caller undoes partial postings */
async function postOrRefuse(db: Db, postings: readonly Posting[]): Promise<void> {
  const results = await postAll(db, postings)
  if (results.some(({ result }) => result === 'debt_not_enough'))
    throw new Failure('debt_not_enough', {
      message: 'Quỹ trả thưởng không đủ tiền. Hãy nạp quỹ ở Tài khoản trả thưởng.',
    })
  const failure = results.find(({ result }) => result !== 'done' && result !== 'repeated')
  if (failure) throw new Error(`A reward's money could not be moved: ${failure.result}`)
}

/** Posts a payment by people from a bank account of the business, whose statement has the debit. Throws like `sendMoney`. */
export async function payOutside(db: Db, reward: PaidReward): Promise<void> {
  await payTo(db, reward, await otherBankLedger(db))
}

/**
 * Posts a payment to any ledger account at once: cash at a counter, or the stock of cards.
 * @throws Failure debt_not_enough when the fund has too little money
 */
export async function payTo(db: Db, reward: PaidReward, account_id: number): Promise<void> {
  await postOrRefuse(db, await partsOf(ledgersOf(db), reward, { phase: 1, to: account_id }))
}

/**
 * Pays rewards in wallets at once, and puts the others on hold for their gateways. All postings are made together, so accounts are locked in order.
 * @throws Failure debt_not_enough when the fund has too little money
 */
export async function sendMoney(db: Db, rewards: readonly PaidReward[]): Promise<void> {
  const ledgers = ledgersOf(db)
  const postings: Posting[] = []
  for (const reward of rewards) {
    const gateway = gatewayOfForm(reward.form)
    const account_id = gateway ? await ledgers.gateway(gateway) : await ledgers.wallet(reward.msisdn!)
    postings.push(...(await partsOf(ledgers, reward, { phase: gateway ? 2 : 1, to: account_id })))
  }
  await postOrRefuse(db, postings)
}

/** Ends holds: posts the paid ones, and releases the failed ones. All postings are made together. */
export async function endHolds(db: Db, ends: { paid: readonly PaidReward[]; failed: readonly PaidReward[] }) {
  await postOrRefuse(db, [
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
