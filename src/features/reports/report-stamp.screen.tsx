/** What a report says of itself, and the way from its figures to their orders. */
import { createLink } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import { useRead } from '#web/api.ts'
import { asOfText, dayText, numberText } from '#web/format.ts'
import { useNews } from '#web/live-news.ts'
import { useReadAgain } from '#web/read-again.ts'
import { useRights } from '#web/rights.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text.tsx'
import { today } from '#web/ui/date-text.ts'
import type { List } from '#web/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { placeOf, type Behind } from './behind.rules.ts'
import type { Stamp } from './report.contract.ts'

/** What stands beside the rows in the answer that the list itself has read. */
export function useReportStamp<T extends Stamp = Stamp>(list: List): T | undefined {
  return useRead(list.call, list.input, { keep: true }).data as T | undefined
}

const Link = createLink(TextLink)

/** Leads to the orders of a figure whoever may see them; for others the figure is only a text. */
export function OrdersLink({ rows, children }: { rows: Behind | null; children: ReactNode }) {
  const { can } = useRights()
  if (rows === null || !can(transactionPage.view)) return children
  return <Link {...placeOf(rows)}>{children}</Link>
}

/** 'Từ 01/11/2026 đến 22/11/2026 · Số liệu lúc 14:05:12 ngày 22/11/2026 · 1.234 đơn': with its day, since it may be printed. */
export function ReportStampLine({ list, all }: { list: List; all: (told: Stamp) => Behind }) {
  const told = useReportStamp(list)
  if (!told) return ' '
  const { from_date, to_date, as_of } = told
  const days = from_date === to_date ? `Ngày ${dayText(from_date)}` : `Từ ${dayText(from_date)} đến ${dayText(to_date)}`
  const orders = list.sums?.orders
  return (
    <>
      {days} · Số liệu lúc {asOfText(as_of)}
      {list.rows.length > 0 && (
        <>
          {' · '}
          <OrdersLink rows={all(told)}>{orders === undefined ? 'Các đơn' : `${numberText(orders)} đơn`}</OrdersLink>
        </>
      )}
    </>
  )
}

/** Figures stay as they were read; that others have come is offered, and taken up when it suits. */
export function NewsButton({ list }: { list: List }) {
  if (!useChanged(list)) return null
  return (
    <Button icon="refresh" busy={list.fetching} onClick={list.reload}>
      Có số liệu mới
    </Button>
  )
}

/** How long at least between two checks, in milliseconds: days that are over change only where somebody gets money back. */
const check_every = { today: 5_000, past: 60_000 }
/** Looking takes at most this part of the time: a report that is long in the making is looked at seldomer. */
const at_most = 1 / 20

/**
 * That something was sold somewhere is told to all; whether it changes this report, only its own sums say. They are asked for beside
 * the figures on screen, and no more once they differ.
 */
function useChanged(list: List): boolean {
  const shown = useRead(list.call, list.input, { keep: true })
  const looked = useRead(list.call, { ...list.input, page_index: 1, page_size: 1 }, { enabled: false })
  const [told, found] = [shown.data as Stamp | undefined, looked.data as (Stamp & Pick<List, 'sums'>) | undefined]
  const is_later = found !== undefined && told !== undefined && Date.parse(found.as_of) > Date.parse(told.as_of)
  const differs = is_later && JSON.stringify(found.sums) !== JSON.stringify(list.sums)
  const heard = useNews('sales', is_later ? found.snapshot : told?.snapshot, shown.isFetching || looked.isFetching)
  const [took, setTook] = useState(0)
  const { refetch, dataUpdatedAt, errorUpdatedAt } = looked
  const look = useCallback(async () => {
    const began = performance.now()
    await refetch()
    setTook(performance.now() - began)
  }, [refetch])
  const pace = told && told.to_date < today() ? check_every.past : check_every.today
  useReadAgain(
    { refetch: look, dataUpdatedAt, errorUpdatedAt },
    heard && !differs && list.sums != null,
    Math.max(pace, took / at_most),
  )
  // Too many rows to add up: then anything that comes may be theirs.
  return list.sums === null ? heard : differs
}
