/** The export itself, off the page's thread: reads page after page and packs the rows into a file. */
import { cellOf, sheetColumn, type ExportColumn } from './cells.ts'
import { ChangeWatch, PageFailure, readPage, readPages, type PageSource } from './export-pages.ts'
import { WorkbookWriter } from './workbook-writer.ts'

export interface ExportOrder {
  source: PageSource
  columns: readonly ExportColumn[]
}

export type ExportNews =
  | { kind: 'progress'; rows: number; total: number | null }
  | { kind: 'done'; file: Blob; rows: number; sheets: number; changed: boolean }
  | { kind: 'failed'; message: string; code: number | null; transid: string }

const report = (news: ExportNews) => postMessage(news)

addEventListener('message', ({ data }: MessageEvent<ExportOrder>) => {
  write(data).catch((error: unknown) => {
    const known = error instanceof PageFailure
    report({
      kind: 'failed',
      message: known ? error.message : String(error),
      code: known ? error.code : null,
      transid: known ? error.transid : '',
    })
  })
})

async function write({ source, columns }: ExportOrder): Promise<void> {
  const book = new WorkbookWriter(columns.map(sheetColumn))
  const watch = new ChangeWatch()
  let total: number | null = null
  for await (const page of readPages(source, newTransid)) {
    if (!page.capped) total ??= page.total
    watch.see(page)
    await book.add(page.items.map((row) => columns.map((column) => cellOf(column, row[column.key]))))
    report({ kind: 'progress', rows: book.rows, total })
  }
  const changed = await watch.end(book.rows, () => readPage(source, 1, newTransid))
  const file = await book.finish()
  report({ kind: 'done', file, rows: book.rows, sheets: book.sheets, changed })
}

function newTransid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
