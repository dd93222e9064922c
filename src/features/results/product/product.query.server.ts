import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { prizeTableLife } from '#features/results/prize-table/prize-table.contract.ts'
import { games_from, type ProductLine } from './product.contract.ts'

/** SQL: whether the product in this column belongs to the line. */
export function ofLine(line: ProductLine, column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ${line === 'xskt' ? sql`<` : sql`>=`} ${sql.lit(games_from)}`
}

/** SQL: whether the product in this column has a confirmed prize table in force today; without one it is not sold. */
export function hasPrizeTable(column: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from prize_table where prize_table.category = ${sql.ref(column)}
      and prize_table.status = ${sql.lit(prizeTableLife.status.confirmed)} and effective_from <= current_date)`
}
