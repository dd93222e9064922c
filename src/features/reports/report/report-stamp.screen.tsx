/** Days and time of a report's figures, and links from figures to their orders. */
import { createLink } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { useRead } from '#web/call/api.ts'
import { asOfText, dayText, numberText } from '#web/value/format.ts'
import { useNews } from '#web/live/news.ts'
import { useDelayedRefetch } from '#web/call/read-again.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import { TextLink } from '#web/ui/layout/text.tsx'
import { today } from '#web/ui/date/date-text.ts'
import type { List } from '#web/list/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDownLink, type DrillDown } from './drill-down.rules.ts'
import type { Stamp } from './report.contract.ts'

/** The stamp (days, time and snapshot) in the list's answer. */
export function useReportStamp<T extends Stamp = Stamp>(list: List): T | undefined {
  return useRead(list.call, list.input, { keep: true }).data as T | undefined
}

const Link = createLink(TextLink)

/** A link to the orders of a figure for people who may see them; plain text for others. */
export function OrdersLink({ rows, children }: { rows: DrillDown | null; children: ReactNode }) {
  const { can } = useRights()
  if (rows === null || !can(transactionPage.view)) return children
  return <Link {...drillDownLink(rows)}>{children}</Link>
}

/** 'Số liệu lúc 14:05:12 ngày 22/11/2026'; from a replica, where later sales are not in it, 'Số liệu đến …'. */
export function asOfLine({ as_of, is_delayed }: Stamp): string {
  return `Số liệu ${is_delayed ? 'đến' : 'lúc'} ${asOfText(as_of)}`
}

/** The height of a report's chart. */
export const report_chart_height = 150

/** The room of a stamp that is still loading, which takes several lines on a phone. */
export function StampRoom() {
  return <Invisible>Từ 01/11/2026 đến 22/11/2026 · Số liệu lúc 14:05:12 ngày 22/11/2026 · 1.234 đơn</Invisible>
}

/** 'Từ 01/11/2026 đến 22/11/2026 · Số liệu lúc 14:05:12 ngày 22/11/2026 · 1.234 đơn' */
export function ReportStampLine({ list, all }: { list: List; all: (stamp: Stamp) => DrillDown }) {
  const stamp = useReportStamp(list)
  if (!stamp) return <StampRoom />
  const { from_date, to_date } = stamp
  const days = from_date === to_date ? `Ngày ${dayText(from_date)}` : `Từ ${dayText(from_date)} đến ${dayText(to_date)}`
  const orders = list.sums?.orders
  return (
    <>
      {days} · {asOfLine(stamp)}
      {list.rows.length > 0 && (
        <>
          {' · '}
          <OrdersLink rows={all(stamp)}>{orders === undefined ? 'Các đơn' : `${numberText(orders)} đơn`}</OrdersLink>
        </>
      )}
    </>
  )
}

/** Offers to reload the report when its figures have changed; until then the shown figures stay. */
export function NewsButton({ list }: { list: List }) {
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
  const read = useRead(list.call, list.input, { keep: true })
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
