import { moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import { ChartPlace } from '#web/route/chart-place.ts'
import { clockText, dayText, numberText, shortDayText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Chart } from '#web/ui/chart/chart.tsx'
import type { ChartSeries } from '#web/ui/chart/chart-types.ts'
import { addDays } from '#web/ui/date/date-text.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { drillDown, drillDownLink } from '#features/reports/report/drill-down.rules.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { SpanChoice, useSpan, type DashboardView } from './dashboard-address.screen.tsx'

const names = { xskt: 'Vé truyền thống', xsdt: 'Vé điện toán' } as const
const short_names = { xskt: 'Truyền thống', xsdt: 'Điện toán' } as const
const colours = { xskt: 1, xsdt: 2 } as const

interface Day {
  day: string
  amounts: Partial<Record<ProductLine, number>>
}

/** Sales of the last days up to the shown one; each column links to its orders. */
export function DayChart({ view: { date, base_id, lines, is_today } }: { view: DashboardView }) {
  const { can } = useRights()
  const span = useSpan()
  const input = { from_date: addDays(date, 1 - span), to_date: date, base_id }
  const reads = {
    xskt: useRead(salesChart.byDayXskt, input, { keepPrevious: true, enabled: lines.includes('xskt') }),
    xsdt: useRead(salesChart.byDay, input, { keepPrevious: true, enabled: lines.includes('xsdt') }),
  }
  const lineReads = lines.map((line) => reads[line])
  const failed = lineReads.find(({ error }) => error)
  const as_of = lineReads[0]?.data?.as_of
  const isPartial = ({ day }: Day) => is_today && day === date
  const rows = lineReads.every(({ data }) => data)
    ? lineReads[0]!.data!.items.map(({ day }, index): Day => {
        const amounts = lines.map((line) => [line, reads[line].data!.items[index]?.amount ?? 0])
        return { day, amounts: Object.fromEntries(amounts) }
      })
    : undefined
  return (
    <Panel title="Doanh số theo ngày" actions={<SpanChoice />}>
      {failed ? (
        <ReadFallback read={failed} />
      ) : (
        <Chart<Day>
          label="Doanh số theo ngày"
          rows={rows}
          rowKey={({ day }) => day}
          head="Ngày"
          tick={({ day }) => shortDayText(day)}
          name={(row) => (isPartial(row) ? `${dayText(row.day)}, đến ${clockText(as_of!)}` : dayText(row.day))}
          partial={isPartial}
          series={lines.map((line) => ({
            key: line,
            name: names[line],
            colour: colours[line],
            value: ({ amounts }) => amounts[line] ?? 0,
          }))}
          text={moneyText}
          total="Tổng"
          empty="Chưa có giao dịch trong những ngày này"
          busy={lineReads.some(({ isPlaceholderData }) => isPlaceholderData)}
          link={({ day }, key, anchor) => {
            const line = lines.find((candidate) => candidate === key)!
            const stamp = reads[line].data
            if (!stamp || !can(transactionPage.view)) return null
            return <ChartPlace {...drillDownLink(drillDown(line, stamp, { base_id }, { day }))} {...anchor} />
          }}
        />
      )}
    </Panel>
  )
}

interface Hour {
  hour: number
  /** Hours to come are left out. */
  now: Partial<Record<ProductLine, number>>
  before: Partial<Record<ProductLine, number>>
}

/** Tickets by the hour, with the day before marked over them. */
export function HourChart({ view: { date, base_id, lines, is_today } }: { view: DashboardView }) {
  const { can } = useRights()
  const input = { date, base_id }
  const reads = {
    xskt: useRead(salesChart.byHourXskt, input, { keepPrevious: true, enabled: lines.includes('xskt') }),
    xsdt: useRead(salesChart.byHour, input, { keepPrevious: true, enabled: lines.includes('xsdt') }),
  }
  const lineReads = lines.map((line) => reads[line])
  const failed = lineReads.find(({ error }) => error)
  const as_of = lineReads[0]?.data?.as_of
  const earlier = is_today ? 'hôm qua' : 'hôm trước'
  const clock = is_today && as_of ? clockText(as_of) : null
  const until = clock === null ? 23 : Number(clock.slice(0, 2))
  const isPartial = ({ hour }: Hour) => clock !== null && hour === until
  const rows = lineReads.every(({ data }) => data)
    ? Array.from({ length: 24 }, (_, hour): Hour => {
        const quantities = (day: 'items' | 'before') =>
          lines.map((line) => [line, reads[line].data![day][hour]!.quantity])
        return {
          hour,
          now: hour > until ? {} : Object.fromEntries(quantities('items')),
          before: Object.fromEntries(quantities('before')),
        }
      })
    : undefined
  const keyBefore = (line: ProductLine) => `${line}_before`
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
          series={lines.flatMap((line): ChartSeries<Hour>[] => {
            const [name, colour] = [names[line], colours[line]]
            return [
              { key: line, name, short: short_names[line], colour, value: ({ now }) => now[line] ?? null },
              {
                key: keyBefore(line),
                name: `${name} ${earlier}`,
                short: earlier,
                colour,
                past: true,
                value: ({ before }) => before[line] ?? 0,
              },
            ]
          })}
          text={(value) => `${numberText(value)} vé`}
          empty="Chưa bán được vé nào"
          busy={lineReads.some(({ isPlaceholderData }) => isPlaceholderData)}
          link={({ hour }, key, anchor) => {
            const line = lines.find((candidate) => candidate === key || keyBefore(candidate) === key)!
            const stamp = reads[line].data
            if (!stamp || !can(transactionPage.view)) return null
            const day = key === line ? stamp.from_date : addDays(stamp.from_date, -1)
            return <ChartPlace {...drillDownLink(drillDown(line, stamp, { base_id }, { day, hour }))} {...anchor} />
          }}
        />
      )}
    </Panel>
  )
}
