/** Confirming a result, which makes it final and starts its prize run. */
import { sql } from 'kysely'
import { moveLocked } from '#server/record/move.ts'
import type { Db } from '#server/database/transaction.ts'
import { clock_now } from '#server/record/change-columns.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import { resultAct, type EntryDifferenceRow } from './draw-result.contract.ts'
import { resultLife } from './drawn-numbers.contract.ts'
import type { DrawResult } from './draw-shape.rules.ts'
import { asJson, appendStep, type ResultWithDraw } from './draw-result.query.server.ts'

/**
 * Confirms a result; a job calculates its prizes after the commit. The caller has locked it and checked that it may be confirmed.
 * @param confirmed_by null for a feed
 */
export async function confirmResult(
  db: Db,
  { result_id, period_id, numbers, published }: ResultWithDraw,
  confirmed_by: number | null,
  enqueue: Enqueue,
): Promise<void> {
  await moveLocked(db, 'draw_result', { result_id }, resultLife.moves.confirm, {
    confirmed_by,
    confirmed_at: clock_now,
    second_entry: null,
    second_by: null,
    second_at: null,
  })
  await appendStep(db, result_id, { act: resultAct.confirmed, made_by: confirmed_by, numbers, published })
  await enqueuePrizeRun(db, enqueue, period_id)
}

/** Stores a second entry that differs from the first, for both persons to compare. */
export async function keepSecondEntry(
  db: Db,
  { result_id }: ResultWithDraw,
  secondEntry: DrawResult & { differences: EntryDifferenceRow[] },
  second_by: number,
): Promise<void> {
  await db
    .updateTable('draw_result')
    .set({ second_entry: asJson(secondEntry), second_by, second_at: clock_now, version: sql<number>`version + 1` })
    .where('result_id', '=', result_id)
    .execute()
  const { numbers, published } = secondEntry
  await appendStep(db, result_id, { act: resultAct.differed, made_by: second_by, numbers, published })
}
