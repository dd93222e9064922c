/** A day's sales, compared with the day before, and the remaining stock: each figure links to its rows. */
import { Fragment, useEffect } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import type { AnswerOf } from '#contract/call.ts'
import { createLink, PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { clockText, dayText, numberText, shortDayText, weekdayText } from '#web/value/format.ts'
import { removed_filter } from '#web/list/list-state.ts'
import { LiveBadge } from '#web/live/live-badge.tsx'
import { useLive } from '#web/live/reads.ts'
import type { LiveState } from '#web/live/stream.ts'
import { useRights } from '#web/session/rights.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { shortNumber } from '#web/ui/chart/chart-scale.ts'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { ThrottledAnnouncement } from '#web/ui/message/throttled-announcement.tsx'
import { StatLink, StatTile, type StatTileProps } from '#web/ui/show/stat-tile.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import { changeText } from '#features/reports/report/change.rules.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { DashboardFilters, useDashboardView, type DashboardView } from './dashboard-address.screen.tsx'
import { DayChart, HourChart } from './dashboard-charts.screen.tsx'

type Today = AnswerOf<typeof salesChart.today>

export function Dashboard({ onArrived }: { onArrived: (part: string) => void }) {
  const view = useDashboardView()
  const live = useLive(['sales', 'orders'])
  const { date, base_id, is_today } = view
  const read = useRead(salesChart.today, { date, base_id }, { keepPrevious: true })
  const stamp = read.data
  const { isPending } = read
  useEffect(() => {
    if (!isPending) onArrived('today')
  }, [onArrived, isPending])
  return (
    <Stack>
      <Above view={view} stamp={stamp} live={live} />
      {read.error ? <ReadFallback read={read} /> : <Tiles stamp={stamp} busy={read.isPlaceholderData} view={view} />}
      <Grid columns={2} even>
        <DayChart view={view} />
        <HourChart view={view} />
      </Grid>
      <ThrottledAnnouncement text={stamp && is_today ? `Doanh số hôm nay ${moneyText(sumOf(stamp, 'amount'))}` : ''} />
    </Stack>
  )
}

interface AboveProps {
  view: DashboardView
  stamp: Today | undefined
  live: LiveState
}

function Above({ view, stamp, live }: AboveProps) {
  const { date, is_today } = view
  const narrow = useNarrow()
  const title = (
    <Stack gap={0}>
      <Row>
        <Heading>{is_today ? 'Kinh doanh hôm nay' : `Kinh doanh ngày ${dayText(date)}`}</Heading>
        {is_today && <LiveBadge state={live} />}
      </Row>
      <Text tone="muted" size="sm">
        {stamp ? `Số liệu lúc ${clockText(stamp.as_of, true)} · ${comparedText(stamp, view)}` : '\u00a0'}
      </Text>
    </Stack>
  )
  const filters = <DashboardFilters view={view} />
  if (narrow) {
    return (
      <>
        {title}
        <Stack gap={2}>{filters}</Stack>
      </>
    )
  }
  return <Toolbar end={filters}>{title}</Toolbar>
}

type Figure = 'amount' | 'quantity' | 'orders'

function Tiles({ stamp, busy, view }: { stamp: Today | undefined; busy: boolean; view: DashboardView }) {
  const { me, can } = useRights()
  // Decided by the server's answer about rights, so that no tile appears or disappears when the figures arrive.
  const has_stock = can(storeTicketPage.view) && me.partner_id === null
  const when = view.is_today ? 'hôm nay' : 'trong ngày'
  const narrow = useNarrow()
  const amount = (
    <SoldTile figure="amount" label={`Doanh số ${when}`} text={moneyText} stamp={stamp} busy={busy} view={view} />
  )
  return (
    <Grid columns={4}>
      {/* On a phone two stand in a line: of three the first has one for itself. */}
      {narrow && !has_stock ? <FullWidth>{amount}</FullWidth> : amount}
      <SoldTile figure="quantity" label="Số vé đã bán" text={numberText} stamp={stamp} busy={busy} view={view} />
      <SoldTile figure="orders" label="Số giao dịch" text={numberText} stamp={stamp} busy={busy} view={view} />
      {has_stock && <StockTile in_stock={stamp?.in_stock ?? undefined} busy={busy} view={view} />}
    </Grid>
  )
}

interface SoldProps {
  figure: Figure
  label: string
  text: (value: number) => string
  stamp: Today | undefined
  busy: boolean
  view: DashboardView
}

function SoldTile({ figure, label, text, stamp, busy, view }: SoldProps) {
  const link = useSoldPlace(stamp, view)
  const tile = {
    label,
    busy,
    value: stamp && text(sumOf(stamp, figure)),
    changes: stamp && changesOf(stamp, figure, view),
  }
  return (
    <Tile to={link} {...tile}>
      {stamp && view.lines.length > 1 && <Split figure={figure} stamp={stamp} links={link === null} />}
    </Tile>
  )
}

const parts = { xskt: 'Truyền thống', xsdt: 'Điện toán' } as const

/** The figure of each product line. There is no report over all lines, so each links to its own. */
function Split({ figure, stamp, links }: { figure: Figure; stamp: Today; links: boolean }) {
  // Sums of money are long: the parts are abbreviated.
  const text = figure === 'amount' ? shortNumber : numberText
  return stamp.items.map((item, index) => (
    <Fragment key={item.line}>
      {index > 0 && ' · '}
      {links ? (
        <PageLink {...reportOf(item.line, stamp, null)}>{`${parts[item.line]} ${text(item[figure])}`}</PageLink>
      ) : (
        `${parts[item.line]} ${text(item[figure])}`
      )}
    </Fragment>
  ))
}

function StockTile({ in_stock, busy, view }: { in_stock: number | undefined; busy: boolean; view: DashboardView }) {
  const { date, base_id, is_today } = view
  const { can } = useRights()
  const search = { open_date: date, from_date: removed_filter, ...(base_id !== null && { base_id: String(base_id) }) }
  return (
    <Tile
      to={can(storeTicketPage.view) ? { to: storeTicketPage.url, search } : null}
      label="Vé tồn"
      value={in_stock === undefined ? undefined : numberText(in_stock)}
      busy={busy}
    >
      {`Vé truyền thống mở thưởng ${is_today ? 'hôm nay' : dayText(date)}, còn trong kho`}
    </Tile>
  )
}

interface Place {
  to: string
  search: Record<string, string>
}
const Link = createLink(StatLink)
function Tile({ to, ...tile }: StatTileProps & { to: Place | null }) {
  return to ? <Link to={to.to} search={to.search} {...tile} /> : <StatTile {...tile} />
}

/** A link to the orders, or to the report for the figure of a single line; several lines have no common report. */
function useSoldPlace(stamp: Today | undefined, { base_id, lines }: DashboardView): Place | null {
  const { can } = useRights()
  if (!stamp) return null
  const line = lines.length === 1 ? lines[0]! : null
  if (can(transactionPage.view)) return drillDownLink(drillDown(line, stamp, { base_id }, null))
  return line && reportOf(line, stamp, base_id)
}

/** The report of a product line on that day, and of the chosen store. */
function reportOf(line: ProductLine, { from_date, to_date }: Today, base_id: number | null): Place {
  const report_url = line === 'xskt' ? salesXsktPage.url : salesXsdtPage.url
  return { to: report_url, search: { from_date, to_date, ...(base_id !== null && { base_id: String(base_id) }) } }
}

function sumOf({ items }: Today, figure: Figure): number {
  return items.reduce((sum, item) => sum + item[figure], 0)
}

/** Only full hours are compared, because the present one is not over. */
function changesOf({ items, until_hour }: Today, figure: Figure, view: DashboardView): StatTileProps['changes'] {
  if (until_hour === 0) return undefined
  const sum = (column: 'compared' | 'before' | 'week_before') =>
    items.reduce((all, item) => all + item[column][figure], 0)
  const now = sum('compared')
  return (['before', 'week_before'] as const).map((column) => {
    const then = sum(column)
    const day = column === 'week_before' ? 'tuần trước' : view.is_today ? 'hôm qua' : 'hôm trước'
    const unsold_text = until_hour === 24 ? `${day} không bán` : `${day} đến ${until_hour}h chưa bán`
    if (then === 0) return { ...changeText(null), beside: unsold_text }
    return { ...changeText(Math.round(((now - then) * 1000) / then)), beside: `so với ${day}` }
  })
}

/** Which days, and which of their hours, the tiles compare. */
function comparedText({ until_hour, day_before, same_weekday }: Today, { is_today }: DashboardView): string {
  if (until_hour === 0) return 'Chưa đủ một giờ để so sánh'
  const days = `${is_today ? 'hôm qua' : shortDayText(day_before)} và ${weekdayText(same_weekday)} ${shortDayText(same_weekday)}`
  return until_hour === 24 ? `So sánh với ${days}` : `So sánh đến ${until_hour}h với ${days}`
}
