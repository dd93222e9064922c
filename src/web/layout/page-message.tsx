import type { ReactNode } from 'react'
import type { IconName } from '#web/ui/icon-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './page-message.module.css'

export interface PageMessageProps {
  icon?: IconName
  tone?: 'neutral' | 'green' | 'red'
  title: string
  children?: ReactNode
  /** What can be done now: buttons and links. */
  actions?: ReactNode
}

/** A page that has one thing to say. */
export function PageMessage({ icon, tone = 'neutral', title, children, actions }: PageMessageProps) {
  return (
    <section className={css.message}>
      {icon && (
        <span className={css[tone]}>
          <Icon name={icon} size={32} />
        </span>
      )}
      <h1 className={css.title}>{title}</h1>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  )
}
