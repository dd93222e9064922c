import type { ReactNode } from 'react'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './result.module.css'

export type ResultKind = 'success' | 'warning' | 'error' | 'not-found' | 'not-allowed'

const kinds: Record<ResultKind, { icon: IconName; tone: 'green' | 'amber' | 'red' | 'neutral' }> = {
  success: { icon: 'check-circle', tone: 'green' },
  warning: { icon: 'alert', tone: 'amber' },
  error: { icon: 'error', tone: 'red' },
  'not-found': { icon: 'search', tone: 'neutral' },
  'not-allowed': { icon: 'lock', tone: 'neutral' },
}

export type ResultProps = {
  kind: ResultKind
  title: string
  /** One sentence about what it means for the user. */
  children?: ReactNode
  /** What can be done now: buttons and links. */
  actions?: ReactNode
}

/** A page with a single message: the result of an action, or why there is nothing else to show. */
export function Result({ kind, title, children, actions }: ResultProps) {
  const { icon, tone } = kinds[kind]
  return (
    <section className={css.result}>
      <span className={css[tone]}>
        <Icon name={icon} size={32} />
      </span>
      <h1 className={css.title}>{title}</h1>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  )
}
