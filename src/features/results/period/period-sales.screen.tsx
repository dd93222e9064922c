import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { useDelayedRefetch } from '#web/call/read-again.ts'
import { useNews } from '#web/live/news.ts'
import { period, type PeriodRow } from './period.contract.ts'

/** Sales are polled: reading after each change would mean reading without pause. */
const sales_interval_ms = 15_000

/** The sales of these draws, updated as long as one of them is on sale. */
export function useSales(rows: readonly PeriodRow[], { enabled }: { enabled: boolean }) {
  const period_ids = rows.map((row) => row.period_id)
  const read = useRead(period.sales, { period_ids }, { enabled, keepPrevious: true })
  const hasNews = useNews('sales', String(read.dataUpdatedAt), read.isFetching)
  // Sales of a draw change until printing ends; later refunds are not followed live.
  const isSelling = rows.some(({ print_at }) => Date.parse(print_at) > serverNow())
  useDelayedRefetch(read, hasNews && enabled && isSelling, sales_interval_ms)
  return read
}
