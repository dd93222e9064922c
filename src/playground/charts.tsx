import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { Chart } from '#web/ui/chart/chart.tsx'
import { ChartLink } from '#web/ui/chart/chart-link.tsx'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { FigureStrip } from '#web/ui/show/figure-strip.tsx'
import { ShareBars } from '#web/ui/chart/share-bars.tsx'
import { addDays, showDay } from '#web/ui/date/date-text.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { numberText } from '#web/value/format.ts'

/** The same figures every time: a wave with a little unrest. */
const wave = (index: number, size: number, shift: number) =>
  Math.round(size * (1 + 0.45 * Math.sin(index / 2 + shift) + 0.2 * Math.sin(index * 2.7 + shift * 3)))

const days = Array.from({ length: 14 }, (_, index) => ({
  day: addDays('2026-11-09', index),
  xskt: wave(index, 1_420_000, 0) * 1_000,
  xsdt: wave(index, 690_000, 2) * 1_000,
}))

const hours = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  now: hour > 15 ? null : hour < 6 ? 0 : wave(hour, 620, 1),
  before: hour < 6 ? 0 : wave(hour, 560, 1.3),
}))

/** The last day and hour are not over. */
const isLast = ({ day }: (typeof days)[number]) => day === days.at(-1)!.day
const isNow = ({ hour }: (typeof hours)[number]) => hour === 15

const shares = [
  { key: 16, name: 'Keno', value: 486_320_000, part: '54,0%' },
  { key: 11, name: 'Mega 6/45', value: 212_450_000, part: '23,6%' },
  { key: 12, name: 'Power 6/55', value: 188_900_000, part: '21,0%' },
  { key: 0, name: 'Còn lại: 3 sản phẩm', value: 12_870_000, part: '1,4%', rest: true },
]

const figures = [
  {
    key: 'amount',
    label: 'Doanh số',
    value: '32.150.000 đ',
    change: { text: '+7,5%', tone: 'green' as const },
    beside: 'từ 29.910.000 đ',
  },
  {
    key: 'mean',
    label: 'Trung bình một đơn',
    value: '91.900 đ',
    change: { text: '−1,4%', tone: 'danger' as const },
    beside: 'từ 93.200 đ',
  },
  { key: 'orders', label: 'Số đơn', value: '350' },
]

const lines = [
  { label: 'Đại lý Trường Phát', values: days.map(({ xskt }) => xskt) },
  { label: 'Đại lý Minh Nguyệt, mới bán từ hôm qua', values: [0, 0, 0, 0, 0, 0, 1_200_000] },
  { label: 'Không bán', values: [0, 0, 0, 0, 0, 0, 0] },
]

const count = (value: number) => `${numberText(value)} vé`
const no_days: typeof days = []

/** Columns, with an earlier time, and parts of a whole; without figures and on their way. */
export function Charts() {
  const [state, setState] = useState<'there' | 'empty' | 'loading'>('there')
  const rows = state === 'there' ? days : state === 'empty' ? no_days : undefined
  const byDay = {
    rows,
    head: 'Ngày',
    rowKey: (row: (typeof days)[number]) => row.day,
    tick: (row: (typeof days)[number]) => showDay(row.day).slice(0, 5),
    name: (row: (typeof days)[number]) => `${showDay(row.day)}${isLast(row) ? ', đến 15:42' : ''}`,
    partial: isLast,
    text: moneyText,
    total: 'Tổng',
    empty: 'Chưa có giao dịch trong những ngày này',
  }
  return (
    <Stack gap={4}>
      <Row>
        <Switch
          label="Không có số liệu"
          checked={state === 'empty'}
          onChange={(on) => setState(on ? 'empty' : 'there')}
        />
        <Switch label="Đang tải" checked={state === 'loading'} onChange={(on) => setState(on ? 'loading' : 'there')} />
      </Row>
      <FigureStrip
        figures={figures.map((figure) => ({ ...figure, value: state === 'loading' ? undefined : figure.value }))}
      />
      <Grid columns={2}>
        <Panel title="Doanh số theo ngày">
          <Chart
            {...byDay}
            label="Doanh số theo ngày"
            series={[
              { key: 'xskt', name: 'Vé truyền thống', value: (row) => row.xskt },
              { key: 'xsdt', name: 'Vé điện toán', value: (row) => row.xsdt },
            ]}
            link={(row, _, anchor) => <ChartLink href={`#${row.day}`} {...anchor} />}
          />
        </Panel>
        <Panel title="Lượng vé theo giờ">
          <Chart
            label="Lượng vé theo giờ"
            rows={rows && hours}
            head="Giờ"
            rowKey={(row) => row.hour}
            tick={(row) => `${row.hour}h`}
            name={(row) => `${row.hour}h – ${row.hour + 1}h${isNow(row) ? ', đến 15:42' : ''}`}
            partial={isNow}
            text={count}
            series={[
              { key: 'now', name: 'Hôm nay', value: (row) => row.now },
              { key: 'then', name: 'Hôm qua', value: (row) => row.before, past: true },
            ]}
          />
        </Panel>
        <Panel title="Diễn biến từng dòng">
          <DescriptionList
            items={lines.map(({ label, values }) => ({ label, value: <Sparkline label={label} values={values} /> }))}
          />
        </Panel>
        <Panel title="Theo sản phẩm">
          <ShareBars
            label="Theo sản phẩm"
            items={state === 'loading' ? undefined : shares}
            expected={shares.length}
            text={moneyText}
          />
        </Panel>
      </Grid>
    </Stack>
  )
}
