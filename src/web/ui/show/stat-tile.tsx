import { useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './stat-tile.module.css'

type Change = { text: string; tone: 'green' | 'danger' | 'muted'; beside: string }

export type StatTileProps = {
  label: string
  /** The figure as text; undefined while it is loading. */
  value: string | undefined
  /** Comparisons with earlier figures: '+12,3%', 'so với hôm qua'. */
  changes?: readonly Change[] | undefined
  /** Details under the figure, such as its parts. */
  children?: ReactNode
  /** A new figure is loading. */
  busy?: boolean
}

/** A key figure. Its space is reserved while it loads, and a change is highlighted briefly. */
export function StatTile(props: StatTileProps) {
  return (
    <div className={css.tile}>
      <Inside {...props} />
    </div>
  )
}

/** A StatTile that links to the rows behind the figure; createLink() makes a link to a page of it. */
export function StatLink({
  label,
  value,
  changes,
  busy,
  children,
  ...rest
}: StatTileProps & Omit<ComponentPropsWithRef<'a'>, 'className' | 'style'>) {
  return (
    <a {...rest} className={cx(css.tile, css.link)}>
      <Inside label={label} value={value} changes={changes} busy={busy}>
        {children}
      </Inside>
    </a>
  )
}

function Inside({ label, value, changes, children, busy }: StatTileProps) {
  return (
    <>
      <span className={css.label}>{label}</span>
      <span className={cx(css.value, busy && css.busy)} aria-busy={busy || undefined}>
        {value === undefined ? <span className={css.bone} /> : <Figure text={value} />}
      </span>
      {changes?.map(({ text, tone, beside }) => (
        <span key={beside} className={css.note}>
          <span className={cx(css.change, css[tone])}>{text}</span> <span>{beside}</span>
        </span>
      ))}
      <span className={css.note}>{children}</span>
    </>
  )
}

function Figure({ text }: { text: string }) {
  const [first_text] = useState(text)
  // Keyed by its text, so that each change restarts the highlight.
  return (
    <span key={text} className={cx(text !== first_text && css.changed)}>
      {text}
    </span>
  )
}
