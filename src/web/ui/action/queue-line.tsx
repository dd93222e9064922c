/** A line of a work queue, as a link to it: number of items, amount, and age of the oldest one. */
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import css from './queue-line.module.css'

/** Around the lines. */
export function QueueLines({ children }: { children: ReactNode }) {
  return <ul className={css.lines}>{children}</ul>
}

/** A placeholder while the lines are loading. */
export function QueueLinesSkeleton({ lines }: { lines: number }) {
  return (
    <div className={css.skeleton} style={{ '--lines': lines } as CSSProperties}>
      <Skeleton lines={lines} />
    </div>
  )
}

export type QueueLineProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style' | 'title'> & {
  figure: string
  title: string
  note: string
  amount?: string | undefined
  /** The age of the oldest item. */
  age?: string | undefined
  /** The oldest item is overdue. */
  isOld?: boolean
}

/** An anchor, of which createLink() makes a link to a page. */
export function QueueLine({ figure, title, note, amount, age, isOld, ...rest }: QueueLineProps) {
  return (
    <a {...rest} className={css.line}>
      <span className={css.figure}>{figure}</span>
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        <span className={css.note}>{note}</span>
      </span>
      <span className={css.amount}>{amount}</span>
      <span className={cx(css.age, isOld && css.old)}>{age}</span>
      <span className={css.go}>
        <Icon name="chevron-right" size={14} />
      </span>
    </a>
  )
}
