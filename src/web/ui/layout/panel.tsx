import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './panel.module.css'

export type PanelProps = {
  title?: ReactNode
  actions?: ReactNode
  children?: ReactNode
  /** A last line, apart from the content: a pager, the buttons of a form. */
  footer?: ReactNode
  /** A first line that leads to other views of the same content, with what is done to the whole of it. */
  strip?: ReactNode
  /** A line apart from the content: the filters above a table. */
  bar?: ReactNode
  /** Removes the padding, so that content such as a table reaches the edges. */
  flush?: boolean
  /** Fills the remaining height, so that a Table with `fill` scrolls inside. */
  fill?: boolean
  /** With `fill`: the content scrolls between the head and the footer. */
  scroll?: boolean
}

/** A framed part of a page; its title is an h2, by which screen readers name the section. */
export function Panel({ title, actions, strip, bar, children, footer, flush, fill, scroll }: PanelProps) {
  const titleId = useId()
  return (
    <section className={cx(css.panel, fill && css.fill)} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <header className={css.head}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
      )}
      {strip && <div className={css.strip}>{strip}</div>}
      {bar && <div className={css.bar}>{bar}</div>}
      {children !== undefined && (
        <div className={cx(css.body, flush && css.flush, scroll && css.scroll)}>{children}</div>
      )}
      {footer && <div className={css.foot}>{footer}</div>}
    </section>
  )
}
