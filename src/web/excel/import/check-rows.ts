/** Validates the rows of a file by the contract, like the server, in short slices so that the page stays responsive. */
import type * as z from 'zod/mini'
import { check } from '#contract/wire.ts'
import type { Mapping, ImportField } from './match-columns.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { cellReader, fixFor } from './typed-value.ts'

export interface CheckedRow<T> {
  row: SheetRow
  /** The value to send; null for a row with errors. */
  value: T | null
  /** Messages by field; '' is the row as a whole. */
  errors: Record<string, string>
  fixes: string[]
}

export interface CheckOptions {
  /** Fields whose combination must be unique in the file. */
  unique?: readonly string[]
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

/** How a field is read from a row. */
interface FieldReader {
  column: ImportField
  /** Index of its cell; null where the file has no such column. */
  index: number | null
  read: ReturnType<typeof cellReader>
}

/** How long the page may be blocked at a time: less than a frame. */
const slice_ms = 12

export async function checkRows<S extends z.ZodMiniObject>(
  schema: S,
  fields: readonly ImportField[],
  mapping: Mapping,
  rows: readonly SheetRow[],
  { unique = [], signal, onProgress }: CheckOptions = {},
): Promise<CheckedRow<z.output<S>>[]> {
  const readers = fields.map((column) => ({
    column,
    index: mapping[column.key] ?? null,
    read: cellReader(column.schema),
  }))
  const firstRows = new Map<string, number>()
  const checkedRows: CheckedRow<z.output<S>>[] = []
  let started_ms = performance.now()
  for (const row of rows) {
    if (performance.now() - started_ms > slice_ms) {
      onProgress?.(checkedRows.length)
      await new Promise((resolve) => setTimeout(resolve))
      signal?.throwIfAborted()
      started_ms = performance.now()
    }
    if (isBlank(row, readers)) continue
    const checkedRow = checkRow(schema, readers, row)
    checkedRows.push(unique.length > 0 ? withoutRepeat(checkedRow, unique, firstRows) : checkedRow)
  }
  return checkedRows
}

/** Whether a row has no value in any mapped column: a note, or leftover formatting. */
function isBlank({ cells }: SheetRow, readers: readonly FieldReader[]): boolean {
  return readers.every(({ index }) => index === null || isEmpty(cells[index] ?? null))
}

const isEmpty = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '')

function checkRow<S extends z.ZodMiniObject>(
  schema: S,
  readers: readonly FieldReader[],
  row: SheetRow,
): CheckedRow<z.output<S>> {
  const raw: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  const fixes: string[] = []
  for (const { column, index, read } of readers) {
    const result = read(index === null ? null : (row.cells[index] ?? null))
    if ('value' in result) raw[column.key] = result.value
    else {
      errors[column.key] = result.problem
      fixes.push(result.fix)
    }
  }
  const result = check(schema, raw)
  if (result.ok && fixes.length === 0) return { row, value: result.value, errors, fixes }
  const rowFaults = result.ok ? {} : result.fields
  for (const { column } of readers) {
    if (rowFaults[column.key] === undefined || errors[column.key] !== undefined) continue
    errors[column.key] = rowFaults[column.key]!
    fixes.push(fixFor(column.info, raw[column.key] === undefined))
  }
  if (rowFaults[''] !== undefined) errors[''] = rowFaults['']
  return { row, value: null, errors, fixes: [...new Set(fixes)] }
}

/** Marks a row as an error when an earlier one has the same unique fields. */
function withoutRepeat<T>(
  checkedRow: CheckedRow<T>,
  unique: readonly string[],
  firstRows: Map<string, number>,
): CheckedRow<T> {
  if (checkedRow.value === null) return checkedRow
  const key = JSON.stringify(unique.map((name) => (checkedRow.value as Record<string, unknown>)[name]))
  const firstRow = firstRows.get(key)
  if (firstRow === undefined) {
    firstRows.set(key, checkedRow.row.number)
    return checkedRow
  }
  const errors = { [unique[0]!]: `Trùng với dòng ${firstRow}` }
  return { ...checkedRow, value: null, errors, fixes: [`Xóa dòng này hoặc dòng ${firstRow}`] }
}

/** All errors of a row in one text. */
export function errorText({ errors }: CheckedRow<unknown>, fields: readonly ImportField[]): string {
  return Object.entries(errors)
    .map(([key, message]) => {
      const column = fields.find((candidate) => candidate.key === key)
      return column ? `${column.label}: ${message}` : message
    })
    .join('; ')
}
