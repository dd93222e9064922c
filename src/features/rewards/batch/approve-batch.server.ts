/**
 * The approval of a batch: by one person, or by two where a line or the sum needs two. What somebody has changed since it was approved is not paid
 * with it, so that nobody has more paid by a batch than line by line.
 * unscoped: of a batch that the caller has locked
 */
import { sql } from 'kysely'
import type { Refusal } from '#contract/errors.ts'
import { whyNotSecondPerson } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { clock } from '#server/record/stamp.ts'
import type { Me } from '#server/session/session.ts'
import { itemStatus } from './batch.contract.ts'
import { startBatch, takeOut, tendBatch } from './batch-moves.server.ts'
import type { BatchRow } from './batch.query.server.ts'

interface Approving {
  me: Me
  enqueue: Enqueue
  can_pay: ReadonlySet<GatewayName>
}

const { waiting } = itemStatus
const has_changed = sql<boolean>`r.version <> i.reward_version`

/**
 * Notes the first of two, or starts it. The caller has asked whyNotBatch of it.
 * @returns why it cannot be, where this person changed a receiver in it
 * @throws Failure debt_not_enough, payment_vendor_not_found
 */
export async function approveBatch(
  db: Db,
  batch: BatchRow,
  { me, ...starting }: Approving,
): Promise<Refusal<'no_right'> | null> {
  const { batch_id, first_by, approvals_left } = batch
  const own = await changedBy(db, me, batch)
  if (own) return { error: 'no_right', message: own }
  if (approvals_left > 1) {
    await see(db, batch_id)
    await sql`
      update reward_batch set first_by = ${me.user_id}, first_at = ${clock()}, version = version + 1 where batch_id = ${batch_id}`.execute(
      db,
    )
    return null
  }
  if (first_by === null) await see(db, batch_id)
  else await takeOut(db, batch_id, 'Khoản này đã thay đổi sau lần duyệt một.', has_changed)
  await startBatch(db, batch, starting, { approved_by: me.user_id, approved_at: clock() })
  await tendBatch(db, batch_id)
  return null
}

/** What the approver sees is what is paid: the lines as they are now. */
async function see(db: Db, batch_id: number): Promise<void> {
  await sql`
    update reward_batch_item i set reward_version = r.version
    from reward r where r.reward_id = i.reward_id and i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)}`.execute(
    db,
  )
}

/** Whoever changed a receiver is not among those who approve; null where this person changed none that waits. */
async function changedBy(db: Db, me: Me, { batch_id, first_by }: BatchRow): Promise<string | null> {
  const { rows } = await sql<{ changed_by: number; lines: number }>`
    select r.changed_by, count(*) as lines from reward_batch_item i join reward r using (reward_id)
    where i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)} and r.net >= (select change_second_from from reward_config)
      and r.changed_by is not null and (${first_by === null} or r.version = i.reward_version)
    group by 1 order by 1`.execute(db)
  for (const { changed_by, lines } of rows) {
    const why = whyNotSecondPerson(
      changed_by,
      me,
      `Bạn đã đổi người nhận của ${lines} giải trong lô, cần người khác duyệt.`,
    )
    if (why) return why
  }
  return null
}
