import { createLink } from '@tanstack/react-router'
import { moneyText } from '#contract/money-text.ts'
import { toQuery } from '#contract/wire.ts'
import { useRead } from '#web/api.ts'
import { clockText, dayText, numberText, shortDayText } from '#web/format.ts'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { ChartLink } from '#web/ui/chart/chart-link.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { ChartSeries } from '#web/ui/chart/chart-types.ts'
import { addDays } from '#web/ui/date-text.ts'
import { Panel } from '#web/ui/panel.tsx'
import { behind, type Behind } from '#features/reports/behind.rules.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { SpanChoice, useSpan, type Looked } from './dashboard-address.screen.tsx'

const Go = createLink(ChartLink)
const lines = { xskt: 'Vé truyền thống', xsdt: 'Vé điện toán' } as const
const short = { xskt: 'Truyền thống', xsdt: 'Điện toán' } as const

type Line = keyof typeof lines

/** The page of orders with what is behind a figure, and when that was. */
function ordersOf(rows: Behind, { as_of }: { as_of: string }) {
  return { to: transactionPage.url, search: Object.fromEntries(toQuery({ ...rows, as_of })) as never }
}

interface Day {
  day: string
  xskt: number
  xsdt: number
}

/** Sales of the last days up to the one that is looked at; each column leads to its orders. */
export function DayChart({ looked: { date, base_id, has_games, is_today } }: { looked: Looked }) {
  const { can } = useRights()
  const span = useSpan()
  const asked = { from_date: addDays(date, 1 - span), to_date: date, base_id }
  const xskt = useRead(salesChart.byDayXskt, asked, { keep: true })
  const xsdt = useRead(salesChart.byDay, asked, { keep: true, enabled: has_games })
  const series: ChartSeries<Day>[] = [
    { key: 'xskt', name: lines.xskt, value: (row) => row.xskt },
    ...(has_games ? [{ key: 'xsdt', name: lines.xsdt, value: (row: Day) => row.xsdt }] : []),
  ]
  const failed = [xskt, xsdt].find(({ error }) => error)
  const games = new Map(xsdt.data?.items.map(({ day, amount }) => [day, amount]))
  const isPartial = ({ day }: Day) => is_today && day === date
  const rows = has_games && !xsdt.data ? undefined : xskt.data?.items
  return (
    <Panel title="Doanh số theo ngày" actions={<SpanChoice />}>
      {failed ? (
        <ReadFallback read={failed} />
      ) : (
        <Chart<Day>
          label="Doanh số theo ngày"
          rows={rows?.map(({ day, amount }) => ({ day, xskt: amount, xsdt: games.get(day) ?? 0 }))}
          rowKey={({ day }) => day}
          head="Ngày"
          tick={({ day }) => shortDayText(day)}
          name={(row) =>
            isPartial(row) ? `${dayText(row.day)}, đến ${clockText(xskt.data!.as_of)}` : dayText(row.day)
          }
          partial={isPartial}
          series={series}
          text={moneyText}
          total="Tổng"
          empty="Chưa có giao dịch trong những ngày này"
          busy={xskt.isPlaceholderData || xsdt.isPlaceholderData}
          link={(row, key, anchor) => {
            const line = key as Line
            const told = (line === 'xskt' ? xskt : xsdt).data
            if (!told || !can(transactionPage.view)) return null
            return <Go {...ordersOf(behind(line, told, { base_id }, { day: row.day }), told)} {...anchor} />
          }}
        />
      )}
    </Panel>
  )
}

interface Hour {
  hour: number
  /** Null for hours to come. */
  xskt: number | null
  xsdt: number | null
  xskt_before: number
  xsdt_before: number
}

/** Tickets by the hour, with the day before marked over them. */
export function HourChart({ looked: { date, base_id, has_games, is_today } }: { looked: Looked }) {
  const { can } = useRights()
  const xskt = useRead(salesChart.byHourXskt, { date, base_id }, { keep: true })
  const xsdt = useRead(salesChart.byHour, { date, base_id }, { keep: true, enabled: has_games })
  const reads = [xskt, ...(has_games ? [xsdt] : [])]
  const failed = reads.find(({ error }) => error)
  const earlier = is_today ? 'hôm qua' : 'hôm trước'
  const clock = is_today && xskt.data ? clockText(xskt.data.as_of) : null
  const until = clock === null ? 23 : Number(clock.slice(0, 2))
  const isPartial = ({ hour }: Hour) => clock !== null && hour === until
  const rows = reads.every(({ data }) => data)
    ? xskt.data!.items.map(({ hour, quantity }) => ({
        hour,
        xskt: hour > until ? null : quantity,
        xsdt: hour > until ? null : (xsdt.data?.items[hour]?.quantity ?? 0),
        xskt_before: xskt.data!.before[hour]!.quantity,
        xsdt_before: xsdt.data?.before[hour]?.quantity ?? 0,
      }))
    : undefined
  const seriesOf = (line: Line, colour: 1 | 2): ChartSeries<Hour>[] => [
    { key: line, name: lines[line], short: short[line], colour, value: (row) => row[line] },
    {
      key: `${line}_before`,
      name: `${lines[line]} ${earlier}`,
      short: earlier,
      colour,
      past: true,
      value: (row) => row[`${line}_before`],
    },
  ]
  return (
    <Panel title="Lượng vé bán theo giờ">
      {failed ? (
        <ReadFallback read={failed} />
      ) : (
        <Chart<Hour>
          label="Lượng vé bán theo giờ"
          rows={rows}
          rowKey={({ hour }) => hour}
          head="Giờ"
          tick={({ hour }) => `${hour}h`}
          name={(row) => `${row.hour}h–${row.hour + 1}h${isPartial(row) ? `, đến ${clock}` : ''}`}
          partial={isPartial}
          series={[...seriesOf('xskt', 1), ...(has_games ? seriesOf('xsdt', 2) : [])]}
          text={(value) => `${numberText(value)} vé`}
          empty="Chưa bán được vé nào"
          busy={reads.some(({ isPlaceholderData }) => isPlaceholderData)}
          link={({ hour }, key, anchor) => {
            const line = key.slice(0, 4) as Line
            const told = (line === 'xskt' ? xskt : xsdt).data
            if (!told || !can(transactionPage.view)) return null
            const day = key === line ? told.from_date : addDays(told.from_date, -1)
            return <Go {...ordersOf({ ...behind(line, told, { base_id }, { day }), hour }, told)} {...anchor} />
          }}
        />
      )}
    </Panel>
  )
}
