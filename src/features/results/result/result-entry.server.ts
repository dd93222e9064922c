/** Entering a result: whether the draw can have one, the findings about it, and storing it. */
import { sql } from 'kysely'
import type { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { resultAct, type FindingRow } from './draw-result.contract.ts'
import { resultStatus } from './drawn-numbers.contract.ts'
import type { DrawnNumbers, DrawResult, PublishedTiers } from './draw-shape.rules.ts'
import { inPrintedOrder, numberFaults } from './entry.rules.ts'
import { compared_results, similarityFindings } from './similarity.rules.ts'
import { publishedFindings } from './published.rules.ts'
import { asJson, appendStep } from './draw-result.query.server.ts'

export interface Draw {
  period_id: number
  category: Product
  area_id: number | null
  open_date: string
  draw_at: string
  is_open: boolean
  is_drawn: boolean
  cancelled_at: string | null
}
export type DrawKey = { period_id: number } | { area_id: number; open_date: string }

/** The draw, under the lock that all who work on draws share, so that nobody cancels one. Undefined when it does not exist. */
export async function findDrawShared(db: Db, key: DrawKey): Promise<Draw | undefined> {
  await lockPeriodsShared(db)
  return findDraw(db, key)
}

export async function findDraw(db: Db, key: DrawKey): Promise<Draw | undefined> {
  const { rows } = await sql<Draw>`
    select period_id, category, area_id, open_date, draw_at, open_at <= now() as is_open, draw_at <= now() as is_drawn, cancelled_at
    from draw_period where ${'period_id' in key ? sql`period_id = ${key.period_id}` : sql`area_id = ${key.area_id} and open_date = ${key.open_date}`}`.execute(
    db,
  )
  return rows[0]
}

/** Why the draw cannot have a result, by a person or a feed; null when it can. */
export function whyNoResult(
  draw: Draw,
): Refusal<'period_not_opened' | 'period_without_result' | 'period_closed'> | null {
  if (draw.cancelled_at !== null) return { error: 'period_closed', message: 'Kỳ đã hủy nên không có kết quả.' }
  if (!draw.is_open) return { error: 'period_not_opened', message: 'Kỳ chưa mở bán, chưa quay.' }
  if (!draw.is_drawn) return { error: 'period_without_result', message: 'Kỳ chưa đến giờ quay.' }
  return null
}

/** The findings about this result of the draw: errors, or if there are none, warnings. */
export async function findingsOf(db: Db, draw: Draw, { numbers, published }: DrawResult): Promise<FindingRow[]> {
  const faults = numberFaults(draw.category, draw.open_date, numbers)
  if (faults.length > 0) return faults
  const previousTiers = await publishedBefore(db, draw)
  return [
    ...publishedFindings(draw.category, published, previousTiers),
    ...similarityFindings(draw.category, numbers, await olderResults(db, draw)),
  ]
}

async function olderResults(db: Db, { category, area_id, draw_at }: Draw) {
  const { rows } = await sql<{ period_code: string; day: string; numbers: DrawnNumbers }>`
    select p.period_code, to_char(p.open_date, 'DD/MM/YYYY') as day, r.numbers
    from draw_period p join draw_result r using (period_id)
    where p.category = ${category} and p.area_id is not distinct from ${area_id} and p.draw_at < ${draw_at}
      and r.status = ${resultStatus.confirmed}
    order by p.draw_at desc limit ${compared_results}`.execute(db)
  return rows
}

/** The published tiers of the previous draw; null when it has no confirmed result. */
async function publishedBefore(db: Db, { category, area_id, draw_at }: Draw): Promise<PublishedTiers | null> {
  const { rows } = await sql<{ published: PublishedTiers | null }>`
    select (select r.published from draw_result r where r.period_id = p.period_id and r.status = ${resultStatus.confirmed}) as published
    from draw_period p
    where p.category = ${category} and p.area_id is not distinct from ${area_id} and p.draw_at < ${draw_at} and p.cancelled_at is null
    order by p.draw_at desc limit 1`.execute(db)
  return rows[0]?.published ?? null
}

interface NewResult extends DrawResult {
  period_id: number
  category: Product
  source: number
  /** Null for a result of a feed. */
  entered_by: number | null
}

/**
 * Stores an unconfirmed result and returns its number. The caller has locked the draw and checked the findings. When the draw already has a result,
 * the database refuses with result_exists.
 */
export async function enterResult(db: Db, result: NewResult): Promise<number> {
  const { category, period_id, source, entered_by, published } = result
  const numbers = inPrintedOrder(category, result.numbers)
  const { result_id } = await db
    .insertInto('draw_result')
    .values({
      period_id,
      status: resultStatus.entered,
      source,
      numbers: asJson(numbers),
      published: asJson(published),
      entered_by,
      changed_by: entered_by === null ? [] : [entered_by],
    })
    .returning('result_id')
    .executeTakeFirstOrThrow()
  await appendStep(db, result_id, { act: resultAct.entered, made_by: entered_by, numbers, published })
  return result_id
}
