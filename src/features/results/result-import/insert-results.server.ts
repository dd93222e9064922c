/** Inserts many results at once, of an import or of sample data. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { resultAct } from '#features/results/result/draw-result.contract.ts'
import { resultStatus, type ResultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'

export interface InsertedResult extends DrawResult {
  period_id: number
  status: ResultStatus
  source: number
  /** Null for a result of a feed. */
  entered_by: number | null
  /** Null means now. */
  entered_at: string | null
  /** Null for an unconfirmed result, or one that a feed confirmed. */
  confirmed_by: number | null
  /** Null for an unconfirmed result; for a confirmed one null means now. */
  confirmed_at: string | null
}

/** Inserts these results with their history in one statement. The draws must exist without a result; numbers must be in printed order. */
export async function insertResults(db: Db, results: readonly InsertedResult[]): Promise<void> {
  if (results.length === 0) return
  await sql`
    with made as (
      insert into draw_result (period_id, status, source, numbers, published, entered_by, entered_at, changed_by, confirmed_by, confirmed_at)
        select period_id, status, source, numbers, published, entered_by, coalesce(entered_at, now()), array_remove(array[entered_by], null), confirmed_by,
          case when status = ${resultStatus.confirmed} then coalesce(confirmed_at, now()) end
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) r (period_id integer, status smallint, source smallint, numbers jsonb,
          published jsonb, entered_by integer, entered_at timestamptz, confirmed_by integer, confirmed_at timestamptz)
        order by entered_at
      returning result_id, status, numbers, published, entered_by, entered_at, confirmed_by, confirmed_at)
    insert into draw_result_step (result_id, act, made_by, made_at, numbers, published)
      select result_id, act, made_by, made_at, numbers, published
      from made, lateral (values (${resultAct.entered}::smallint, entered_by, entered_at), (${resultAct.confirmed}::smallint, confirmed_by, confirmed_at))
        step (act, made_by, made_at)
      where act = ${resultAct.entered} or status = ${resultStatus.confirmed}
      order by made_at, result_id, act`.execute(db)
}
