import { useState, type ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Button } from '#web/ui/action/button.tsx'
import { numberText } from '#contract/text/number-text.ts'
import css from './outcome-groups.module.css'

export interface OutcomeLine {
  key: string | number
  label: string
  note?: ReactNode
  amount?: string
}

export interface OutcomeGroup {
  key: string
  icon: IconName
  /** green: carried out now; amber: waits for a second person; neutral: skipped. */
  tone: 'green' | 'amber' | 'neutral'
  title: string
  detail?: string
  lines: readonly OutcomeLine[]
  /** Whether the rows are hidden at first. */
  folded?: boolean
}

/** The expected outcome of a bulk action: a group for each outcome, with its rows. */
export function OutcomeGroups({ groups }: { groups: readonly OutcomeGroup[] }) {
  return (
    <ul className={css.frame}>
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </ul>
  )
}

/** How many rows are shown before 'show all'. */
const lines_shown = 5

function Group({ group: { icon, tone, title, detail, lines, folded } }: { group: OutcomeGroup }) {
  const [isWhole, setWhole] = useState(false)
  const visibleLines = isWhole ? lines : lines.slice(0, folded ? 0 : lines_shown)
  const count = numberText(lines.length)
  return (
    <li className={cx(css.group, css[tone])}>
      <Icon name={icon} size={20} />
      <div className={css.body}>
        <div className={css.head}>
          <p className={css.title}>{title}</p>
          {(isWhole || visibleLines.length < lines.length) && (
            <Button size="sm" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Thu gọn' : `Xem ${count} dòng`}
            </Button>
          )}
        </div>
        {detail && <p className={css.detail}>{detail}</p>}
        {visibleLines.length > 0 && (
          // Focusable, so that the keyboard can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <ul className={css.lines} aria-label={title} tabIndex={isWhole ? 0 : undefined}>
            {visibleLines.map((line) => (
              <li key={line.key} className={css.line}>
                <span className={css.label}>{line.label}</span>
                <span className={css.note}>{line.note}</span>
                <span className={css.amount}>{line.amount}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
