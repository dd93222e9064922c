import { useCallback, useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { useDelayedRefetch } from '#web/call/read-again.ts'
import type { List } from '#web/list/use-list.ts'
import { useNews } from '#web/live/news.ts'
import { Button } from '#web/ui/action/button.tsx'
import { today } from '#web/ui/date/date-text.ts'
import type { Stamp } from './report.contract.ts'

/** Offers to reload the report when its figures have changed; until then the shown figures stay. */
export default function NewsButton({ list }: { list: List }) {
  if (!useChanged(list)) return null
  return (
    <Button icon="refresh" busy={list.fetching} onClick={list.reload}>
      Có số liệu mới
    </Button>
  )
}

/** The minimum time between two checks, in milliseconds; longer for past days, which change only by refunds. */
const check_interval_ms = { today: 5_000, past: 60_000 }
/** The maximum share of time for checks, so that a slow report is checked less often. */
const max_check_share = 1 / 20

/** Whether the report has changed. Live events only say that something was sold, so after each the report's sums are read and compared. */
function useChanged(list: List): boolean {
  const read = useRead(list.call, list.input, { keepPrevious: true })
  const check = useRead(list.call, { ...list.input, page_index: 1, page_size: 1 }, { enabled: false })
  const [stamp, latest] = [read.data as Stamp | undefined, check.data as (Stamp & Pick<List, 'sums'>) | undefined]
  const is_later = latest !== undefined && stamp !== undefined && Date.parse(latest.as_of) > Date.parse(stamp.as_of)
  const differs = is_later && JSON.stringify(latest.sums) !== JSON.stringify(list.sums)
  const notified = useNews('sales', is_later ? latest.snapshot : stamp?.snapshot, read.isFetching || check.isFetching)
  const [took_ms, setTookMs] = useState(0)
  const { refetch, dataUpdatedAt, errorUpdatedAt } = check
  const checkOnce = useCallback(async () => {
    const began = performance.now()
    await refetch()
    setTookMs(performance.now() - began)
  }, [refetch])
  const interval_ms = stamp && stamp.to_date < today() ? check_interval_ms.past : check_interval_ms.today
  useDelayedRefetch(
    { refetch: checkOnce, dataUpdatedAt, errorUpdatedAt },
    notified && !differs && list.sums != null,
    Math.max(interval_ms, took_ms / max_check_share),
  )
  // Without sums (too many rows) any sale may change the report.
  return list.sums === null ? notified : differs
}
