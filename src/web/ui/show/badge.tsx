import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './badge.module.css'

export type Tone = 'neutral' | 'green' | 'amber' | 'red' | 'blue'

/** A small coloured label. For the status of a row see Status. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(css.badge, css[tone])}>{children}</span>
}
