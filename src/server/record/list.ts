/** The database's part of a list: filters, accent-free search, sorting, paging, totals and sums. */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { page_sizes } from '#contract/call.ts'
import { query_canceled, sqlState, type Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { numberText } from '#contract/text/number-text.ts'

/** Rows are counted up to here; beyond it the total is shown as 'hơn 10.000', because counting millions would cost more than the page. */
export const count_bound = 10_000

/** The most rows that are sorted for one page: more take longer than 300 ms. */
export const max_sorted = 1_000_000

/** The time limit for sums; beyond it the person is told to narrow the filter. */
const sum_timeout_s = 3

interface PageInput {
  page_index: number
  page_size: number
  part?: 'rows' | 'totals' | null | undefined
}
interface RowCount {
  total: number
  total_capped?: boolean
}
interface Totals<S extends string> extends Partial<RowCount> {
  sums?: Record<S, number> | null
}

/**
 * One page of the query's rows, with the size of the whole set and the sums of these columns; or only the requested part of that. The query brings
 * its own filters and order. `only` is a condition on the rows (`whole`) that count in the sums, where not all do.
 */
export async function paginate<D, T extends keyof D, R, S extends keyof R & string = never>(
  db: Db,
  query: SelectQueryBuilder<D, T, R>,
  { page_index, page_size, part }: PageInput,
  sums: readonly S[] = [],
  only = sql<SqlBool>`true`,
): Promise<{ items: R[] } & Totals<NoInfer<S>>> {
  const items: R[] = part === 'totals' ? [] : await withPage(query, page_index, page_size).execute()
  if (part === 'rows') return { items }
  const set = query.clearOrderBy()
  if (sums.length === 0) return { items, ...(await countRows(db, set)) }
  const totals = await sumRows(db, set, sums, only)
  return { items, ...(totals ?? { ...(await countRows(db, set)), sums: null }) }
}

/** The first page of the usual sizes has its numbers in the statement, so that a list without filters is planned only once (see pool.ts). */
function withPage<D, T extends keyof D, R>(
  query: SelectQueryBuilder<D, T, R>,
  page_index: number,
  page_size: number,
): SelectQueryBuilder<D, T, R> {
  const is_usual = page_index === 1 && (page_sizes as readonly number[]).includes(page_size)
  return is_usual ? query.limit(sql.lit(page_size)) : query.limit(page_size).offset((page_index - 1) * page_size)
}

async function countRows<D, T extends keyof D, R>(db: Db, set: SelectQueryBuilder<D, T, R>): Promise<RowCount> {
  const total = await countUpTo(db, set, count_bound + 1)
  return total > count_bound ? { total: count_bound, total_capped: true } : { total }
}

async function countUpTo<D, T extends keyof D, R>(
  db: Db,
  set: SelectQueryBuilder<D, T, R>,
  bound: number,
): Promise<number> {
  const filterSet = set
    .clearSelect()
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(bound))
  const { total } = await db
    .selectFrom(filterSet.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Refuses a page for which more rows would have to be sorted than people wait for. `narrow` says how to have fewer. */
export async function assertSortable<D, T extends keyof D, R>(
  db: Db,
  set: SelectQueryBuilder<D, T, R>,
  fail: Fail<'search_time_exceeded'>,
  narrow: string,
  max_rows = max_sorted,
): Promise<void> {
  if ((await countUpTo(db, set, max_rows + 1)) <= max_rows) return
  const message = `Có hơn ${numberText(max_rows)} dòng để sắp xếp. ${narrow}`
  fail('search_time_exceeded', { message, fields: { keyword: message } })
}

/** Sums and exact count in one statement, so that they are of the same rows; null when it took too long. */
async function sumRows<D, T extends keyof D, R, S extends string>(
  db: Db,
  set: SelectQueryBuilder<D, T, R>,
  names: readonly S[],
  only: RawBuilder<SqlBool>,
): Promise<Totals<S> | null> {
  const columns = names.map(
    (name) => sql`coalesce(sum(${sql.ref(`whole.${name}`)}) filter (where ${only}), 0) as ${sql.ref(name)}`,
  )
  const statement = sql<Record<S, number> & { row_count: number }>`
    select count(*) as row_count, ${sql.join(columns)} from ${set} as whole`
  await sql`savepoint summing`.execute(db)
  try {
    await sql`set local statement_timeout = ${sql.lit(`${sum_timeout_s}s`)}`.execute(db)
    const { row_count, ...sums } = (await statement.execute(db)).rows[0]!
    return { total: row_count, sums: sums as unknown as Record<S, number> }
  } catch (error) {
    if (sqlState(error) !== query_canceled) throw error
    return null
  } finally {
    // Restores the usual time limit too.
    await sql`rollback to savepoint summing`.execute(db)
  }
}

/**
 * The condition on rows that count in the sums of a list that also shows deleted ones: the existing rows, unless the list is filtered to deleted
 * ones.
 */
export function isCountedInSums(status_filter: number | null | undefined, deleted: number): RawBuilder<SqlBool> {
  return status_filter === deleted ? sql<SqlBool>`true` : sql<SqlBool>`whole.status <> ${deleted}`
}

/** Runs a search; one that takes too long is refused with advice. The time limit holds for the rest of the transaction too. */
export async function withTimeLimit<T>(
  db: Db,
  fail: Fail<'search_time_exceeded'>,
  search: () => Promise<T>,
  time_limit: `${number}ms` = '8000ms',
): Promise<T> {
  await sql`set local statement_timeout = ${sql.lit(time_limit)}`.execute(db)
  try {
    return await search()
  } catch (error) {
    if (sqlState(error) !== query_canceled) throw error
    const message = 'Tìm quá lâu. Hãy chọn ít ngày hơn hoặc thêm bộ lọc.'
    return fail('search_time_exceeded', { message, fields: { from_date: message, to_date: message } })
  }
}

/** A range of days; either end may be open. */
interface DayRange {
  from_date?: string | null | undefined
  to_date?: string | null | undefined
}

/** Refuses a range of days that ends before it begins. */
export function checkDays({ from_date, to_date }: DayRange, fail: Fail<'from_exceeds_to'>): void {
  if (from_date != null && to_date != null && from_date > to_date) fail('from_exceeds_to')
}

/** SQL condition: the moment of the column lies within the days, of which the last one belongs to them; true without days. */
export function inDays(column: string, { from_date, to_date }: DayRange): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = []
  if (from_date != null) conditions.push(sql`${sql.ref(column)} >= ${from_date}::date`)
  if (to_date != null) conditions.push(sql`${sql.ref(column)} < ${to_date}::date + 1`)
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** SQL condition: the folded column contains the keyword, ignoring accents and case; true without a keyword. */
export function contains(column: string, keyword: string | null | undefined): RawBuilder<SqlBool> {
  if (!keyword) return sql<SqlBool>`true`
  const needle = numberOf(keyword) ?? keyword
  // Escaped after folding, because folding turns wide characters into plain ones: '％' becomes '%'.
  const folded_needle = sql`regexp_replace(vn_fold(${needle}), '([\\\\%_])', '\\\\\\1', 'g')`
  return sql<SqlBool>`${sql.ref(column)} like '%' || ${folded_needle} || '%'`
}

/** A phone or account number as it is stored, without the separators that people type: '+84 912.345.678' → '84912345678'. */
function numberOf(typed: string): string | null {
  return /^\+?\d[\d\s.-]{7,}$/.test(typed) ? typed.replaceAll(/\D/g, '') : null
}

/** SQL for sorting names in Vietnamese order ('Ân' before 'Bình'), whatever the database's own collation is. */
export function vietnamese(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate "vi-x-icu"`
}

/** The column and direction of a sort that the contract allows: '-full_name' → ['full_name', 'desc']. */
export function sortOf<S extends string>(
  sort: S | null | undefined,
  otherwise: S,
): [column: string, direction: 'asc' | 'desc'] {
  const order = sort ?? otherwise
  return order.startsWith('-') ? [order.slice(1), 'desc'] : [order, 'asc']
}
