import { colourOf, Earlier, Patterns, useChartId } from './chart-marks.tsx'
import type { ChartSeries } from './chart-types.ts'
import css from './chart.module.css'

type LegendProps = { series: readonly ChartSeries<unknown>[] }

/** Which colour and pattern is which; nothing for a single series. Earlier times look all alike, so they are named once. */
export function ChartLegend({ series }: LegendProps) {
  if (series.length < 2) return <span />
  const nameOf = ({ short, name }: ChartSeries<unknown>) => short ?? name
  const earlier = new Map(series.filter(({ past }) => past).map((dataSeries) => [nameOf(dataSeries), dataSeries]))
  const entries = [...series.filter(({ past }) => !past), ...earlier.values()]
  return (
    <ul className={css.legend}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <Swatch series={entry} index={series.indexOf(entry)} />
          {nameOf(entry)}
        </li>
      ))}
    </ul>
  )
}

/** A piece of what is drawn. */
export function Swatch({ series, index }: { series: ChartSeries<unknown>; index: number }) {
  const id = useChartId()
  return (
    <svg className={css.swatch} width={12} height={12} aria-hidden>
      {series.past ? (
        <Earlier x={0} y={6} width={12} />
      ) : (
        <>
          <Patterns id={id} />
          <rect width={12} height={12} rx={2} fill={`url(#${id}${colourOf(series, index)})`} />
        </>
      )}
    </svg>
  )
}
