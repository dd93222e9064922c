/** The columns of a list: derived from its row's contract, then arranged as the person chose. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { unwrap, defOf, infoOf, shapeOf, type FieldInfo, type Kind } from '#contract/schema.ts'
import { show } from '#web/value/kinds.tsx'

/** A column as a screen declares it: the name of a field, or an object where the field's metadata is not enough. */
export type ColumnSpec<Row> =
  | (keyof Row & string)
  | {
      key: keyof Row & string
      head?: string
      /** A longer explanation of the head. */
      hint?: string
      width?: number
      cell?: (row: Row) => ReactNode
      /** What cell and export say where the field is empty: 'Mọi nguồn'. */
      empty?: string
      /** Hidden until the person chooses it. */
      hidden?: boolean
      /** Always shown, whatever columns the person chose: what the rows are grouped by at the moment. */
      always?: boolean
      /** The rank of the column on a phone, where only the first two or three columns are visible. */
      narrow?: number
      /** The figure that a card on a phone shows beside its title; where no column says so, it is the first one of money. */
      amount?: boolean
      /** The fields that an export writes instead, where the cell shows more than its own field. */
      excel?: readonly (keyof Row & string)[]
    }

/** A declared column with everything that its row's contract says of it. */
export interface ColumnPlan<Row = never> {
  key: string
  head: string
  hint?: string | undefined
  width: number
  grow: boolean
  info: FieldInfo | undefined
  cell: (row: Row) => ReactNode
  empty: string | undefined
  hidden: boolean
  always: boolean
  narrow: number | undefined
  amount: boolean
  excel: readonly string[] | undefined
}

/** Widths in pixels by kind; columns of other kinds grow. */
const widths: Partial<Record<Kind, number>> = {
  id: 72,
  count: 96,
  money: 132,
  change: 132,
  day: 104,
  moment: 136,
  time: 72,
  phone: 116,
  email: 200,
  status: 124,
  flag: 96,
  image: 84,
  link: 200,
  list: 180,
}

const growing_min_width = 160

/** The fields of a list call's rows. */
export function rowShapeOf(call: Call): Record<string, z.core.$ZodType> {
  const items = shapeOf(call.output).items
  return items ? shapeOf(defOf(unwrap(items)).element!) : {}
}

/** The fields of the sums that a list call answers with its rows. */
export function sumShapeOf(call: Call): Record<string, z.core.$ZodType> {
  const { sums } = shapeOf(call.output)
  return sums ? shapeOf(sums) : {}
}

/** The plan of each declared column: metadata from the contract of the call's rows. */
export function planOf<Row>(call: Call, columns: readonly ColumnSpec<Row>[]): ColumnPlan<Row>[] {
  const shape = rowShapeOf(call)
  return columns.map((column) => {
    const spec = typeof column === 'string' ? { key: column } : column
    const field = shape[spec.key]
    const info = field && infoOf(field)
    const fixed = spec.width ?? (info && widths[info.kind])
    return {
      key: spec.key,
      head: spec.head ?? info?.label ?? spec.key,
      hint: spec.hint,
      width: fixed ?? growing_min_width,
      grow: fixed === undefined,
      info,
      cell: (row) => {
        const value = row[spec.key]
        // An empty list is an empty text, too.
        if (spec.empty && String(value ?? '') === '') return spec.empty
        return spec.cell ? spec.cell(row) : show(info, value)
      },
      empty: spec.empty,
      hidden: spec.hidden ?? false,
      always: spec.always ?? false,
      narrow: spec.narrow,
      amount: spec.amount ?? false,
      excel: spec.excel,
    }
  })
}

/** The key of the column that identifies a row: the first one that is no picture. It is pinned by default. */
export function identityColumn<Row>(plan: readonly ColumnPlan<Row>[]): string | null {
  return plan.find(({ info, hidden }) => info?.kind !== 'image' && !hidden)?.key ?? null
}

/** Which columns a person chose and pinned; see ListPreference. */
export interface Arrangement {
  columns: readonly string[] | null
  pinned: readonly string[]
}

/**
 * The shown columns in their order, pinned ones first. Chosen columns that no longer exist are skipped. On a phone the columns with a `narrow` rank
 * come first even so, because people arrange columns on wide screens.
 */
export function shownColumns<Row>(
  plan: readonly ColumnPlan<Row>[],
  { columns, pinned }: Arrangement,
  isNarrow = false,
): ColumnPlan<Row>[] {
  const chosenColumns = (columns ?? []).flatMap((key) => plan.find((column) => column.key === key) ?? [])
  const addedColumns = plan.filter((column) => column.always && !chosenColumns.includes(column))
  const visible =
    chosenColumns.length > 0 ? [...addedColumns, ...chosenColumns] : plan.filter((column) => !column.hidden)
  const isPinned = ({ key }: ColumnPlan<Row>) => pinned.includes(key)
  const unpinned = visible.filter((column) => !isPinned(column))
  const rank = ({ narrow = Infinity }: ColumnPlan<Row>) => narrow
  // Without the test for equality two columns without a rank would compare as NaN.
  const byRank = (one: ColumnPlan<Row>, other: ColumnPlan<Row>) =>
    rank(one) === rank(other) ? 0 : rank(one) - rank(other)
  return [...visible.filter(isPinned), ...(isNarrow ? unpinned.toSorted(byRank) : unpinned)]
}
