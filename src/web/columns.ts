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

export interface TableHabit {
  density: 'comfortable' | 'compact'
  /** By column: shown or not, where that differs from the screen's own choice. */
  shown: Record<string, boolean>
}

export const usual: TableHabit = { density: 'comfortable', shown: {} }

const nameOf = (call: Call, user_id: number | null) => `table:${user_id ?? ''}:${call.name}`

export function readHabit(call: Call, user_id: number | null): TableHabit {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(call, user_id)) ?? 'null') as Partial<TableHabit> | null
    return { ...usual, ...kept }
  } catch {
    return usual
  }
}

export function keepHabit(call: Call, user_id: number | null, habit: TableHabit): void {
  try {
    localStorage.setItem(nameOf(call, user_id), JSON.stringify(habit))
  } catch {
    // Where storage is forbidden the choice lasts until the page is left.
  }
}
