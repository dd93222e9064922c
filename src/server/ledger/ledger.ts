/**
 * The only code that moves money: single transfers inside a call's transaction, or many in one by `postAll`.
 * Amounts are đồng.
 */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '../database/transaction.ts'

/** The kinds of accounts, by the numbers in rows. */
export const accountKind = {
  wallet: 1,
  reward_fund: 2,
  partner: 3,
  bank_clearing: 4,
  gateway_clearing: 5,
  fee: 6,
  rounding: 7,
  revenue: 8,
  /** Kept back for the state. */
  tax: 9,
} as const

/** The kinds of transfers, by the numbers in rows. */
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

/** The phases of transfers, by the numbers in rows: money is moved immediately, put on hold, or a hold is posted or voided. */
export const transferPhase = { move: 1, hold: 2, post: 3, void: 4 } as const

interface NewAccount {
  kind: keyof typeof accountKind
  /** The account's stable name, such as 'wallet:84912345678': the same code is the same account. */
  code: string
  /** Whether the balance may be below zero: true for accounts that stand for money outside of our books. */
  may_owe?: boolean
}

/** The account of this code, opened if it is not there yet. */
export async function accountOf(db: Db, { kind, code, may_owe = false }: NewAccount): Promise<number> {
  const { rows } = await sql<{ account_id: number }>`
    select open_ledger_account(${accountKind[kind]}::smallint, ${code}, ${may_owe}) as account_id`.execute(db)
  return rows[0]!.account_id
}

interface Movement {
  /** The key of the intent: under the same ref nothing moves twice. */
  ref: string
  /** `increase` and `decrease` are adjustments by staff. A post or void has the kind of its hold. */
  kind: keyof typeof transferKind
  from: number
  to: number
  amount: number
  reason: string
}
interface HoldEnd {
  ref: string
  /** The `ref` of the hold. */
  hold_ref: string
  reason: string
}

/** One transfer, as the ledger's function takes it. */
export type Posting =
  | (Movement & { phase: typeof transferPhase.move | typeof transferPhase.hold })
  /** Posts the whole hold without an amount; with a smaller amount the remainder is free again. */
  | (HoldEnd & { phase: typeof transferPhase.post; amount?: number })
  | (HoldEnd & { phase: typeof transferPhase.void })

export type PostingResult =
  | 'done'
  | 'repeated'
  | 'conflict'
  | 'debt_not_enough'
  | 'hold_not_found'
  | 'hold_ended'
  | 'amount_wrong'

export interface PostingOutcome {
  result: PostingResult
  /** The transfer made now, or earlier under the same ref; null for a refusal. */
  transfer_id: number | null
}

/** Makes these transfers in order and gives each its own result; a refused one does not stop the others. */
export async function postAll(db: Db, postings: readonly Posting[]): Promise<PostingOutcome[]> {
  const input = postings.map((posting) =>
    'kind' in posting ? { ...posting, kind: transferKind[posting.kind] } : posting,
  )
  const { rows } = await sql<PostingOutcome & { n: number }>`
    select n, result, transfer_id from post_transfers(${JSON.stringify(input)}::jsonb) order by n`.execute(db)
  return rows.map(({ result, transfer_id }) => ({ result, transfer_id }))
}

/**
 * Moves money at once.
 * @returns the transfer's number, also when it was made before.
 * @throws Failure debt_not_enough; request_exists when the ref was used for another transfer.
 */
export const transfer = (db: Db, movement: Movement): Promise<number> =>
  postOne(db, { ...movement, phase: transferPhase.move })

/** Sets money aside on the account that pays, until `post` or `voidHold`. Throws as `transfer` does. */
export const hold = (db: Db, movement: Movement): Promise<number> =>
  postOne(db, { ...movement, phase: transferPhase.hold })

/**
 * Moves what was held, or less: then the rest is free again.
 * @throws Failure amount_wrong for more than was held, request_finished when the hold was posted or voided before,
 * request_not_found without one.
 */
export const post = (db: Db, ending: HoldEnd & { amount?: number }): Promise<number> =>
  postOne(db, { ...ending, phase: transferPhase.post })

/** Frees what was held. Throws as `post` does. */
export const voidHold = (db: Db, ending: HoldEnd): Promise<number> =>
  postOne(db, { ...ending, phase: transferPhase.void })

const refusals = {
  conflict: 'request_exists',
  debt_not_enough: 'debt_not_enough',
  hold_not_found: 'request_not_found',
  hold_ended: 'request_finished',
  amount_wrong: 'amount_wrong',
} as const

async function postOne(db: Db, posting: Posting): Promise<number> {
  const [posted] = await postTogether(db, [posting])
  return posted!
}

/** All of them or, where it throws as `transfer` and `post` do, none once the caller has undone it. Gives the transfers' numbers in their order. */
export async function postTogether(db: Db, postings: readonly Posting[]): Promise<number[]> {
  return (await postAll(db, postings)).map(({ result, transfer_id }) => {
    if (result === 'done' || result === 'repeated') return transfer_id!
    throw new Failure(refusals[result])
  })
}
