/** The database's half of a list: filter, accent-free search, sort, page and honest total. */
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Db } from './database/transaction.ts'

/** Rows are counted up to here; beyond it the total is 'hơn 10.000', because counting millions would cost more than the page. */
export const count_bound = 10_000

interface Page<R> {
  items: R[]
  total: number
  total_capped?: boolean
}

/** One page of the query's rows and the size of the whole set. The query brings its own filters and order. */
export async function paginate<D, T extends keyof D, R>(
  db: Db,
  query: SelectQueryBuilder<D, T, R>,
  { page_index, page_size }: { page_index: number; page_size: number },
): Promise<Page<R>> {
  const items = await query
    .limit(page_size)
    .offset((page_index - 1) * page_size)
    .execute()
  const some = query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`1`.as('one'))
    .limit(count_bound + 1)
  const { total } = await db
    .selectFrom(some.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total > count_bound ? { items, total: count_bound, total_capped: true } : { items, total }
}

/** Whether the folded column holds the keyword, accents and case aside; true when there is no keyword. */
export function contains(column: string, keyword: string | null | undefined): RawBuilder<SqlBool> {
  if (!keyword) return sql<SqlBool>`true`
  // Escaped after folding, because folding makes plain signs of wide ones: '％' is '%' then.
  const folded = sql`regexp_replace(vn_fold(${keyword}), '([\\\\%_])', '\\\\\\1', 'g')`
  return sql<SqlBool>`${sql.ref(column)} like '%' || ${folded} || '%'`
}

/** Names in Vietnamese order ('Ân' before 'Bình'), whatever the database's own order is. */
export function vietnamese(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} collate "vi-x-icu"`
}

/** The column and direction of a sort that the contract allows: '-full_name' → ['full_name', 'desc']. */
export function sortOf<S extends string>(
  sort: S | null | undefined,
  otherwise: S,
): [column: string, direction: 'asc' | 'desc'] {
  const wanted = sort ?? otherwise
  return wanted.startsWith('-') ? [wanted.slice(1), 'desc'] : [wanted, 'asc']
}
