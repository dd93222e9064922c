import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './step-list.module.css'

export interface Step {
  key: string
  title: string
  note: string
  isDone: boolean
  action?: ReactNode
}

/** A list of steps with links: the done ones, the next one, and the rest. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const next_index = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className={css.steps}>
      {steps.map(({ key, title, note, isDone, action }, index) => (
        <li key={key} className={cx(css.step, isDone && css.done, index === next_index && css.next)}>
          <span className={css.number} aria-hidden>
            {isDone ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <div className={css.words}>
            <p className={css.title}>
              {title}
              {isDone && <VisuallyHidden>, đã xong</VisuallyHidden>}
            </p>
            <p className={css.note}>{note}</p>
          </div>
          {!isDone && action}
        </li>
      ))}
    </ol>
  )
}
