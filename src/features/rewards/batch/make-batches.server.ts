/**
 * Creates batches: of a draw's rewards when its prizes are decided, and of rewards that people chose.
 * unscoped: the program's own work, or the caller has found the rewards within the scope
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { may_auto } from '#features/rewards/push/lock-reward.server.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { trouble } from '#features/rewards/reward/reward.query.server.ts'
import { batchStatus, max_in_batch } from './batch.contract.ts'
import { FundTooSmall } from './batch-money.server.ts'
import { startBatch } from './batch-moves.server.ts'

/** Serializes the creation of batches until the transaction ends, so that no reward is in two. */
export const lockMaking = (db: Db) => sql`select pg_advisory_xact_lock(hashtextextended('reward_batch', 0))`.execute(db)

interface NewBatch {
  name: string
  /** The draw; null for several draws. */
  period_id: number | null
  /** The product of a batch over one product and day; null for several. */
  category: number | null
  open_date: string | null
  is_auto: boolean
  created_by: number | null
}

/** Creates a batch of these rewards, waiting for approval. They leave the batches in which they failed. */
export async function addBatch(db: Db, reward_ids: readonly number[], batch: NewBatch): Promise<number> {
  const { batch_id } = await db.insertInto('reward_batch').values(batch).returning('batch_id').executeTakeFirstOrThrow()
  await addItems(db, batch_id, reward_ids)
  return batch_id
}

async function addItems(db: Db, batch_id: number, reward_ids: readonly number[]): Promise<void> {
  await sql`
    update reward_batch_item set is_current = false, version = version + 1
    where reward_id = any(${reward_ids}::integer[]) and is_current`.execute(db)
  await sql`
    insert into reward_batch_item (batch_id, reward_id, net, amount)
    select ${batch_id}, reward_id, net, net + tax + fee from reward where reward_id = any(${reward_ids}::integer[]) order by reward_id`.execute(
    db,
  )
}

/**
 * Creates the batches of a draw. Rewards that the program may pay are one batch, which starts at once or when the fund has the money. Those that
 * people approve are another one: per draw of traditional tickets, and per day of a game. Rewards that cannot be paid, or are paid at a counter, are
 * in none. May run twice.
 */
export async function makeBatches(main: Db, period_id: number, enqueue: Enqueue): Promise<void> {
  for (const is_auto of [true, false])
    for (let count = max_in_batch; count === max_in_batch;)
      count = await asProgram(main, 'Lập lô trả thưởng', (db) => makeOne(db, { period_id, is_auto, enqueue }))
}

/** @returns the number of rewards in the batch */
async function makeOne(
  db: Db,
  { period_id, is_auto, enqueue }: { period_id: number; is_auto: boolean; enqueue: Enqueue },
): Promise<number> {
  await lockMaking(db)
  const { rows } = await sql<{ reward_id: number }>`
    select r.reward_id from reward r left join wallet_account w on w.msisdn = r.msisdn
    where r.period_id = ${period_id} and r.status = ${sql.lit(rewardStatus.waiting)} and ${may_auto} = ${is_auto} and r.first_by is null
      and r.form <> ${sql.lit(rewardForm.counter)} and ${trouble} is null
      and not exists (select from reward_batch_item i where i.reward_id = r.reward_id and i.is_current)
    order by r.reward_id limit ${sql.lit(max_in_batch)}`.execute(db)
  if (rows.length === 0) return 0
  const reward_ids = rows.map(({ reward_id }) => reward_id)
  const draw = await findDraw(db, period_id)
  const { category, open_date, name } = draw
  const batch_id = is_auto || isTraditional(category) ? null : await waitingOfDay(db, draw)
  if (batch_id !== null) await joinBatch(db, batch_id, { period_id, reward_ids })
  else {
    const batch = {
      name: is_auto ? `${name} · tự động` : name,
      period_id,
      category,
      open_date,
      is_auto,
      created_by: null,
    }
    const addedBatch = await addBatch(db, reward_ids, batch)
    if (is_auto) await startAuto(db, addedBatch, enqueue)
  }
  return rows.length
}

interface Draw {
  category: Product
  open_date: string
  /** 'TP.HCM 23/11/2026', 'Keno 23/11/2026' */
  name: string
}

async function findDraw(db: Db, period_id: number): Promise<Draw> {
  const { rows } = await sql<Draw>`
    select p.category, p.open_date, left(coalesce(a.area_name, c.category_name), 80) || ' ' || to_char(p.open_date, 'DD/MM/YYYY') as name
    from draw_period p join category c using (category) left join draw_area a using (area_id) where p.period_id = ${period_id}`.execute(
    db,
  )
  return rows[0]!
}

/** Locks the unapproved batch of a game's day, which collects all of its draws: one per draw would be a hundred batches. */
async function waitingOfDay(db: Db, { category, open_date }: Draw): Promise<number | null> {
  const { rows } = await sql<{ batch_id: number }>`
    select batch_id from reward_batch b
    where status = ${batchStatus.waiting} and first_by is null and approved_by is null and created_by is null and not is_auto
      and category = ${category} and open_date = ${open_date} and (select count(*) from reward_batch_item i where i.batch_id = b.batch_id) < ${max_in_batch}
    order by batch_id desc limit 1 for update`.execute(db)
  return rows[0]?.batch_id ?? null
}

async function joinBatch(
  db: Db,
  batch_id: number,
  { period_id, reward_ids }: { period_id: number; reward_ids: readonly number[] },
): Promise<void> {
  await sql`
    update reward_batch set version = version + 1, period_id = case when period_id = ${period_id} then period_id end
    where batch_id = ${batch_id}`.execute(db)
  await addItems(db, batch_id, reward_ids)
}

const no_gateways: ReadonlySet<never> = new Set()

/** Starts an automatic batch by the current rules. */
async function startAuto(db: Db, batch_id: number, enqueue: Enqueue): Promise<void> {
  await sql`
    update reward_batch_item i set reward_version = r.version from reward r where r.reward_id = i.reward_id and i.batch_id = ${batch_id}`.execute(
    db,
  )
  await sql`update reward_batch set status = ${batchStatus.stopped} where batch_id = ${batch_id}`.execute(db)
  await resumeAuto(db, batch_id, enqueue)
}

/** Resumes a stopped automatic batch; when the fund still has too little money, stores the missing amount. */
export async function resumeAuto(db: Db, batch_id: number, enqueue: Enqueue): Promise<void> {
  const { stopped } = batchStatus
  try {
    await startBatch(db, { batch_id, status: stopped }, { enqueue, can_pay: no_gateways })
  } catch (error) {
    if (!(error instanceof FundTooSmall)) throw error
    const { message: reason, missing } = error
    await sql`
      update reward_batch set reason = ${reason}, missing = ${missing}, version = version + 1
      where batch_id = ${batch_id} and reason is distinct from ${reason}`.execute(db)
  }
}
