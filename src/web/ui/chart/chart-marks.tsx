import { useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { slotsOf } from './chart-scale.ts'
import type { ChartProps, ChartSeries, Spot } from './chart-types.ts'
import css from './chart.module.css'

type Colour = 1 | 2 | 3 | 4

/** An id that may stand in url(#…). */
export function useChartId(): string {
  return `chart${useId().replaceAll(/\W/g, '')}-`
}

export function colourOf(series: ChartSeries<unknown>, index: number): Colour {
  return series.colour ?? (((index % 4) + 1) as Colour)
}

/** Patterns for people who cannot distinguish the colours: solid, stripes, dots, bars. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}1`} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} className={css.fill1} />
      </pattern>
      <pattern id={`${id}2`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} className={css.fill2} />
        <rect width={1.6} height={6} className={css.gap} />
      </pattern>
      <pattern id={`${id}3`} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} className={css.fill3} />
        <circle cx={3} cy={3} r={1.2} className={css.gap} />
      </pattern>
      <pattern id={`${id}4`} width={6} height={6} patternUnits="userSpaceOnUse">
        <rect width={6} height={6} className={css.fill4} />
        <rect width={6} height={1.6} className={css.gap} />
      </pattern>
    </defs>
  )
}

/** The position of the drawing, and the functions that turn a value and a row into coordinates. */
export interface Place {
  left: number
  width: number
  height: number
  band: number
  x: (index: number) => number
  y: (value: number) => number
}

/** Between two columns, on either side. */
const gap = 0.5

interface MarksProps extends Pick<ChartProps<unknown>, 'series' | 'partial'> {
  rows: readonly unknown[]
  rowKey: (row: never) => string | number
  place: Place
  id: string
  spot: Spot | null
}

export function Marks({ series, rows, rowKey, place, id, spot, partial }: MarksProps) {
  const { width, left } = slotsOf(place.band, series)
  return rows.map((row, index) => {
    const open = partial?.(row)
    const pale = spot !== null && spot.index !== index && css.pale
    return (
      <g key={rowKey(row as never)} className={cx(pale)}>
        {series.map((dataSeries, series_index) => {
          const value = dataSeries.value(row) ?? 0
          const x = place.x(index) + left[series_index]! + gap
          if (dataSeries.past)
            return value > 0 && <Earlier key={dataSeries.key} x={x} y={place.y(value)} width={width - 2 * gap} />
          // A minimum height, so that a small value stays visible.
          const height = value > 0 ? Math.max(1, place.height - place.y(value)) : 0
          const colour = colourOf(dataSeries, series_index)
          return (
            <rect
              key={dataSeries.key}
              className={cx(css.column, open && css.partial, open && css[`stroke${colour}`])}
              x={x}
              y={place.height - height}
              width={Math.max(1, width - 2 * gap)}
              height={height}
              rx={Math.min(2, width / 3)}
              fill={`url(#${id}${colour})`}
            />
          )
        })}
      </g>
    )
  })
}

/** How high it stood at an earlier time: a bar across the column, seen over it and above it. */
export function Earlier({ x, y, width }: { x: number; y: number; width: number }) {
  const [from, to] = [x - 1, x + Math.max(2, width) + 1]
  return (
    <>
      <line className={css.earlierEdge} x1={from} x2={to} y1={y} y2={y} />
      <line className={css.earlier} x1={from} x2={to} y1={y} y2={y} />
    </>
  )
}
