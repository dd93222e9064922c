import { cx } from '#web/ui/base/cx.ts'
import css from './skeleton.module.css'

export type SkeletonProps = {
  lines?: number
  kind?: 'text' | 'block'
  /** The wait is already long: drawn at once. */
  late?: boolean
}

/** Grey lines where text will be, drawn after 200 ms: what comes sooner never flickers. */
export function Skeleton({ lines = 3, kind = 'text', late }: SkeletonProps) {
  return (
    <div className={cx(css.skeleton, !late && css.patient)} role="status" aria-label="Đang tải">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={cx(css.bone, kind === 'block' && css.block)} />
      ))}
    </div>
  )
}
