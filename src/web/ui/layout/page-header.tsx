import type { ReactNode } from 'react'
import css from './page-header.module.css'

export type PageHeaderProps = {
  title: string
  /** A badge or a count beside the title. */
  aside?: ReactNode
  subtitle?: ReactNode
  /** A link back, above the title. */
  back?: ReactNode
  actions?: ReactNode
}

/** The title of a page as its only h1, with its actions at the right, or below it where there is no room. */
export function PageHeader({ title, aside, subtitle, back, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      {back && <div className={css.back}>{back}</div>}
      <div className={css.line}>
        <h1 className={css.title}>{title}</h1>
        {aside}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
      {subtitle && <div className={css.subtitle}>{subtitle}</div>}
    </header>
  )
}
