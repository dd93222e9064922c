import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { games_from, type ProductLine } from './product.contract.ts'

/** SQL: whether the product in this column belongs to the line. */
export function ofLine(line: ProductLine, column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ${line === 'xskt' ? sql`<` : sql`>=`} ${sql.lit(games_from)}`
}
