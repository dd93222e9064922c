import type { CSSProperties } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { Swatch } from './chart-legend.tsx'
import type { Place } from './chart-marks.tsx'
import type { ChartProps, Spot } from './chart-types.ts'
import css from './chart.module.css'

type TipProps = ChartProps<unknown> & {
  rows: readonly unknown[]
  place: Place
  spot: Spot
  room: number
}

/** The values of one row, beside it and inside of the chart. What is read out says the same. */
export function ChartTip({ rows, series, name, text, total, place, spot, room }: TipProps) {
  const row = rows[spot.index]
  const sum = series.reduce((all, line) => all + (line.value(row) ?? 0), 0)
  return (
    <div className={css.tip} aria-hidden style={besides(place, place.x(spot.index), room)}>
      <p className={css.tipHead}>{name(row)}</p>
      {series.map((dataSeries, index) => {
        const value = dataSeries.value(row)
        return (
          <p key={dataSeries.key} className={cx(css.tipLine, index === spot.series && series.length > 1 && css.tipOwn)}>
            <Swatch series={dataSeries} index={index} />
            <span className={css.tipName}>{dataSeries.name}</span>
            <span>{value === null ? '–' : text(value)}</span>
          </p>
        )
      })}
      {total && series.length > 1 && (
        <p className={cx(css.tipLine, css.tipSum)}>
          <span className={css.tipName}>{total}</span>
          <span>{text(sum)}</span>
        </p>
      )}
    </div>
  )
}

const narrow = 460

/** At the side where there is room; where there is little, over the drawing and never beyond its edges. */
function besides({ band }: Place, x: number, room: number): CSSProperties {
  if (room < narrow) return { left: x, transform: `translateX(-${Math.round((x / room) * 100)}%)` }
  const away = band / 2 + 6
  return x < room / 2 ? { left: x + away } : { right: room - x + away }
}
