import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon/icon.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './equations.module.css'

export interface Equation {
  key: string
  title: string
  /** What the figures belong to, shown under the title. */
  subtitle: string
  /** The figures, each with the sign before it. */
  sides: readonly { label: string; value: string; sign: string | null; wrong?: boolean }[]
  /** Whether both sides agree. */
  agrees: boolean
  /** The difference, or what was compared. */
  note: ReactNode
  /** A link to the rows behind the figures. */
  action?: ReactNode
}

/** Equations that must hold, one per line; those that do not are highlighted. */
export function Equations({ label, items }: { label: string; items: readonly Equation[] }) {
  return (
    <ul className={css.equations} aria-label={label}>
      {items.map(({ key, title, subtitle, sides, agrees, note, action }) => (
        <li key={key} className={cx(css.equation, !agrees && css.differs)}>
          <span className={css.mark}>
            <Icon name={agrees ? 'check-circle' : 'error'} size={20} label={agrees ? 'Khớp' : 'Lệch'} />
          </span>
          <div className={css.words}>
            <strong>{title}</strong>
            <span>{subtitle}</span>
          </div>
          <div className={css.figures}>
            <div className={css.sides}>
              {sides.map(({ label: name, value, sign, wrong }) => (
                <div key={name} className={cx(css.side, wrong && css.wrong)}>
                  {sign && <span className={css.sign}>{sign}</span>}
                  <span className={css.name}>
                    {name}
                    <VisuallyHidden>: </VisuallyHidden>
                  </span>
                  <span className={css.value}>{value}</span>
                </div>
              ))}
            </div>
            <div className={css.note}>{note}</div>
          </div>
          {action && <div className={css.action}>{action}</div>}
        </li>
      ))}
    </ul>
  )
}
