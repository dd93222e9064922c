/** The columns of a list as its row's contract describes them, and what a person has made of them. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { unwrap, defOf, infoOf, shapeOf, type FieldInfo, type Kind } from '#contract/schema.ts'

/** A column: the name of a field, or that with what is not to be guessed from its kind. */
export type ColumnSpec<Row> =
  | (keyof Row & string)
  | {
      key: keyof Row & string
      head?: string
      /** What it shows, where that comes from elsewhere than the rows' own contract. */
      field?: z.core.$ZodType
      width?: number
      cell?: (row: Row) => ReactNode
      /** Shown only when chosen. */
      hidden?: boolean
      /** What the rows are of just now: shown whatever columns were chosen before. */
      always?: boolean
      /** Its place among those that come first on a phone, where only two or three are seen at once. */
      narrow?: number
      /** The fields that a file has in its place, where the cell shows more than its own. */
      excel?: readonly (keyof Row & string)[]
    }

export interface ColumnPlan<Row = never> {
  key: string
  head: string
  width: number
  grow: boolean
  info: FieldInfo | undefined
  cell: ((row: Row) => ReactNode) | undefined
  hidden: boolean
  always: boolean
  narrow: number | undefined
  excel: readonly string[] | undefined
}

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

export function rowShapeOf(call: Call): Record<string, z.core.$ZodType> {
  const items = shapeOf(call.output).items
  return items ? shapeOf(defOf(unwrap(items)).element!) : {}
}

/** The sums that a list call answers beside its rows, by field. */
export function sumShapeOf(call: Call): Record<string, z.core.$ZodType> {
  const { sums } = shapeOf(call.output)
  return sums ? shapeOf(sums) : {}
}

export function planOf<Row>(call: Call, columns: readonly ColumnSpec<Row>[]): ColumnPlan<Row>[] {
  const shape = rowShapeOf(call)
  return columns.map((column) => {
    const spec = typeof column === 'string' ? { key: column } : column
    const field = spec.field ?? shape[spec.key]
    const info = field && infoOf(field)
    const fixed = spec.width ?? (info && widths[info.kind])
    return {
      key: spec.key,
      head: spec.head ?? info?.label ?? spec.key,
      width: fixed ?? 160,
      grow: fixed === undefined,
      info,
      cell: spec.cell,
      hidden: spec.hidden ?? false,
      always: spec.always ?? false,
      narrow: spec.narrow,
      excel: spec.excel,
    }
  })
}

/** The column that says which row it is: it stays in sight until somebody wants it otherwise. */
export function identityOf<Row>(plan: readonly ColumnPlan<Row>[]): string | null {
  return plan.find(({ info, hidden }) => info?.kind !== 'image' && !hidden)?.key ?? null
}

/** What a person has made of the columns; see ListPreference. */
export interface Arrangement {
  columns: readonly string[] | null
  pinned: readonly string[]
}

/**
 * The columns on screen in their order, pinned ones first. What the list no longer has is passed over. An order is mostly made at a desk: on a phone
 * those that have a place there still come before the others.
 */
export function shownOf<Row>(
  plan: readonly ColumnPlan<Row>[],
  { columns, pinned }: Arrangement,
  isNarrow = false,
): ColumnPlan<Row>[] {
  const known = (columns ?? []).flatMap((key) => plan.find((column) => column.key === key) ?? [])
  const added = plan.filter((column) => column.always && !known.includes(column))
  const shown = known.length > 0 ? [...added, ...known] : plan.filter((column) => !column.hidden)
  const isPinned = ({ key }: ColumnPlan<Row>) => pinned.includes(key)
  const others = shown.filter((column) => !isPinned(column))
  const place = ({ narrow = Infinity }: ColumnPlan<Row>) => narrow
  const inPlace = (one: ColumnPlan<Row>, other: ColumnPlan<Row>) =>
    place(one) === place(other) ? 0 : place(one) - place(other)
  return [...shown.filter(isPinned), ...(isNarrow ? others.toSorted(inPlace) : others)]
}
