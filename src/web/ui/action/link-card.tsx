import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import css from './link-card.module.css'

export type LinkCardProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'style' | 'title'> & {
  title: string
  icon?: IconName
  /** A large figure before the title: the number of waiting items. */
  figure?: ReactNode
  children?: ReactNode
}

/** A link as large as what it leads to, of which createLink() makes one to a page. */
export function LinkCard({ title, icon, figure, children, ...rest }: LinkCardProps) {
  return (
    <a {...rest} className={css.card}>
      {figure !== undefined ? (
        <span className={css.figure}>{figure}</span>
      ) : (
        icon && (
          <span className={css.icon}>
            <Icon name={icon} size={20} />
          </span>
        )
      )}
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        {children && <span className={css.text}>{children}</span>}
      </span>
      <span className={css.go}>
        <Icon name="chevron-right" />
      </span>
    </a>
  )
}
