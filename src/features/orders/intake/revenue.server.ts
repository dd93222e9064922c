/**
 * Daily limits of sales. The remaining amount of each limit is split over several rows ("slots"), so that batches need not wait for each other: a
 * batch takes from a slot that nobody has locked, and waits for all slots only when that one is too little.
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { RevenueLimit } from './intake-state.rules.ts'
import type { Threshold } from './intake-state.server.ts'

interface Slot {
  slot_id: number
  pos_group_id: number
  category: number
  left_amount: number
}

/**
 * Decides a batch within the limits that apply to it, and takes from them what was sold. Called after the tickets are locked and before the stocks
 * are; giving back (`returnRevenue`) never waits.
 * @param now the moment of the orders
 * @param decide reduces `remaining` of the limits; it runs again from the beginning when one slot was too little
 */
export async function withinLimits<T>(
  db: Db,
  now: string,
  thresholds: readonly Threshold[],
  decide: (limits: RevenueLimit[]) => T,
): Promise<T> {
  if (thresholds.length === 0) return decide([])
  const limits = await countedLimits(db, now, thresholds)
  await sql`savepoint one_slot`.execute(db)
  const firstSlots = await lockSlots(db, now, limits, 'one')
  const decision = decide(firstSlots.limits)
  if (!firstSlots.limits.some(({ is_short }) => is_short)) {
    await takeFrom(db, firstSlots)
    return decision
  }
  // Releases the locked slots, so that two batches that both need all of them do not deadlock.
  await sql`rollback to savepoint one_slot`.execute(db)
  const all = await lockSlots(db, now, limits, 'all')
  const second_decision = decide(all.limits)
  await takeFrom(db, all)
  return second_decision
}

/**
 * Returns to today's limits what these locked orders took, without waiting for any slot. Called after tickets and stocks are locked: whoever makes
 * orders has locked those too before waiting for the slots that this one locks.
 */
export async function returnRevenue(db: Db, order_ids: readonly number[]): Promise<void> {
  await sql`select return_revenue(${order_ids}::bigint[])`.execute(db)
}

type CountedThreshold = Threshold & { total: number }

/** Creates the day's count of a limit with its first orders. */
async function countedLimits(db: Db, now: string, thresholds: readonly Threshold[]): Promise<CountedThreshold[]> {
  const isCounted = (threshold: Threshold): threshold is CountedThreshold => threshold.total !== null
  if (thresholds.every(isCounted)) return thresholds as CountedThreshold[]
  const keys = JSON.stringify(thresholds)
  await sql`
    select open_revenue_day(${now}::timestamptz::date, pos_group_id, category, maximum)
    from jsonb_to_recordset(${keys}::jsonb) k (pos_group_id integer, category smallint, maximum bigint)`.execute(db)
  const { rows } = await sql<CountedThreshold>`
    select k.pos_group_id, k.category, k.maximum, (select sum(left_amount) from revenue_slot s
      where (s.day, s.pos_group_id, s.category) = (${now}::timestamptz::date, k.pos_group_id, k.category)) as total
    from jsonb_to_recordset(${keys}::jsonb) k (pos_group_id integer, category smallint, maximum bigint)`.execute(db)
  return rows
}

interface LockedRevenue {
  slots: Slot[]
  limits: RevenueLimit[]
}

async function lockSlots(
  db: Db,
  now: string,
  counted: readonly CountedThreshold[],
  slot_choice: 'one' | 'all',
): Promise<LockedRevenue> {
  const keys = sql`jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) k (pos_group_id integer, category smallint)`
  const of_key = sql`(s.day, s.pos_group_id, s.category) = (${now}::timestamptz::date, k.pos_group_id, k.category)`
  // A limit that was lowered below what was sold has a negative slot: then only the sum of all slots tells what is left.
  const one_slot = sql<Slot>`
    select found.* from ${keys} cross join lateral (
      select s.slot_id, s.pos_group_id, s.category, s.left_amount from revenue_slot s
      where ${of_key} and s.left_amount > 0 and not exists (
        select from revenue_slot d where (d.day, d.pos_group_id, d.category) = (s.day, s.pos_group_id, s.category) and d.left_amount < 0)
      order by s.left_amount desc limit 1 for update skip locked) found`
  const all_slots = sql<Slot>`
    select s.slot_id, s.pos_group_id, s.category, s.left_amount from revenue_slot s
    where s.slot_id in (select s.slot_id from ${keys} join revenue_slot s on ${of_key})
    order by s.slot_id for update`
  const { rows: slots } = await (slot_choice === 'one' ? one_slot : all_slots).execute(db)
  const limits = counted.map(({ pos_group_id, category, maximum, total }): RevenueLimit => {
    const remaining = slots.filter((slot) => isOf(slot, { pos_group_id, category })).reduce(addLeft, 0)
    return {
      pos_group_id,
      category,
      maximum,
      remaining,
      total: slot_choice === 'one' ? total : remaining,
      is_short: false,
    }
  })
  return { slots, limits }
}

/** Splits what is left into equal slots; a negative amount is one slot. */
async function takeFrom(db: Db, { slots, limits }: LockedRevenue): Promise<void> {
  const parts = limits.flatMap((limit) => {
    const limit_slots = slots.filter((slot) => isOf(slot, limit))
    const size = Math.max(Math.floor(limit.remaining / limit_slots.length), 0)
    return limit_slots.map(({ slot_id, left_amount }, n) => ({
      slot_id,
      before: left_amount,
      left_amount: n === 0 ? limit.remaining - size * (limit_slots.length - 1) : size,
    }))
  })
  const changed = parts.filter(({ before, left_amount }) => before !== left_amount)
  if (changed.length === 0) return
  await sql`
    update revenue_slot s set left_amount = x.left_amount
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) x (slot_id bigint, left_amount bigint) where s.slot_id = x.slot_id`.execute(
    db,
  )
}

type Key = Pick<RevenueLimit, 'pos_group_id' | 'category'>

const isOf = (slot: Slot, { pos_group_id, category }: Key) =>
  slot.pos_group_id === pos_group_id && slot.category === category
const addLeft = (sum: number, { left_amount }: Slot) => sum + left_amount
