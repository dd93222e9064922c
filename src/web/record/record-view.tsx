import { useEffect, useRef, type ReactNode } from 'react'
import { ActionBar } from '#web/action/action-bar.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { DescriptionList, type DescriptionItem } from '#web/ui/show/description-list.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { RecordTitle, useShownRecord } from './record-drawer.tsx'
import css from './record-view.module.css'

export interface RecordViewProps {
  /** The status badge, as in the list. */
  status?: ReactNode
  /** The amount in đồng, which is also shown in words. */
  amount?: number
  /** Instead of an amount: the record's name. */
  headline?: ReactNode
  /** Beside the amount or headline, instead of the amount in words. */
  note?: ReactNode
  /** A banner with what went wrong or must be known first. */
  trouble?: ReactNode
  /** The most important facts, up to four in a row. Empty ones are left out. */
  facts?: readonly DescriptionItem[]
  /** `RecordSection` elements. */
  children?: ReactNode
  /** A `RecordTimeline` or a `History`. */
  timeline?: ReactNode
  acts?: readonly RowAct[]
  /** The deadline of the next action, shown at the left of the actions. */
  deadline?: ReactNode
  /** Links to other pages, before the actions. */
  links?: ReactNode
}

/**
 * The layout of a record: amount or headline and problems first, facts in sections, a timeline beside them, actions at
 * the foot.
 */
export function RecordView(props: RecordViewProps) {
  const { status, amount, headline, note, trouble, facts = [], children, timeline, acts, deadline, links } = props
  const { neighbours, title } = useShownRecord()
  const scroll = useRef<HTMLDivElement>(null)
  // The loading state had the focus and was removed with it, or was removed before it got the focus from the row.
  useEffect(() => {
    const focused = document.activeElement
    if (focused === document.body || focused?.closest('tr[data-open]')) scroll.current?.focus({ preventScroll: true })
  }, [])
  const known_facts = facts.filter(hasValue)
  const lead = amount === undefined ? headline : moneyText(amount)
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroll} data-content role="group" aria-label={title} tabIndex={0} className={css.scroll}>
        <div className={css.top}>
          <RecordTitle isLead={lead === undefined}>{status}</RecordTitle>
          {lead === undefined ? (
            note && <p className={css.note}>{note}</p>
          ) : (
            <p className={css.lead}>
              <strong className={css.amount}>{lead}</strong>{' '}
              <span>{note ?? (amount !== undefined && moneyWords(amount))}</span>
            </p>
          )}
          {trouble}
          {known_facts.length > 0 && (
            <dl className={css.facts}>
              {known_facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        <div className={css.body}>
          <div className={css.sections}>{children}</div>
          {timeline && (
            <section className={css.timeline} aria-label="Dòng thời gian">
              <h3 className={css.heading}>Dòng thời gian</h3>
              {timeline}
            </section>
          )}
        </div>
      </div>
      {(acts?.length || links || deadline) && (
        <ActionBar acts={acts ?? []} next={neighbours.next} start={deadline} links={links} />
      )}
    </>
  )
}

interface RecordSectionProps {
  title: string
  /** Beside the title: a count, a sum. */
  note?: ReactNode
  /** Empty ones are left out; a section without content is not rendered. */
  items?: readonly DescriptionItem[]
  children?: ReactNode
}

/** A titled section of a RecordView. */
export function RecordSection({ title, note, items = [], children }: RecordSectionProps) {
  const knownItems = items.filter(hasValue)
  if (knownItems.length === 0 && !children) return null
  return (
    <section className={css.section} aria-label={title}>
      <h3 className={css.heading}>
        {title} {note && <small className={css.aside}>{note}</small>}
      </h3>
      {knownItems.length > 0 && <DescriptionList items={knownItems} />}
      {children}
    </section>
  )
}

const hasValue = ({ value }: DescriptionItem) =>
  value !== null && value !== undefined && value !== '' && value !== false
