/** Reads a chosen file off the page's thread, and hands the rows over in pieces that the page takes without a pause. */
import { digestOf, readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import type { SheetLimits } from '#contract/sheet/sheet-limits.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'

export interface ReadOrder {
  file: File
  limits: SheetLimits
}

export type ReadNews =
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'done'; facts: SheetFacts; digest: string }
  | { kind: 'failed'; message: string | null }

const piece = 1_000
const report = (news: ReadNews) => postMessage(news)

addEventListener('message', ({ data }: MessageEvent<ReadOrder>) => {
  read(data).catch((error: unknown) =>
    report({ kind: 'failed', message: error instanceof SheetError ? error.message : null }),
  )
})

async function read({ file, limits }: ReadOrder): Promise<void> {
  const digest = await digestOf(file)
  let rows: SheetRow[] = []
  const facts = await readRows(file, limits, (some) => {
    rows.push(...some)
    if (rows.length < piece) return
    report({ kind: 'rows', rows })
    rows = []
  })
  report({ kind: 'rows', rows })
  report({ kind: 'done', facts, digest })
}
