/** The orders behind a figure: the filters of the list of orders whose rows add up exactly to the figure. */
import type * as z from 'zod/mini'
import { toQuery } from '#contract/wire.ts'
import type { orderFilters } from '#features/orders/order/order.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import type { Stamp } from './report.contract.ts'

/** Filters of the list of orders; `as_of` is shown there, and the snapshot selects the rows. */
export type DrillDown = z.input<z.ZodMiniObject<typeof orderFilters>> & { as_of?: string }

/** The keys of a report's rows and filters, which are also filters of the list of orders. */
const names = [
  'category',
  'area_id',
  'base_id',
  'partner_id',
  'pos_group_id',
  'pos_id',
  'user_pos_id',
  'band',
  'play_type',
  'hour',
] as const

type Keys = Partial<Record<(typeof names)[number], number | null | undefined>> & { day?: string | null }

/** Filters for the orders of a row; `line` null means both lines, `row` null the total of the report. */
export function drillDown(line: ProductLine | null, stamp: Stamp, filters: Keys, row: Keys | null): DrillDown {
  const keys = Object.fromEntries(
    names.flatMap((name) => {
      const value = row?.[name] ?? filters[name]
      return value == null ? [] : [[name, value]]
    }),
  )
  return {
    ...(line !== null && { line }),
    ...keys,
    from_date: row?.day ?? stamp.from_date,
    to_date: row?.day ?? stamp.to_date,
    is_sale: true,
    snapshot: stamp.snapshot,
    as_of: stamp.as_of,
  }
}

/** A router link to the orders behind a figure. */
export const drillDownLink = (rows: DrillDown) => ({
  to: transactionPage.url,
  search: Object.fromEntries(toQuery(rows)),
})
