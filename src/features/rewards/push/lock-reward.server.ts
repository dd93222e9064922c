/** Locks rewards with their orders. Lock order, as for a reopened result: the draw's prize run, the order, the reward. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { rewardForm, type RewardForm, type RewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { findReward, needs_two, trouble } from '#features/rewards/reward/reward.query.server.ts'

const wallet_form = rewardForm.wallet

/** SQL: whether the program may pay reward `r` automatically, by the current limits. */
export const may_auto = sql<boolean>`(r.is_auto and r.form = ${sql.lit(wallet_form)} and r.changed_by is null and not ${needs_two}
  and (select c.push_auto and r.net <= c.auto_most from reward_config c))`

/** The fields of a reward that its payment needs. */
export interface RewardToPay {
  reward_id: number
  reward_code: string
  order_id: number
  status: RewardStatus
  form: RewardForm
  msisdn: string | null
  full_name: string | null
  bank_id: number | null
  account_number: string | null
  account_name: string | null
  bin: string | null
  net: number
  tax: number
  fee: number
  try_count: number
  source_id: number | null
  payout_id: number | null
  version: number
  /** Why the program cannot pay it; null when it can. */
  trouble: string | null
  needs_two: boolean
  /** Whether the program may pay it automatically, by the current settings. */
  may_auto: boolean
  /** Why the reward must not be paid, when its order or draw has changed since; null when they still agree. */
  mismatch: 'result_not_found' | 'order_calculated' | null
}

const { done: run_done } = runStatus
const { won, paying_reward } = orderStatus

/** Locks these rewards until the transaction ends and returns them by number; missing ones are left out. */
export async function lockRewardsToPay(db: Db, reward_ids: readonly number[]): Promise<Map<number, RewardToPay>> {
  // Several rows are always locked in the order of their numbers.
  const { rows: locked } = await sql<{ order_id: number | null }>`
    select lock_reward(reward_id) as order_id from (select unnest(${[...reward_ids]}::integer[]) as reward_id order by 1) chosen`.execute(
    db,
  )
  const order_ids = locked.flatMap(({ order_id }) => order_id ?? [])
  if (order_ids.length === 0) return new Map()
  // A separate statement, because it must see the changes of the previous owners of the locks.
  // unscoped: the caller has found the rewards within the scope, or it is the program's own work
  const { rows } = await sql<RewardToPay>`
    select r.reward_id, r.reward_code, r.order_id, r.status, r.form, r.msisdn, r.full_name, r.bank_id, r.account_number, r.account_name, b.bin,
      r.net, r.tax, r.fee, r.try_count, r.source_id, r.payout_id, r.version, ${trouble} as trouble, ${needs_two} as needs_two,
      ${may_auto} as may_auto,
      case when p.status is distinct from ${sql.lit(run_done)} or o.status not in (${sql.lit(won)}, ${sql.lit(paying_reward)}) then 'result_not_found'
        when (o.reward, o.reward_tax) is distinct from (r.gross, r.tax) then 'order_calculated' end as mismatch
    from reward r join sale_order o using (order_id) left join prize_run p on p.period_id = r.period_id left join bank b using (bank_id)
      left join wallet_account w on w.msisdn = r.msisdn
    where r.reward_id = any (${[...reward_ids]}::integer[]) and o.order_id = any (${order_ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.reward_id, row]))
}

/** Locks one reward until the transaction ends; undefined when it does not exist. */
export async function lockRewardToPay(db: Db, reward_id: number): Promise<RewardToPay | undefined> {
  return (await lockRewardsToPay(db, [reward_id])).get(reward_id)
}

/** The same with the columns of the contract; undefined when it is not within the scope of `me`. */
export async function lockReward(db: Db, me: Me, reward_id: number) {
  const in_scope = await db
    .selectFrom('reward')
    .select('reward_id')
    .where('reward_id', '=', reward_id)
    .where(within(me, 'reward'))
    .executeTakeFirst()
  if (!in_scope) return undefined
  const money = await lockRewardToPay(db, reward_id)
  const row = await findReward(db, me, reward_id)
  return money && row && { ...row, ...money }
}
export type LockedReward = NonNullable<Awaited<ReturnType<typeof lockReward>>>

type OrderEnd = typeof orderStatus.won | typeof orderStatus.paying_reward | typeof orderStatus.rewarded

/** Moves the order of a reward to this state. */
export const moveOrder = (db: Db, order_id: number, end_status: OrderEnd): Promise<void> =>
  moveOrders(db, [order_id], end_status)

/** Moves the orders of rewards to this state. */
export async function moveOrders(db: Db, order_ids: readonly number[], end_status: OrderEnd): Promise<void> {
  if (order_ids.length === 0) return
  // unscoped: the caller has locked the rewards
  const { numAffectedRows } = await sql`
    update sale_order set status = ${end_status}::smallint, version = version + 1
    where order_id = any (${[...order_ids]}::bigint[]) and status = any (${[won, paying_reward]}::smallint[])`.execute(
    db,
  )
  if (numAffectedRows !== BigInt(order_ids.length))
    throw new Error(`Of the orders ${order_ids.join(', ')} one has left the state in which its prize is paid`)
}
