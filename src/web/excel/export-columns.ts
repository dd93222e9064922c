/** The columns of a list as they go into a file: labels, kinds and words from the contract of its rows. */
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { bare, defOf, infoOf, shapeOf } from '#contract/fields.ts'
import { rowShapeOf, type ColumnPlan } from '../columns.ts'
import type { ExportColumn } from './cells.ts'

type Schema = z.core.$ZodType

/** A column of the list as far as a file needs it. */
export type ShownColumn = Pick<ColumnPlan<unknown>, 'key' | 'head' | 'excel'>

export function exportColumns(call: Call, plan: readonly ShownColumn[]): ExportColumn[] {
  const shape = rowShapeOf(call)
  return plan
    .flatMap(({ key, head, excel }) =>
      excel ? excel.map((field) => columnOf(field, undefined, shape[field])) : [columnOf(key, head, shape[key])],
    )
    .filter(({ kind }) => kind !== 'password' && kind !== 'secret')
}

function columnOf(key: string, head: string | undefined, schema: Schema | undefined): ExportColumn {
  const info = schema && infoOf(schema)
  const single = schema && (elementOf(bare(schema)) ?? bare(schema))
  const options = info?.options ?? (single && infoOf(single)?.options)
  const name = single && nameField(single)
  return {
    key,
    head: head ?? info?.label ?? key,
    kind: info?.kind,
    ...(options && { options }),
    ...(name && { name }),
  }
}

function elementOf(schema: Schema): Schema | undefined {
  const { element } = defOf(schema)
  return element && bare(element)
}

/** The first text among the fields of an object: 'group_name' of a group. */
function nameField(schema: Schema): string | undefined {
  return Object.entries(shapeOf(schema)).find(([, field]) => infoOf(field)?.kind === 'text')?.[0]
}
