import type { ComponentPropsWithRef } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './chart-link.module.css'

/** The link of a value, in a drawing or a table; as a link to a page it is ChartPlace. */
export function ChartLink({ className, ...rest }: Omit<ComponentPropsWithRef<'a'>, 'style'>) {
  // The accessible name comes from the other props, or from the chart when the link lies over its drawing.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} className={cx(css.link, className)} />
}
