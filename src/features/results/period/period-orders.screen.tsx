import { dayOf } from '#web/value/format.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodStatus, type PeriodRow } from './period.contract.ts'

/** The address of a draw's orders, as the router takes it. */
export function ordersOf({ period_id, status, open_at, open_date }: PeriodRow) {
  // Refunded orders are no sales.
  const sales = status === periodStatus.cancelled ? {} : { is_sale: 'true' }
  // Orders come from the opening to the stop: without these days the list would show only today's.
  const search = { period_id: String(period_id), ...sales, from_date: dayOf(open_at), to_date: open_date }
  return { to: transactionPage.url, search: search as never }
}
