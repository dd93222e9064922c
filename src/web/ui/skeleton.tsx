import { cx } from './cx.ts'
import css from './skeleton.module.css'

/** Grey lines where text will be, drawn after 200 ms: what comes sooner never flickers. */
export function Skeleton({ lines = 3, kind = 'text' }: { lines?: number; kind?: 'text' | 'block' }) {
  return (
    <div className={css.skeleton} role="status" aria-label="Đang tải">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={cx(css.bone, kind === 'block' && css.block)} />
      ))}
    </div>
  )
}
