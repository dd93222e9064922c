import { useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './stat-tile.module.css'

type Change = { text: string; tone: 'green' | 'danger' | 'muted'; beside: string }

export type StatTileProps = {
  label: string
  /** The figure as text; nothing while it is on its way. */
  value: string | undefined
  /** How it stands beside earlier ones: '+12,3%', 'so với hôm qua'. */
  changes?: readonly Change[] | undefined
  /** What it is made of, or speaks of. */
  children?: ReactNode
  /** Another figure is on its way. */
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

/** The same as a link to what is behind the figure; wrap it with the router's createLink. */
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
      <span className={cx(css.value, busy && css.busy)}>
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
  const [first] = useState(text)
  // Keyed by its text, so that each change restarts the highlight.
  return (
    <span key={text} className={cx(text !== first && css.changed)}>
      {text}
    </span>
  )
}
