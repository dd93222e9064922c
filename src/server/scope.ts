/** Which rows a person may see: the one blessed helper. A house rule forbids reading these tables without it. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Me } from './session/session.ts'

/** Tables whose rows belong to a partner; an operator of a partner sees only that partner's rows. */
export const scoped_tables = ['app_user', 'partner'] as const
export type ScopedTable = (typeof scoped_tables)[number]

/**
 * The condition that keeps `me` within the rows that are theirs to see: `.where(within(me, 'app_user'))`.
 * A foreign row is then simply not there, so that a foreign id is answered as one that does not exist.
 */
export function within(me: Me, table: ScopedTable, alias: string = table): RawBuilder<SqlBool> {
  if (me.partner_id === null) return sql<SqlBool>`true`
  return sql<SqlBool>`${sql.ref(`${alias}.partner_id`)} = ${me.partner_id}`
}
