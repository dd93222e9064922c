import { dayOf } from '#web/value/format.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import type { PeriodRow } from './period.contract.ts'
import { periodStatus } from './period-fields.contract.ts'

/** A router link to the orders of a draw. */
export function ordersLink({ period_id, status, open_at, open_date }: PeriodRow) {
  // For a cancelled draw all orders are shown, because refunded orders do not count as sales.
  const sales = status === periodStatus.cancelled ? {} : { is_sale: 'true' }
  // Orders are created between opening and stop; without these days the list would show only today's.
  const search = { period_id: String(period_id), ...sales, from_date: dayOf(open_at), to_date: open_date }
  return { to: transactionPage.url, search }
}
