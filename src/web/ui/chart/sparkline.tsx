import css from './sparkline.module.css'

const width = 96
const height = 20
/** Room for the line's own thickness and the last point. */
const edge = 3

/** How a figure went, in the height of a row: its line from nothing to its most, the last value as a point. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(...values, 0)
  const points = values.map((value, index) => {
    const x = edge + (index * (width - 2 * edge)) / Math.max(1, values.length - 1)
    const y = height - edge - (max === 0 ? 0 : (Math.max(0, value) * (height - 2 * edge)) / max)
    return [x, y] as const
  })
  const [lastPoint] = points.slice(-1)
  if (!lastPoint) return null
  return (
    <svg
      className={css.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points.map((point) => point.join()).join(' ')} />
      <circle cx={lastPoint[0]} cy={lastPoint[1]} r="2" />
    </svg>
  )
}
