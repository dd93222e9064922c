/** What a record says of itself: what it is worth and what went wrong first, its facts in sections, and beside them what happened. */
import { useEffect, useRef, type ReactNode } from 'react'
import { ActionBar } from '#web/action/action-bar.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { DescriptionList, type DescriptionItem } from '#web/ui/show/description-list.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { RecordTitle, useShownRecord } from './record-drawer.tsx'
import css from './record-view.module.css'

export interface RecordViewProps {
  /** As the list shows it. */
  status?: ReactNode
  /** In đồng, with its words. */
  amount?: number
  /** In the place of an amount: what the record is called by people. */
  headline?: ReactNode
  /** Beside the amount or the name, instead of its words. */
  note?: ReactNode
  /** What went wrong, or what somebody must know first. */
  trouble?: ReactNode
  /** The few by which it is known: up to four in a line. What is missing is left out. */
  facts?: readonly DescriptionItem[]
  /** Sections, each a `RecordSection`. */
  children?: ReactNode
  /** What happened, newest first: a `RecordTimeline` or the `History` of its row. */
  timeline?: ReactNode
  acts?: readonly RowAct[]
  /** Until when something must be done, at the left of the acts. */
  deadline?: ReactNode
  /** Leads elsewhere, before the acts. */
  links?: ReactNode
}

export function RecordView(props: RecordViewProps) {
  const { status, amount, headline, note, trouble, facts = [], children, timeline, acts, deadline, links } = props
  const { neighbours, title } = useShownRecord()
  const scroll = useRef<HTMLDivElement>(null)
  // What stood here while the record was on its way took the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) scroll.current?.focus({ preventScroll: true })
  }, [])
  const known = facts.filter(isKnown)
  const lead = amount === undefined ? headline : moneyText(amount)
  return (
    <>
      {/* What is read is scrolled by the keyboard, and has the focus first. */}
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
          {known.length > 0 && (
            <dl className={css.facts}>
              {known.map(({ label, value }) => (
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
  /** Beside the title: how many, how much. */
  note?: ReactNode
  /** What is missing is left out; a section without anything is not drawn. */
  items?: readonly DescriptionItem[]
  children?: ReactNode
}

/** What belongs together, under its name. */
export function RecordSection({ title, note, items = [], children }: RecordSectionProps) {
  const known = items.filter(isKnown)
  if (known.length === 0 && !children) return null
  return (
    <section className={css.section} aria-label={title}>
      <h3 className={css.heading}>
        {title} {note && <small className={css.aside}>{note}</small>}
      </h3>
      {known.length > 0 && <DescriptionList items={known} />}
      {children}
    </section>
  )
}

const isKnown = ({ value }: DescriptionItem) => value !== null && value !== undefined && value !== '' && value !== false
