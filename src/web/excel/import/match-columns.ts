/** Which column of a file is which field: by its head, without regard to case, accents, blanks and marks. */
import type * as z from 'zod/mini'
import { infoOf, isOptional, shapeOf, type FieldInfo } from '#contract/schema.ts'
import { fold } from '#contract/fold.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'

type Schema = z.core.$ZodType

/** A field that a file is to bring. */
export interface WantedColumn {
  key: string
  label: string
  info: FieldInfo
  schema: Schema
  required: boolean
}

export function wantedColumns(row: Schema): WantedColumn[] {
  return Object.entries(shapeOf(row)).map(([key, schema]) => {
    const info = infoOf(schema) ?? { kind: 'text', label: key }
    return { key, label: info.label, info, schema, required: !isOptional(schema) }
  })
}

/** By field: the place of its column in the file, or null where the file has none. */
export type Mapping = Record<string, number | null>

export interface Match {
  /** The row of heads; titles may stand above it. */
  head: SheetRow | null
  mapping: Mapping
}

const searched_rows = 20

export function matchColumns(wanted: readonly WantedColumn[], rows: readonly SheetRow[]): Match {
  let best: Match & { found: number } = { head: rows[0] ?? null, mapping: mappingFor(wanted, []), found: 0 }
  for (const head of rows.slice(0, searched_rows)) {
    const mapping = mappingFor(wanted, head.cells)
    const found = Object.values(mapping).filter((place) => place !== null).length
    if (found > best.found) best = { head, mapping, found }
  }
  return { head: best.head, mapping: best.mapping }
}

/** A head is the field's label, or its name as programs write it. */
function mappingFor(wanted: readonly WantedColumn[], heads: readonly Cell[]): Mapping {
  const places = heads.map((head) => (head === null ? '' : plain(String(head))))
  const placeOf = (name: string) => places.indexOf(plain(name))
  return Object.fromEntries(
    wanted.map(({ key, label }) => {
      const place = [placeOf(label), placeOf(key)].find((found) => found >= 0)
      return [key, place ?? null]
    }),
  )
}

const plain = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
