import { useId, useLayoutEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { Marks, Patterns, useChartId, type Place } from './chart-marks.tsx'
import { scaleOf, shortNumber, stride, textWidth, type Scale } from './chart-scale.ts'
import { ChartTip } from './chart-tip.tsx'
import type { ChartProps, Spot } from './chart-types.ts'
import { useSpot } from './use-spot.ts'
import css from './chart.module.css'

const [head, foot] = [8, 22]

type PlotProps = ChartProps<unknown> & { rows: readonly unknown[] }

/**
 * The drawing, as wide as there is room. It is one stop for the keyboard: arrows go from value to value, which is then read out, and Enter
 * opens what is behind it.
 */
export function ChartPlot(props: PlotProps) {
  const { label, rows, series, height = 220, tick, link, empty = 'Chưa có số liệu' } = props
  const { box, width } = useWidth()
  const id = useChartId()
  const hint = useId()
  const scale = scaleOf(greatestOf(props))
  const place = placeOf(width, height - head - foot, scale, rows.length)
  const { spot, said, handlers } = useSpot({
    rows,
    series,
    place,
    sentenceOf: (target_spot) => sentenceOf(props, target_spot),
  })
  const every = stride(
    place.band,
    rows.map((row) => tick(row)),
  )
  return (
    // One tab stop, which handles the keys of the whole chart.
    <div
      ref={box}
      className={css.plot}
      role="group"
      aria-label={label}
      aria-roledescription="biểu đồ"
      aria-describedby={hint}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      {...handlers}
    >
      <VisuallyHidden id={hint}>
        Phím mũi tên trái, phải để xem từng giá trị{series.length > 1 && ', lên, xuống để đổi dãy số liệu'}
        {link && ', Enter để mở các giao dịch'}.
      </VisuallyHidden>
      <VisuallyHidden as="div">
        <span role="status">{said}</span>
      </VisuallyHidden>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden className={css.drawing}>
          <Patterns id={id} />
          <g transform={`translate(0 ${head})`}>
            <Axis scale={scale} place={place} />
            {spot && <Held place={place} spot={spot} />}
            <Marks {...props} rowKey={props.rowKey as never} place={place} id={id} spot={spot} />
            {rows.map(
              (row, index) =>
                index % every === 0 && (
                  <text key={props.rowKey(row)} className={css.tick} x={place.x(index)} y={place.height + 16}>
                    {tick(row)}
                  </text>
                ),
            )}
          </g>
        </svg>
      )}
      {greatestOf(props) === 0 && <p className={css.empty}>{empty}</p>}
      {spot && rows[spot.index] !== undefined && (
        <>
          <Target {...props} place={place} spot={spot} />
          <ChartTip {...props} place={place} spot={spot} room={width} />
        </>
      )}
    </div>
  )
}

/** The link over the value that is looked at: it follows the pointer and the arrows, and opens as any link does. */
function Target({ rows, link, place, spot, series }: PlotProps & { place: Place; spot: Spot }) {
  const row = rows[spot.index]
  const value = series[spot.series]?.value(row) ?? 0
  if (!link || value === 0) return null
  return (
    <div
      className={css.target}
      aria-hidden
      style={{ left: place.x(spot.index) - place.band / 2, width: place.band, top: 0, height: place.height + head }}
    >
      {link(row, series[spot.series]!.key, { tabIndex: -1, className: css.targetLink, draggable: false })}
    </div>
  )
}

function Axis({ scale, place }: { scale: Scale; place: Place }) {
  return scale.ticks.map((value) => (
    <g key={value}>
      <line
        className={value === 0 ? css.floor : css.grid}
        x1={place.left}
        x2={place.left + place.width}
        y1={place.y(value)}
        y2={place.y(value)}
      />
      <text className={css.amount} x={place.left - 8} y={place.y(value) + 4}>
        {shortNumber(value)}
      </text>
    </g>
  ))
}

function Held({ place, spot }: { place: Place; spot: Spot }) {
  const x = place.x(spot.index) - place.band / 2
  return <rect className={css.held} x={x} y={0} width={place.band} height={place.height} rx={4} />
}

function placeOf(totalWidth: number, height: number, scale: Scale, count: number): Place {
  const left = Math.ceil(textWidth(scale.ticks.map(shortNumber))) + 12
  const width = Math.max(0, totalWidth - left - 4)
  const band = width / Math.max(count, 1)
  return {
    left,
    width,
    height,
    band,
    x: (index) => left + band * (index + 0.5),
    y: (value) => height - (value / scale.top) * height,
  }
}

function greatestOf({ rows, series }: PlotProps): number {
  return Math.max(0, ...rows.flatMap((row) => series.map((dataSeries) => dataSeries.value(row) ?? 0)))
}

/** The text for screen readers: the row, with the pointed value first. */
function sentenceOf({ rows, series, name, text }: PlotProps, { index, series: series_index }: Spot): string {
  const row = rows[index]
  const ordered = [series[series_index]!, ...series.filter((_, other) => other !== series_index)]
  const values = ordered.map((dataSeries) => {
    const value = dataSeries.value(row)
    return `${dataSeries.name} ${value === null ? 'chưa có' : text(value)}`
  })
  return `${name(row)}: ${values.join(', ')}`
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(box.current!.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
