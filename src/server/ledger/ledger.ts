/** The only code that moves money: single transfers inside a call's transaction, or many at once through `openPoster`. Amounts are đồng. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '../database/transaction.ts'

/** What an account is of; the number is kept. */
export const accountKind = {
  wallet: 1,
  reward_fund: 2,
  agent: 3,
  bank_clearing: 4,
  gateway_clearing: 5,
  fee: 6,
  rounding: 7,
  revenue: 8,
} as const

/** What a transfer is for; the number is kept. */
export const transferKind = {
  top_up: 1,
  withdrawal: 2,
  increase: 3,
  decrease: 4,
  order: 5,
  refund: 6,
  reward: 7,
  fee: 8,
  cashback: 9,
  fund_movement: 10,
  bank_line: 11,
  other: 99,
} as const

interface NewAccount {
  kind: keyof typeof accountKind
  /** In words that stay: 'wallet:84912345678'. The same code is the same account. */
  code: string
  /** It stands for the world outside, so its balance may be below zero. */
  may_owe?: boolean
}

/** The account of this code, opened if it is not there yet. */
export async function accountOf(db: Db, { kind, code, may_owe = false }: NewAccount): Promise<number> {
  const { rows } = await sql<{ account_id: number }>`
    select open_ledger_account(${accountKind[kind]}::smallint, ${code}, ${may_owe}) as account_id`.execute(db)
  return rows[0]!.account_id
}

interface Movement {
  /** The key of the intent: asked for again, nothing moves twice. */
  ref: string
  /** Staff's `increase` and `decrease` of a balance; a post or void is for what its hold was for. */
  kind: keyof typeof transferKind
  from: number
  to: number
  amount: number
  reason: string
}
interface Ending {
  ref: string
  /** The `ref` of the hold. */
  hold_ref: string
  reason: string
}

/** One wish to move money, as the ledger's function takes it. */
export type Posting =
  | (Movement & { phase: 1 | 2 })
  /** Without an amount all that was held is posted; of a smaller one the rest is free again. */
  | (Ending & { phase: 3; amount?: number })
  | (Ending & { phase: 4 })

export type PostingResult =
  | 'done'
  | 'repeated'
  | 'conflict'
  | 'debt_not_enough'
  | 'hold_not_found'
  | 'hold_ended'
  | 'amount_wrong'

export interface Posted {
  result: PostingResult
  /** Of what was done now, or by the same wish before; null for a refusal. */
  transfer_id: number | null
}

/** Does what can be done of these, in their order, and says of each what became of it. */
export async function postAll(db: Db, postings: readonly Posting[]): Promise<Posted[]> {
  const asked = postings.map((posting) =>
    'kind' in posting ? { ...posting, kind: transferKind[posting.kind] } : posting,
  )
  const { rows } = await sql<Posted & { n: number }>`
    select n, result, transfer_id from post_transfers(${JSON.stringify(asked)}::jsonb) order by n`.execute(db)
  return rows.map(({ result, transfer_id }) => ({ result, transfer_id }))
}

/**
 * Moves money at once.
 * @returns the transfer's number, also when the same wish was granted before.
 * @throws Failure debt_not_enough; request_exists when the ref was used for another wish.
 */
export const transfer = (db: Db, movement: Movement): Promise<number> => one(db, { ...movement, phase: 1 })

/** Sets money aside on the account that pays, until `post` or `voidHold`. Throws as `transfer` does. */
export const hold = (db: Db, movement: Movement): Promise<number> => one(db, { ...movement, phase: 2 })

/**
 * Moves what was held, or less: then the rest is free again.
 * @throws Failure amount_wrong for more than was held, request_finished when the hold was posted or voided before, request_not_found without one.
 */
export const post = (db: Db, ending: Ending & { amount?: number }): Promise<number> => one(db, { ...ending, phase: 3 })

/** Frees what was held. Throws as `post` does. */
export const voidHold = (db: Db, ending: Ending): Promise<number> => one(db, { ...ending, phase: 4 })

const refusals = {
  conflict: 'request_exists',
  debt_not_enough: 'debt_not_enough',
  hold_not_found: 'request_not_found',
  hold_ended: 'request_finished',
  amount_wrong: 'amount_wrong',
} as const

async function one(db: Db, posting: Posting): Promise<number> {
  const [posted] = await postAll(db, [posting])
  const { result, transfer_id } = posted!
  if (result === 'done' || result === 'repeated') return transfer_id!
  throw new Failure(refusals[result])
}
