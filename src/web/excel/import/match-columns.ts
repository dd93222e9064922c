/** Matches file columns to fields by their heads, ignoring case, accents, spaces and punctuation. */
import type * as z from 'zod/mini'
import { infoOf, isOptional, shapeOf, type FieldInfo } from '#contract/schema.ts'
import { fold } from '#contract/fold.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'

type Schema = z.core.$ZodType

/** A field to be imported. */
export interface ImportField {
  key: string
  label: string
  info: FieldInfo
  schema: Schema
  required: boolean
}

/** The fields of a row's schema. */
export function importFields(row: Schema): ImportField[] {
  return Object.entries(shapeOf(row)).map(([key, schema]) => {
    const info = infoOf(schema) ?? { kind: 'text', label: key }
    return { key, label: info.label, info, schema, required: !isOptional(schema) }
  })
}

/** Column index in the file by field; null where the file has no such column. */
export type Mapping = Record<string, number | null>

export interface Match {
  /** The row with the heads; rows above it are titles. */
  head: SheetRow | null
  mapping: Mapping
}

/** Among how many rows at the top the heads are searched. */
const searched_rows = 20

/** The head row with the most matching columns, and their mapping. */
export function matchColumns(fields: readonly ImportField[], rows: readonly SheetRow[]): Match {
  let best: Match & { matched: number } = { head: rows[0] ?? null, mapping: mappingFor(fields, []), matched: 0 }
  for (const head of rows.slice(0, searched_rows)) {
    const mapping = mappingFor(fields, head.cells)
    const matched_count = Object.values(mapping).filter((index) => index !== null).length
    if (matched_count > best.matched) best = { head, mapping, matched: matched_count }
  }
  return { head: best.head, mapping: best.mapping }
}

/** A head may be the field's label or its key. */
function mappingFor(fields: readonly ImportField[], heads: readonly Cell[]): Mapping {
  const normalized = heads.map((head) => (head === null ? '' : normalize(String(head))))
  const indexOf = (name: string) => normalized.indexOf(normalize(name))
  return Object.fromEntries(
    fields.map(({ key, label }) => {
      const index = [indexOf(label), indexOf(key)].find((position) => position >= 0)
      return [key, index ?? null]
    }),
  )
}

const normalize = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
