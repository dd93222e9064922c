/** Saves the journal as files. */
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import type { JournalRow } from './books.contract.ts'

const columns = [
  { head: 'Số chứng từ', format: 'text' },
  { head: 'Ngày', format: 'text' },
  { head: 'Diễn giải', format: 'text' },
  { head: 'TK Nợ', format: 'text' },
  { head: 'TK Có', format: 'text' },
  { head: 'Số tiền', format: 'number' },
] as const

const cellsOf = ({ document, day, text, debit, credit, amount }: JournalRow) => [
  document,
  day.split('-').toReversed().join('/'),
  text,
  debit,
  credit,
  amount,
]

/** Each export has the same name and bytes, so that the accounting program recognizes a repeated import. */
const nameOf = (day: string) => `so-nhat-ky-${day}`

export async function saveJournal(day: string, rows: readonly JournalRow[]): Promise<void> {
  const book = new WorkbookWriter(columns)
  await book.add(rows.map(cellsOf))
  saveFile(await book.finish(), `${nameOf(day)}.xlsx`)
}

/** For programs that cannot read .xlsx: UTF-8 with byte order mark, separated by commas, quoted where needed. */
export function saveJournalCsv(day: string, rows: readonly JournalRow[]): void {
  const quotedCell = (cell: string | number) =>
    /[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)
  const lines = [columns.map(({ head }) => head), ...rows.map(cellsOf)].map((cells) => cells.map(quotedCell).join(','))
  saveFile(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), `${nameOf(day)}.csv`)
}
