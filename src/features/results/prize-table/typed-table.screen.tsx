/** Which prize table is being typed, to open its editor again after a reload or the end of the session. */
import type { Product } from '#features/results/product/product.contract.ts'
import { lastKeptRow, type KeptFor } from '#web/form/kept-values.ts'
import { prizeTables, type PrizeTableRow } from './prize-table.contract.ts'

export interface TableToFill {
  category: Product
  /** The table that the new one starts from; null where the product has none. */
  before: PrizeTableRow | null
}

/** What is typed is stored under these. */
export const typedTable = ({ category, before }: TableToFill): KeptFor => ({
  call: prizeTables.propose,
  record: `${category} ${before?.prize_table_id ?? 0}`,
})

/** The table that was being typed last; null where there is none. */
export const lastTable = () => lastKeptRow<TableToFill>(prizeTables.propose)
