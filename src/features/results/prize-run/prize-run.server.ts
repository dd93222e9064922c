/** Starts the prize run of a draw, and takes calculated prizes back. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { rewardLife, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { runStatus } from './prize-run.contract.ts'

export const prize_job = 'prize.decide'

/** Starts the prize run of a draw whose result is confirmed in the same transaction; a job decides all orders and unsold tickets after the commit. */
export async function enqueuePrizeRun(db: Db, enqueue: Enqueue, period_id: number): Promise<void> {
  // Keeps prize tables from being confirmed until the commit.
  await sql`select pg_advisory_xact_lock_shared(hashtext('prize_table'))`.execute(db)
  await sql`
    insert into prize_run as r (period_id) values (${period_id})
    on conflict (period_id) do update set status = ${runStatus.under_way}, reason = null, last_order_id = 0, started_at = clock_timestamp(),
      finished_at = null, version = r.version + 1`.execute(db)
  await enqueue(db, prize_job, { period_id }, String(period_id))
}

/** Continues the run of a draw that is already decided, when one of its orders returned to the state done, such as after a rejected report. */
export async function decideLate(db: Db, enqueue: Enqueue, period_id: number): Promise<void> {
  const { rows } = await sql`
    update prize_run set status = ${runStatus.under_way}, last_order_id = 0, version = version + 1
    where period_id = ${period_id} and status in (${runStatus.under_way}, ${runStatus.done}) returning period_id`.execute(
    db,
  )
  if (rows.length > 0) await enqueue(db, prize_job, { period_id }, String(period_id))
}

/**
 * Has the unsold tickets of these draws decided again where they are decided already, because tickets have come back into stocks that the caller has
 * locked. The run stays done, so that prizes of orders can be paid; the job that resumes runs decides within a minute.
 */
export async function decideStockAgain(
  db: Db,
  stocks: readonly { area_id: number; open_date: string }[],
): Promise<void> {
  await sql`
    update prize_run r set stock_done = false
    from jsonb_to_recordset(${JSON.stringify(stocks)}::jsonb) s (area_id integer, open_date date) join draw_period p using (area_id, open_date)
    where r.period_id = p.period_id and r.stock_done`.execute(db)
}

/** An order that had a prize when its result was reopened. */
export interface RevokedOrder {
  order_id: number
  /** The order's status; a prize that is paid or being paid is not changed. */
  status: number
  /** Its prize in đồng, before tax. */
  before: number
}

const { done, won, paying_reward, rewarded } = orderStatus

/**
 * Refuses to reopen a result while somebody proposes that one of its failed rewards is paid: the reward would wait again, and be paid twice.
 * @throws Failure action_invalid
 */
export async function assertNoneProposedPaid(db: Db, period_id: number): Promise<void> {
  // unscoped: reopening a result affects all rewards
  const { rows } = await sql<{ reward_code: string }>`
    select reward_code from reward
    where period_id = ${period_id} and status = ${rewardStatus.failed} and hand_status = ${rewardStatus.paid}
    order by reward_id limit 1`.execute(db)
  const [reward] = rows
  if (!reward) return
  const message = `Giải ${reward.reward_code} đang chờ xác nhận là đã trả. Hãy xác nhận hoặc bác đề nghị đó trước khi mở lại kết quả.`
  throw new Failure('action_invalid', { message })
}

/**
 * Takes back the prizes and rewards of a draw whose result is reopened in the same transaction, except those that are paid or being paid. Orders
 * without a prize are not changed until the next run decides all orders again.
 * @returns every order that had a prize
 * @throws Failure action_invalid, as `assertNoneProposedPaid`
 */
export async function revokePrizes(db: Db, period_id: number): Promise<RevokedOrder[]> {
  // Each batch of a run locks this row, so none runs meanwhile.
  const { rows: runs } = await sql<{ status: number }>`
    select status from prize_run where period_id = ${period_id} for update`.execute(db)
  if (runs.length === 0) return []
  await assertNoneProposedPaid(db, period_id)
  // unscoped: reopening a result affects all orders
  const { rows } = await sql<RevokedOrder>`
    with winning as materialized (
      select order_id, status, reward as before from sale_order
      where period_id = ${period_id} and status between ${sql.lit(won)} and ${sql.lit(rewarded)} for update),
    recorded_changes as (
      insert into prize_change (period_id, order_id, status, before, taken_at)
      select ${period_id}, order_id, status, before, transaction_timestamp() from winning),
    revoked_orders as (
      update sale_order o set status = ${done}, reward = 0, reward_tax = 0, version = o.version + 1
      from winning where o.order_id = winning.order_id and winning.status = ${won}),
    revoked_lines as (
      update order_line l set reward = 0, tax = 0, prizes = null
      from winning where l.order_id = winning.order_id and winning.status = ${won}),
    revoked_rewards as (
      update reward r set status = ${rewardStatus.revoked}, is_auto = false, first_by = null, first_at = null, finished_at = clock_timestamp(),
        version = r.version + 1
      from winning where r.order_id = winning.order_id and winning.status = ${won} and r.status = any(${[...rewardLife.moves.revoke.from]}::smallint[]))
    select * from winning order by order_id`.execute(db)
  await sql`delete from prize_total where period_id = ${period_id}`.execute(db)
  // unscoped: the program's own work
  await sql`delete from unsold_prize where period_id = ${period_id}`.execute(db)
  // unscoped: as above
  await sql`
    insert into prize_total (period_id, pos_id, base_id, tier, prizes, gross)
    select o.period_id, o.pos_id, coalesce(o.base_id, 0), w.tier, sum(w.count), sum(w.count * w.amount)
    from sale_order o join order_line l using (order_id), jsonb_to_recordset(l.prizes) w (tier text, count bigint, amount bigint)
    where o.period_id = ${period_id} and o.status in (${sql.lit(paying_reward)}, ${sql.lit(rewarded)}) group by 1, 2, 3, 4`.execute(
    db,
  )
  await sql`
    update prize_run set status = ${runStatus.revoked}, recounts = recounts or orders > 0 or status = ${runStatus.done}, revoked_at = transaction_timestamp(), stock_done = false, last_order_id = 0, orders = 0, won_orders = 0,
      gross = 0, tax = 0, finished_at = null, version = version + 1
    where period_id = ${period_id}`.execute(db)
  return rows
}
