/** A list as cards, on phones, where a table would have more columns than fit. The column that identifies the row is the card's title. */
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import type { Column, TableProps } from '#web/ui/table/table-types.ts'
import type { Kind } from '#contract/schema.ts'
import type { ColumnPlan } from './columns.ts'
import css from './cards.module.css'

export interface CardsProps extends Omit<TableProps<object>, 'columns'> {
  /** The shown columns: `plan` has their field metadata, `columns` renders their cells. */
  plan: readonly ColumnPlan<object>[]
  columns: readonly Column<object>[]
  /** Key of the column that identifies a row. */
  identity: string | null
}

const max_facts = 4
/** A column that is wider, such as one of signals, has the line of a card to itself. */
const wide_fact_px = 230

export default function Cards(props: CardsProps) {
  const { label, rows, busy, empty, rowKey } = props
  if (rows.length === 0) return empty
  return (
    <div className={css.list}>
      <ul aria-label={label} aria-busy={busy || undefined} className={cx(css.cards, busy && css.busy)}>
        {rows.map((row, index) => (
          <Card key={rowKey?.(row) ?? index} {...props} row={row} index={index} layout={layoutOf(props)} />
        ))}
      </ul>
      <Totals {...props} />
    </div>
  )
}

/** Which column is shown in which place of a card. */
interface CardLayout {
  title: Column<object> | undefined
  amount: Column<object> | undefined
  status: Column<object> | undefined
  image: Column<object> | undefined
  facts: readonly Column<object>[]
}

function layoutOf({ plan, columns, identity }: CardsProps): CardLayout {
  const columnOf = (planned: ColumnPlan<object> | undefined) => columns.find(({ key }) => key === planned?.key)
  const firstOf = (...kinds: string[]) =>
    plan.find(({ key, info }) => key !== identity && info !== undefined && kinds.includes(info.kind))
  const title = columns.find(({ key }) => key === identity) ?? columns[0]
  const special = {
    title,
    amount: columnOf(plan.find(({ amount }) => amount) ?? firstOf('money', 'change')),
    status: columnOf(firstOf('status')),
    image: columnOf(firstOf('image')),
  }
  const placedColumns = new Set(Object.values(special))
  return { ...special, facts: columns.filter((column) => !placedColumns.has(column)).slice(0, max_facts) }
}

type CardProps = CardsProps & { row: object; index: number; layout: CardLayout }

function Card(props: CardProps) {
  const { row, index, layout, rowKey, selected, onSelect, selectWhyNot, onOpen, actions, isRowActive } = props
  const key = rowKey?.(row)
  const isSelected = key !== undefined && selected?.has(key)
  const whyNot = selectWhyNot?.(row)
  const cell = (column: Column<object> | undefined) => column?.cell(row, index)
  const facts = layout.facts.map((column) => ({ column, value: cell(column) })).filter(({ value }) => !isEmpty(value))
  const image = cell(layout.image)
  const factList = facts.length > 0 && (
    <dl className={css.facts}>
      {facts.map(({ column, value }) => {
        const isWithName = isNamed(column, props.plan)
        const isWhole = typeof value === 'string' ? isShort(value) : isWithName
        const isPair = isWhole && isWithName && isShort(column.head)
        return (
          <div key={column.key} className={cx(css.fact, column.width > wide_fact_px && css.wide, isPair && css.pair)}>
            <dt>{isWithName ? column.head : <VisuallyHidden>{column.head}</VisuallyHidden>}</dt>
            <dd className={cx(isWhole && css.whole)}>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
  function select(on: boolean) {
    const selection = new Set(selected)
    if (on) selection.add(key!)
    else selection.delete(key!)
    onSelect?.(selection)
  }
  return (
    // The chevron button opens the row too; the card itself is only a larger click target.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <li
      className={cx(css.card, (isSelected || isRowActive?.(row)) && css.chosen)}
      onClick={onOpen && ((event) => !isForControl(event) && onOpen(row))}
    >
      {onSelect && key !== undefined && (
        <span className={css.select}>
          <Checkbox
            aria-label={`Chọn dòng ${index + 1}`}
            checked={Boolean(isSelected)}
            whyNot={whyNot}
            onChange={(on) => !whyNot && select(on)}
          />
        </span>
      )}
      <div className={css.body}>
        <div className={css.line}>
          <span className={css.title}>{cell(layout.title)}</span>
          {layout.amount && <span className={css.amount}>{cell(layout.amount)}</span>}
        </div>
        {!isEmpty(image) && <div className={css.image}>{image}</div>}
        {layout.status && factList}
        {(layout.status || factList || actions || onOpen) && (
          <div className={css.line}>
            {layout.status ? <span>{cell(layout.status)}</span> : factList || <span />}
            <span className={css.actions}>
              {actions?.(row, index)}
              {onOpen && <IconButton icon="chevron-right" label={`Mở dòng ${index + 1}`} onClick={() => onOpen(row)} />}
            </span>
          </div>
        )}
      </div>
    </li>
  )
}

/** Shorter names and values are not broken at the end of a line. */
const max_whole_length = 20
const isShort = (text: string) => text.length <= max_whole_length

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === ''

/** Whether a click hit a control on the card, and should not open the row. */
function isForControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element
  return !event.currentTarget.contains(target) || target.closest('button, a, input, label, select') !== null
}

/** Kinds whose values do not say what they are. */
const kinds_with_name: readonly (Kind | undefined)[] = ['day', 'moment', 'time', 'flag', 'list']

/** Whether the name of the column is shown before the value: a figure or a day may be any, a product or a person is known by itself. */
function isNamed({ key, align }: Column<object>, plan: CardsProps['plan']): boolean {
  return align === 'right' || kinds_with_name.includes(plan.find((column) => column.key === key)?.info?.kind)
}

function Totals({ columns, footer, footerName = 'Tổng cộng' }: CardsProps): ReactNode {
  if (footer === undefined) return null
  if (typeof footer === 'string') return <p className={css.totals}>{footer}</p>
  const sums = columns.filter(({ key }) => footer[key] !== undefined)
  return (
    <div className={css.totals}>
      <p className={css.totalsName}>{footerName}</p>
      <dl className={css.sums}>
        {sums.map(({ key, head }) => (
          <div key={key}>
            <dt>{head}</dt>
            <dd>{footer[key]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
