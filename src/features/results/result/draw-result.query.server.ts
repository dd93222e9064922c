import { sql, type RawBuilder } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import type { DrawResult } from './draw-shape.rules.ts'
import type { EntryDifferenceRow, ResultAct, ResultRow } from './draw-result.contract.ts'
import { resultStatus, type ResultStatus } from './drawn-numbers.contract.ts'

type Source = 1 | 2 | 3 | 4

/** SQL: whether this person may see the numbers: until the confirmation only the persons who entered them. */
const isSeenBy = (user_id: number) =>
  sql<boolean>`(r.status <> ${sql.lit(resultStatus.entered)} or ${user_id}::integer = any(r.changed_by))`

/** Query of the results with the contract's columns, as this person may see them. */
export function selectResults(db: Db, { user_id }: { user_id: number }) {
  const ifVisible = <C extends 'numbers' | 'published'>(column: C) =>
    sql<ResultRow[C]>`case when ${isSeenBy(user_id)} then ${sql.ref(`r.${column}`)} end`
  return db
    .selectFrom('draw_result as r')
    .innerJoin('draw_period as p', 'p.period_id', 'r.period_id')
    .innerJoin('category as c', 'c.category', 'p.category')
    .leftJoin('draw_area as a', 'a.area_id', 'p.area_id')
    .leftJoin('app_user as maker', 'maker.user_id', 'r.entered_by') // unscoped: only a name
    .leftJoin('app_user as second', 'second.user_id', 'r.second_by') // unscoped: only a name
    .leftJoin('app_user as confirmer', 'confirmer.user_id', 'r.confirmed_by') // unscoped: only a name
    .leftJoin('app_user as requester', 'requester.user_id', 'r.reopen_requested_by') // unscoped: only a name
    .select(['r.result_id', 'r.period_id', 'p.period_code', 'p.category', 'c.line', 'p.area_id', 'p.open_date'])
    .select(({ fn }) => ['p.draw_at', fn.coalesce('a.area_name', 'c.category_name').as('name')])
    .select(['r.status', 'r.source', 'r.entered_by', 'maker.user_name as entered_by_name', 'r.entered_at'])
    .select([ifVisible('numbers').as('numbers'), ifVisible('published').as('published')])
    .select(['r.changed_by', 'r.second_by', 'second.user_name as second_by_name', 'r.second_at'])
    .select(['confirmer.user_name as confirmed_by_name', 'r.confirmed_at', 'r.version'])
    .select([
      'r.reopen_requested_by',
      'requester.user_name as reopen_requested_by_name',
      'r.reopen_requested_at',
      'r.reopen_reason',
    ])
    .$narrowType<{ category: Product; line: ProductLine; status: ResultStatus; source: Source }>()
}

/** One result with the contract's columns; undefined when it does not exist. */
export function findResult(db: Db, me: { user_id: number }, result_id: number) {
  return selectResults(db, me).where('r.result_id', '=', result_id).modifyEnd(one_plan).executeTakeFirst()
}

/** A second entry and its differences from the first. */
interface SecondEntry {
  numbers: NonNullable<ResultRow['numbers']>
  published: NonNullable<ResultRow['published']>
  differences: EntryDifferenceRow[]
}

/** A result's row with the columns of its draw. */
export interface ResultWithDraw extends DrawResult {
  result_id: number
  period_id: number
  category: Product
  area_id: number | null
  open_date: string
  draw_at: string
  status: ResultStatus
  changed_by: number[]
  entered_by: number | null
  second_by: number | null
  second_entry: SecondEntry | null
  reopen_requested_by: number | null
  reopen_requested_at: string | null
  version: number
}

/** The result's row with its draw, locked until the transaction ends. */
export function lockResult(db: Db, result_id: number): Promise<ResultWithDraw | undefined> {
  return resultWithDraw(db, result_id, sql`for update of r`)
}

/** The same without a lock, for reading. */
export function findStoredResult(db: Db, result_id: number): Promise<ResultWithDraw | undefined> {
  return resultWithDraw(db, result_id, sql``)
}

async function resultWithDraw(
  db: Db,
  result_id: number,
  lock: RawBuilder<unknown>,
): Promise<ResultWithDraw | undefined> {
  const { rows } = await sql<ResultWithDraw>`
    select r.*, p.category, p.area_id, p.open_date, p.draw_at
    from draw_result r join draw_period p using (period_id) where r.result_id = ${result_id} ${lock}`.execute(db)
  return rows[0]
}

interface Step extends Partial<DrawResult> {
  act: ResultAct
  made_by: number | null
  reason?: string | null
}

/** Adds a step to the history of a result. */
export async function appendStep(db: Db, result_id: number, { numbers, published, ...step }: Step): Promise<void> {
  await db
    .insertInto('draw_result_step')
    .values({
      result_id,
      ...step,
      ...(numbers && { numbers: JSON.stringify(numbers) }),
      ...(published && { published: JSON.stringify(published) }),
    })
    .execute()
}

export const asJson = (value: object): RawBuilder<never> => sql<never>`${JSON.stringify(value)}::jsonb`
