/** Days and time of a report's figures, and links from figures to their orders. */
import type { ReactNode } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { asOfText, dayText, numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import type { List } from '#web/list/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDownLink, type DrillDown } from './drill-down.rules.ts'
import type { Stamp } from './report.contract.ts'

/** It brings the live stream, for which the figures need not wait. */
export const NewsButton = lazyPart(() => import('./news-button.screen.tsx'))

/** The stamp (days, time and snapshot) in the list's answer. */
export function useReportStamp<T extends Stamp = Stamp>(list: List): T | undefined {
  return useRead(list.call, list.input, { keepPrevious: true }).data as T | undefined
}

/** A link to the orders of a figure for people who may see them; plain text for others. */
export function OrdersLink({ rows, children }: { rows: DrillDown | null; children: ReactNode }) {
  const { can } = useRights()
  if (rows === null || !can(transactionPage.view)) return children
  return <PageLink {...drillDownLink(rows)}>{children}</PageLink>
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
