/** The file of invalid rows: the columns of the person's file with error and correction, to be corrected and imported again. */
import { fold } from '#contract/fold.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'

export interface FaultyRow {
  row: SheetRow
  error: string
  fix: string
}

const error_columns = ['Lỗi', 'Cách sửa'] as const

export async function errorFile(head: SheetRow | null, rows: readonly FaultyRow[]): Promise<Blob> {
  const width = rows.reduce((max, { row }) => Math.max(max, row.cells.length), head?.cells.length ?? 0)
  const heads = Array.from({ length: width }, (_, index) => String(head?.cells[index] ?? ''))
  // A corrected error file still has these two columns; they are replaced.
  const originals = heads.map((text, index) => ({ text, index })).filter(({ text }) => !isErrorColumn(text))
  const columns = [...originals.map(({ text }) => text), ...error_columns].map((text) => ({
    head: text,
    format: 'text' as const,
  }))
  const book = new WorkbookWriter(columns)
  const cellsOf = ({ row, error, fix }: FaultyRow): Cell[] => [
    ...originals.map(({ index }) => row.cells[index] ?? null),
    error,
    fix,
  ]
  for (let from = 0; from < rows.length; from += rows_per_write)
    await book.add(rows.slice(from, from + rows_per_write).map(cellsOf))
  return book.finish()
}

const rows_per_write = 500

const isErrorColumn = (head: string) => error_columns.some((name) => fold(name) === fold(head))
