/** Every row of a file against the contract, as the server will check it, a few at a time so that the page stays free. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import type { Mapping, WantedColumn } from './match-columns.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { fixFor, understanding } from './typed-value.ts'

export interface CheckedRow<T> {
  row: SheetRow
  /** What is sent; null for a row with errors. */
  value: T | null
  /** By field: what is wrong with it. '' is the row as a whole. */
  errors: Record<string, string>
  fixes: string[]
}

export interface CheckOptions {
  /** Fields that together may stand in the file only once. */
  unique?: readonly string[]
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

interface Plan {
  column: WantedColumn
  place: number | null
  read: ReturnType<typeof understanding>
}

/** How long the page may be held at a stretch, in milliseconds. */
const stretch = 12

export async function checkRows<S extends z.ZodMiniObject>(
  schema: S,
  wanted: readonly WantedColumn[],
  mapping: Mapping,
  rows: readonly SheetRow[],
  { unique = [], signal, onProgress }: CheckOptions = {},
): Promise<CheckedRow<z.output<S>>[]> {
  const plan = wanted.map((column) => ({
    column,
    place: mapping[column.key] ?? null,
    read: understanding(column.schema),
  }))
  const seen = new Map<string, number>()
  const checked: CheckedRow<z.output<S>>[] = []
  let since = performance.now()
  for (const row of rows) {
    if (performance.now() - since > stretch) {
      onProgress?.(checked.length)
      await new Promise((resolve) => setTimeout(resolve))
      signal?.throwIfAborted()
      since = performance.now()
    }
    if (isBlank(row, plan)) continue
    const one = checkRow(schema, plan, row)
    checked.push(unique.length > 0 ? withoutRepeat(one, unique, seen) : one)
  }
  return checked
}

/** Nothing in any column that is wanted: a line of notes, or formatting that somebody left behind. */
function isBlank({ cells }: SheetRow, plan: readonly Plan[]): boolean {
  return plan.every(({ place }) => place === null || isEmpty(cells[place] ?? null))
}

const isEmpty = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '')

function checkRow<S extends z.ZodMiniObject>(schema: S, plan: readonly Plan[], row: SheetRow): CheckedRow<z.output<S>> {
  const raw: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const fixes: string[] = []
  for (const { column, place, read } of plan) {
    const typed = read(place === null ? null : (row.cells[place] ?? null))
    if ('value' in typed) raw[column.key] = typed.value
    else {
      errors[column.key] = typed.problem
      fixes.push(typed.fix)
    }
  }
  const result = check(schema, raw)
  if (result.ok && fixes.length === 0) return { row, value: result.value, errors, fixes }
  const refused = result.ok ? {} : result.fields
  for (const { column } of plan) {
    if (refused[column.key] === undefined || errors[column.key] !== undefined) continue
    errors[column.key] = refused[column.key]!
    fixes.push(fixFor(column.info, raw[column.key] === undefined))
  }
  if (refused[''] !== undefined) errors[''] = refused['']
  return { row, value: null, errors, fixes: [...new Set(fixes)] }
}

/** The first of several rows with the same key is taken; the others say where it stands. */
function withoutRepeat<T>(one: CheckedRow<T>, unique: readonly string[], seen: Map<string, number>): CheckedRow<T> {
  if (one.value === null) return one
  const key = JSON.stringify(unique.map((name) => (one.value as Record<string, unknown>)[name]))
  const first = seen.get(key)
  if (first === undefined) {
    seen.set(key, one.row.number)
    return one
  }
  const errors = { [unique[0]!]: `Trùng với dòng ${first}` }
  return { ...one, value: null, errors, fixes: [`Xóa dòng này hoặc dòng ${first}`] }
}

/** One sentence of all that is wrong with a row. */
export function errorText({ errors }: CheckedRow<unknown>, wanted: readonly WantedColumn[]): string {
  return Object.entries(errors)
    .map(([key, message]) => {
      const column = wanted.find((one) => one.key === key)
      return column ? `${column.label}: ${message}` : message
    })
    .join('; ')
}
