/** The orders behind a figure: what the list of orders is asked for, so that its rows add up to that figure exactly. */
import type * as z from 'zod/mini'
import { toQuery } from '#contract/wire.ts'
import type { orderFilters } from '#features/orders/order/order.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import type { Stamp } from './report.contract.ts'

/** The list says from when the figure is; its rows come by the snapshot. */
export type DrillDown = z.input<z.ZodMiniObject<typeof orderFilters>> & { as_of?: string }

/** The keys by which a row of a report stands for some orders, and by which the report itself is narrowed. */
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

/** `line` is null for the orders of both, `row` for the total of the whole report. */
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

/** The page of orders with what is behind a figure, as an address. */
export const drillDownLink = (rows: DrillDown) => ({
  to: transactionPage.url,
  search: Object.fromEntries(toQuery(rows)),
})
