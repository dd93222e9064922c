import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './text.module.css'

export type TextProps = {
  children: ReactNode
  tone?: 'normal' | 'muted' | 'accent' | 'green' | 'amber' | 'danger'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  strong?: boolean
  /** Cuts to one line with an ellipsis. */
  cut?: boolean
  as?: 'p' | 'span' | 'div'
}

/** A paragraph, or as `span` a piece of one; `cut` shows the whole text as a tip. */
export function Text({ children, tone = 'normal', size = 'md', strong, cut, as: As = 'p' }: TextProps) {
  return (
    <As
      className={cx(css.text, css[tone], css[size], strong && css.strong, cut && css.cut)}
      title={cut && typeof children === 'string' ? children : undefined}
    >
      {children}
    </As>
  )
}

/** A heading within a page, whose h1 is in PageHeader. */
export function Heading({ children, level = 2 }: { children: ReactNode; level?: 1 | 2 | 3 }) {
  const As = `h${level}` as const
  return <As className={css[`h${level}`]}>{children}</As>
}

/** Codes, transids, ticket numbers. */
export function Mono({ children }: { children: ReactNode }) {
  return <code className={css.mono}>{children}</code>
}

/** A link in running text; as a link to a page it is PageLink. */
export function TextLink({ children, ...rest }: Omit<React.ComponentPropsWithRef<'a'>, 'className' | 'style'>) {
  return (
    <a {...rest} className={css.link}>
      {children}
    </a>
  )
}
