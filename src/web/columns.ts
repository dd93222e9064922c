/** The columns of a list as its row's contract describes them, and what a person has made of them. */
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { bare, defOf, infoOf, shapeOf, type FieldInfo, type Kind } from '#contract/fields.ts'

/** A column: the name of a field, or that with what is not to be guessed from its kind. */
export type ColumnSpec<Row> =
  | (keyof Row & string)
  | {
      key: keyof Row & string
      head?: string
      width?: number
      cell?: (row: Row) => ReactNode
      /** Shown only when chosen. */
      hidden?: boolean
      /** The fields that a file has in its place, where the cell shows more than its own. */
      excel?: readonly (keyof Row & string)[]
    }

export interface ColumnPlan<Row> {
  key: string
  head: string
  width: number
  grow: boolean
  info: FieldInfo | undefined
  cell: ((row: Row) => ReactNode) | undefined
  hidden: boolean
  excel: readonly string[] | undefined
}

const widths: Partial<Record<Kind, number>> = {
  id: 72,
  count: 96,
  money: 132,
  day: 104,
  moment: 136,
  phone: 116,
  email: 200,
  status: 116,
  flag: 96,
  image: 84,
  link: 200,
  list: 180,
}

export function rowShapeOf(call: Call): Record<string, z.core.$ZodType> {
  const items = shapeOf(call.output).items
  return items ? shapeOf(defOf(bare(items)).element!) : {}
}

export function planOf<Row>(call: Call, columns: readonly ColumnSpec<Row>[]): ColumnPlan<Row>[] {
  const shape = rowShapeOf(call)
  return columns.map((column) => {
    const spec = typeof column === 'string' ? { key: column } : column
    const info = shape[spec.key] && infoOf(shape[spec.key]!)
    const fixed = spec.width ?? (info && widths[info.kind])
    return {
      key: spec.key,
      head: spec.head ?? info?.label ?? spec.key,
      width: fixed ?? 160,
      grow: fixed === undefined,
      info,
      cell: spec.cell,
      hidden: spec.hidden ?? false,
      excel: spec.excel,
    }
  })
}

/** The columns on screen, in their order. `chosen` are the keys that a person chose; what the list no longer has is passed over. */
export function shownOf<Row>(plan: readonly ColumnPlan<Row>[], chosen: readonly string[] | null): ColumnPlan<Row>[] {
  const known = (chosen ?? []).flatMap((key) => plan.find((column) => column.key === key) ?? [])
  return known.length > 0 ? known : plan.filter((column) => !column.hidden)
}

/** The choice after one column was shown or hidden; null when that is again the screen's own. A column comes back at its place in the plan. */
export function toggled<Row>(
  plan: readonly ColumnPlan<Row>[],
  chosen: readonly string[] | null,
  key: string,
): string[] | null {
  const shown = shownOf(plan, chosen).map((column) => column.key)
  const own = shownOf(plan, null).map((column) => column.key)
  const next = shown.includes(key) ? shown.filter((other) => other !== key) : inserted(plan, shown, key)
  return next.join() === own.join() ? null : next
}

function inserted<Row>(plan: readonly ColumnPlan<Row>[], shown: readonly string[], key: string): string[] {
  const keys = plan.map((column) => column.key)
  const before = keys.slice(0, keys.indexOf(key)).findLast((other) => shown.includes(other))
  return shown.toSpliced(before === undefined ? 0 : shown.indexOf(before) + 1, 0, key)
}
