/** The columns of a list as they go into a file: labels, kinds and words from the contract of its rows. */
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { bare, defOf, infoOf, shapeOf } from '#contract/fields.ts'
import { rowShapeOf, type ColumnPlan } from '../columns.ts'
import type { ExportColumn } from './cells.ts'

type Schema = z.core.$ZodType

/** A column of the list as far as a file needs it. */
export type ShownColumn = Pick<ColumnPlan<unknown>, 'key' | 'head' | 'info'>

export function exportColumns(call: Call, plan: readonly ShownColumn[]): ExportColumn[] {
  const shape = rowShapeOf(call)
  return plan
    .filter(({ info }) => info?.kind !== 'password' && info?.kind !== 'secret')
    .map(({ key, head, info }) => {
      const schema = shape[key] && bare(shape[key])
      const single = schema && (elementOf(schema) ?? schema)
      const options = info?.options ?? (single && infoOf(single)?.options)
      const name = single && nameField(single)
      return { key, head, kind: info?.kind, ...(options && { options }), ...(name && { name }) }
    })
}

function elementOf(schema: Schema): Schema | undefined {
  const { element } = defOf(schema)
  return element && bare(element)
}

/** The first text among the fields of an object: 'group_name' of a group. */
function nameField(schema: Schema): string | undefined {
  return Object.entries(shapeOf(schema)).find(([, field]) => infoOf(field)?.kind === 'text')?.[0]
}
