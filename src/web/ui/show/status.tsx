/** The status of a row: neutral while all is well, coloured where attention is needed. */
import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { Tone } from './badge.tsx'
import css from './status.module.css'

/** green: good or done; blue: in progress; neutral: ended; amber: waits for somebody; red: failed. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={cx(css.status, css[tone])}>{children}</span>
}
