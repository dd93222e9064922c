/** Derives the columns of an export from schemas. Apart from cells.ts, which runs in a worker that has no schemas. */
import type * as z from 'zod/mini'
import { unwrap, defOf, infoOf, shapeOf } from '../schema.ts'
import type { ExportColumn } from './cells.ts'

type Schema = z.core.$ZodType

/** The export column of a field: its label (or another head), kind and option labels. */
export function exportColumn(key: string, schema: Schema | undefined, head?: string): ExportColumn {
  const info = schema && infoOf(schema)
  const singleSchema = schema && (elementOf(unwrap(schema)) ?? unwrap(schema))
  const options = info?.options ?? (singleSchema && infoOf(singleSchema)?.options)
  const name = singleSchema && nameField(singleSchema)
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
  return element && unwrap(element)
}

/** The field that names an object, its first text: 'group_name' of a group. */
function nameField(schema: Schema): string | undefined {
  return Object.entries(shapeOf(schema)).find(([, field]) => infoOf(field)?.kind === 'text')?.[0]
}
