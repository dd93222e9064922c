/** The rows that could not be taken, as the person's own file: their own columns and two more, to be mended and sent again. */
import { fold } from '#contract/fold.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'

export interface FaultyRow {
  row: SheetRow
  error: string
  fix: string
}

const added = ['Lỗi', 'Cách sửa'] as const

export async function errorFile(head: SheetRow | null, rows: readonly FaultyRow[]): Promise<Blob> {
  const width = rows.reduce((most, { row }) => Math.max(most, row.cells.length), head?.cells.length ?? 0)
  const heads = Array.from({ length: width }, (_, index) => String(head?.cells[index] ?? ''))
  // A file that was mended brings the two columns of the last time along.
  const kept = heads.map((text, index) => ({ text, index })).filter(({ text }) => !isAdded(text))
  const columns = [...kept.map(({ text }) => text), ...added].map((text) => ({ head: text, format: 'text' as const }))
  const book = new WorkbookWriter(columns)
  const cellsOf = ({ row, error, fix }: FaultyRow): Cell[] => [
    ...kept.map(({ index }) => row.cells[index] ?? null),
    error,
    fix,
  ]
  for (let from = 0; from < rows.length; from += rows_at_once)
    await book.add(rows.slice(from, from + rows_at_once).map(cellsOf))
  return book.finish()
}

const rows_at_once = 500

const isAdded = (head: string) => added.some((own) => fold(own) === fold(head))
