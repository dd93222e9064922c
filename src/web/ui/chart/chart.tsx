import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { ChartProps } from './chart-types.ts'
import css from './chart-frame.module.css'

const usual_height = 220

/** A chart whose space is reserved at once; the code that draws it is loaded once there is something to draw. */
export function Chart<Row>(props: ChartProps<Row>) {
  const { height = usual_height, rows, label, titled, actions, series } = props
  return (
    <div
      className={css.frame}
      style={{ '--chart-height': `${height}px` } as React.CSSProperties}
      data-legend={series.length > 1 || undefined}
    >
      {titled && <h2 className={css.title}>{label}</h2>}
      {actions && <div className={css.actions}>{actions}</div>}
      {rows === undefined ? (
        <ChartPlaceholder />
      ) : (
        <View {...(props as unknown as ChartProps<unknown>)} height={height} />
      )}
    </div>
  )
}

const View = lazyPart(() => import('./chart-view.tsx'), { meanwhile: <ChartPlaceholder /> })

/** The room of a chart with title and actions whose own code is still loading. */
export function ChartSkeleton({ height = usual_height }: { height?: number }) {
  return (
    <div className={css.frame} style={{ '--chart-height': `${height}px` } as React.CSSProperties}>
      <div className={css.title}>{'\u00a0'}</div>
      <div className={css.actionsRoom} />
      <ChartPlaceholder />
    </div>
  )
}

function ChartPlaceholder() {
  return (
    <div className={css.waiting}>
      <Skeleton lines={1} kind="block" />
    </div>
  )
}
