/** Web worker of an export: reads all pages and writes the rows to an .xlsx file. */
import { cellOf, sheetColumn, type ExportColumn } from '#contract/sheet/cells.ts'
import { ChangeWatch, PageFailure, readPage, readPages, type PageSource } from './export-pages.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { ReportFoot } from '#contract/sheet/report-foot.ts'

export interface ExportTask {
  source: PageSource
  columns: readonly ExportColumn[]
}

export type ExportMessage =
  | { kind: 'progress'; rows: number; total: number | null }
  | { kind: 'done'; file: Blob; rows: number; sheets: number; changed: boolean }
  | { kind: 'failed'; message: string; code: number | null; transid: string }

const post = (message: ExportMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ExportTask>) => {
  write(data).catch((error: unknown) => {
    const isPageFailure = error instanceof PageFailure
    post({
      kind: 'failed',
      message: isPageFailure ? error.message : String(error),
      code: isPageFailure ? error.code : null,
      transid: isPageFailure ? error.transid : '',
    })
  })
})

/** A report must be consistent: when figures changed between its pages, it is read again. */
const max_attempts = 3

async function write(task: ExportTask): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { is_report, ...done } = await writeOnce(task)
    if (!is_report || !done.changed || attempt === max_attempts) return post(done)
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
    post({ kind: 'progress', rows: book.rows, total })
  }
  const { rows } = book
  const hasChanged = await watch.end(rows, () => readPage(source, 1, newTransid))
  if (foot) await book.add(foot.rows(columns))
  const file = await book.finish()
  return { kind: 'done', file, rows, sheets: book.sheets, changed: hasChanged, is_report: foot !== null } as const
}

function newTransid(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
