/** What remains in a store of each draw from today on. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { id, list, moment } from '#contract/fields.ts'
import { Stock } from '#features/tickets/stock/stock.contract.ts'
import { storeTab } from '#features/settings/pages.contract.ts'

export const RemainingStock = z.object({
  ...z.pick(Stock, {
    area_id: true,
    area_name: true,
    open_date: true,
    ticket_count: true,
    imported: true,
    sold: true,
    returned: true,
    transferred: true,
    return_pending: true,
    in_stock: true,
    return_until: true,
  }).shape,
  /** Null where nothing was brought in yet. */
  status: z.nullable(Stock.shape.status),
  stop_at: moment('Giờ ngừng nhận'),
  draw_at: moment('Giờ quay'),
})
export type RemainingStockRow = z.output<typeof RemainingStock>

export const storeRemain = calls('cms/config', {
  get: read('GET get_draw_base_remain', {
    title: 'Vé còn của từng kỳ trong kho',
    may: storeTab.view,
    input: z.object({ base_id: id('Kho') }),
    output: z.object({ items: list('Kỳ', RemainingStock, 2_000) }),
    errors: ['not_found'],
  }),
})
