import { cx } from '#web/ui/base/cx.ts'
import css from './skeleton.module.css'

export type SkeletonProps = {
  lines?: number
  /** `cards` are those of a list on a phone. */
  kind?: 'text' | 'block' | 'cards'
  /** Shown at once, because the wait is already long. */
  late?: boolean
}

/** Grey lines as a placeholder for text. They appear after 200 ms, so that fast answers do not flicker. */
export function Skeleton({ lines = 3, kind = 'text', late }: SkeletonProps) {
  return (
    <div
      className={cx(css.skeleton, !late && css.patient, kind === 'cards' && css.cards)}
      role="status"
      aria-label="Đang tải"
    >
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={cx(css.bone, kind !== 'text' && css.block)} />
      ))}
    </div>
  )
}
