/** Worker: reads a chosen file and posts its rows in batches that the page takes without a pause. */
import { digestOf, readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import type { ImportLimits } from '#contract/sheet/sheet-limits.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'

export interface ReadRequest {
  file: File
  limits: ImportLimits
}

export type ReadMessage =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'done'; facts: SheetFacts; digest: string }
  /** null: an unexpected error, which the page reports as a damaged file. */
  | { kind: 'failed'; message: string | null }

const rows_per_message = 1_000
const post = (message: ReadMessage) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  read(data).catch((error: unknown) => {
    if (!(error instanceof SheetError)) console.error(error)
    post({ kind: 'failed', message: error instanceof SheetError ? error.message : null })
  })
})

async function read({ file, limits }: ReadRequest): Promise<void> {
  const digest = await digestOf(file)
  let rows: SheetRow[] = []
  const summary = await readRows(file, limits, (batch) => {
    for (const row of batch) rows.push(row)
    if (rows.length < rows_per_message) return
    post({ kind: 'rows', rows })
    rows = []
  })
  post({ kind: 'rows', rows })
  post({ kind: 'done', facts: summary, digest })
}
