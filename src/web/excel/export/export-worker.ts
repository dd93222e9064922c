/** The export itself, off the page's thread: reads page after page and packs the rows into a file. */
import { cellOf, sheetColumn, type ExportColumn } from '#contract/sheet/cells.ts'
import { ChangeWatch, PageFailure, readPage, readPages, type PageSource } from './export-pages.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { ReportFoot } from './report-foot.ts'

export interface ExportTask {
  source: PageSource
  columns: readonly ExportColumn[]
}

export type ExportMessage =
  | { kind: 'progress'; rows: number; total: number | null }
  | { kind: 'done'; file: Blob; rows: number; sheets: number; changed: boolean }
  | { kind: 'failed'; message: string; code: number | null; transid: string }

const report = (message: ExportMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ExportTask>) => {
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

/** Figures of several moments are no report: where they changed between its answers, all of it is read again. */
const tries = 3

async function write(order: ExportTask): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { is_report, ...done } = await writeOnce(order)
    if (!is_report || !done.changed || attempt === tries) return report(done)
  }
}

async function writeOnce({ source, columns }: ExportTask) {
  const book = new WorkbookWriter(columns.map(sheetColumn))
  const watch = new ChangeWatch()
  let total: number | null = null
  let foot: ReportFoot | null = null
  for await (const page of readPages(source, newTransid)) {
    if (!page.capped) total ??= page.total
    watch.see(page)
    if (page.stamp) {
      foot ??= new ReportFoot(page.stamp)
      foot.add(page.items, page.stamp)
    }
    await book.add(page.items.map((row) => columns.map((column) => cellOf(column, row[column.key]))))
    report({ kind: 'progress', rows: book.rows, total })
  }
  const { rows } = book
  const changed = await watch.end(rows, () => readPage(source, 1, newTransid))
  if (foot) await book.add(foot.rows(columns))
  const file = await book.finish()
  return { kind: 'done', file, rows, sheets: book.sheets, changed, is_report: foot !== null } as const
}

function newTransid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
