/** Verbs for the records of one table: page, find, insert, change by version, remove. A handler that needs more writes its own query. */
import {
  sql,
  type RawBuilder,
  type SqlBool,
  type Expression,
  type Insertable,
  type Kysely,
  type SelectQueryBuilder,
  type Updateable,
} from 'kysely'
import type * as z from 'zod/mini'
import { infoOf } from '#contract/schema.ts'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { scoped_tables, within, type ScopedTable } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { DB } from '#db/types.ts'
import { contains, paginate, sortOf, vietnamese } from './list.ts'
import { changeColumns, isUnchanged } from './change-columns.ts'

/** The tables of the database, with the record's own table under the alias `r`. */
type Tables<T extends keyof DB> = DB & { r: DB[T] }

interface Declaration<T, K> {
  readonly table: T
  readonly key: K
  readonly fields: Readonly<Record<string, z.ZodMiniType>>
  readonly Row: z.ZodMiniObject
}

interface PageInput {
  page_index: number
  page_size: number
  part?: 'rows' | 'totals' | null | undefined
  keyword?: string | null | undefined
  sort?: string | null | undefined
}

interface PageOptions<S> {
  /** Sorts by something else than a column of the table. */
  sorts?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The columns that are summed over all rows. */
  sums?: readonly S[]
}

/** Column values, or expressions for them. */
type Values<V> = { [C in keyof V]: V[C] | Expression<unknown> }

/** kysely's builder cannot be typed by a generic table; the declaration of the record checks its columns. */
type AnyDb = Kysely<Record<string, Record<string, unknown>>>

/**
 * The verbs of a declared record (`record` of the contract). All of them stay within the person's scope where the table has one.
 *
 * - `rows`: a query of all rows, with the names of who created and changed them; a handler adds columns and conditions with the alias `r`.
 * - `page`: one page of such a query: keyword, filters named like fields, sorting (`sorts`: by something else than a column of the row), totals, sums.
 * - `find`: the row with this key, or undefined.
 * - `insert`: adds a row and gives its key.
 * - `change`: sets the given columns if the row still has the version that the person saw (or if no version was sent); otherwise refuses with the
 * current row.
 * - `remove`: deletes the row, or refuses with not_found.
 */
export function recordsOf<T extends keyof DB & string, K extends string, R extends Declaration<T, K>>({
  table,
  key,
  fields,
}: R & Declaration<T, K>) {
  type Row = z.output<R['Row']>
  type Key = { [N in K]: number }
  type Query<O> = SelectQueryBuilder<Tables<T>, 'r', O>
  const columns = [key, ...Object.keys(fields), 'created_at', 'updated_at', 'version']

  const rows = (db: Db, me: Me): Query<Row> =>
    (db as unknown as AnyDb)
      .selectFrom(`${table as string} as r`)
      .leftJoin('app_user as creator', 'creator.user_id', 'r.created_by') // unscoped: only the names of who made and changed it
      .leftJoin('app_user as editor', 'editor.user_id', 'r.updated_by')
      .select(columns.map((column) => `r.${column}` as const))
      .select(['creator.user_name as created_by_name', 'editor.user_name as updated_by_name'])
      .where(scope(me, table, 'r')) as unknown as Query<Row>

  const find = <O>(query: Query<O>, value: number): Promise<O | undefined> =>
    query
      .where(sql<boolean>`${sql.ref(`r.${key}`)} = ${value}`)
      .modifyEnd(one_plan)
      .executeTakeFirst()

  return {
    rows,
    find,

    page<O, S extends keyof O & string = never>(
      db: Db,
      query: Query<O>,
      input: PageInput,
      default_sort = '-created_at',
      { sorts = {}, sums }: PageOptions<S> = {},
    ) {
      const [column, direction] = sortOf(input.sort, default_sort)
      const is_text = fields[column] !== undefined && infoOf(fields[column])?.kind === 'text'
      let filteredQuery = query.where(contains('r.search', input.keyword))
      for (const name of Object.keys(fields)) {
        const filter = (input as unknown as Record<string, unknown>)[name]
        if (filter != null) filteredQuery = filteredQuery.where(sql<boolean>`${sql.ref(`r.${name}`)} = ${filter}`)
      }
      const sortedQuery = filteredQuery
        .orderBy(sorts[column] ?? (is_text ? vietnamese(`r.${column}`) : sql.ref(`r.${column}`)), direction)
        .orderBy(sql.ref(`r.${key}`), direction)
      return paginate(db, sortedQuery, input, sums)
    },

    async insert(db: Db, me: Me, draft: Values<Omit<Insertable<DB[T]>, 'created_by'>>): Promise<number> {
      const { id } = await (db as unknown as AnyDb)
        .insertInto(table as string)
        .values({ ...(draft as Record<string, unknown>), created_by: me.user_id })
        .returning(`${key as string} as id`)
        .executeTakeFirstOrThrow()
      return id as number
    },

    async change(
      db: Db,
      me: Me,
      { version, ...change }: Key & { version?: number | null | undefined } & Omit<Updateable<DB[T]>, K | 'version'>,
      fail: Fail<'changed_by_other' | 'not_found'>,
      query: Query<unknown> = rows(db, me),
    ): Promise<void> {
      const { [key]: value, ...set } = change as unknown as Record<string, unknown>
      const { numUpdatedRows } = await (db as unknown as AnyDb)
        .updateTable(table as string)
        .set({ ...set, ...changeColumns(me) })
        .where(key as string, '=', value)
        .where(isUnchanged(version))
        .where(scope(me, table, table))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return
      fail('changed_by_other', { current: (await find(query, value as number)) ?? fail('not_found') })
    },

    async remove(db: Db, me: Me, { [key]: value }: Key, fail: Fail<'not_found'>): Promise<void> {
      const { numDeletedRows } = await (db as unknown as AnyDb)
        .deleteFrom(table as string)
        .where(key as string, '=', value)
        .where(scope(me, table, table))
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) fail('not_found')
    },
  }
}

function scope(me: Me, table: string, alias: string): RawBuilder<SqlBool> {
  const is_scoped = (scoped_tables as readonly string[]).includes(table)
  return is_scoped ? within(me, table as ScopedTable, alias) : sql<boolean>`true`
}
