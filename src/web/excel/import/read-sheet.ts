/** Reads the file that a person chose: the rows of its first visible sheet, and what was noticed in it. */
import type { ReadNews, ReadOrder } from './read-worker.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import { default_limits, type SheetLimits } from '#contract/sheet/sheet-limits.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'

export interface SheetContent {
  file: File
  rows: SheetRow[]
  facts: SheetFacts
  /** The same for the same file. */
  digest: string
}

interface ReadOptions {
  limits?: SheetLimits
  signal?: AbortSignal
  onProgress?: (rows: number) => void
}

/** Rejects with a SheetError that says what is wrong with the file, or with the signal's reason. */
export function readSheet(file: File, { limits = default_limits, signal, onProgress }: ReadOptions = {}) {
  return new Promise<SheetContent>((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
    const rows: SheetRow[] = []
    const end = () => {
      worker.terminate()
      signal?.removeEventListener('abort', abort)
    }
    const abort = () => {
      end()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return abort()
    worker.addEventListener('message', ({ data: news }: MessageEvent<ReadNews>) => {
      if (news.kind === 'rows') {
        for (const row of news.rows) rows.push(row)
        return onProgress?.(rows.length)
      }
      end()
      if (news.kind === 'done') resolve({ file, rows, facts: news.facts, digest: news.digest })
      else reject(news.message === null ? sheetErrors.damaged() : new SheetError(news.message))
    })
    worker.addEventListener('error', () => {
      end()
      reject(sheetErrors.damaged())
    })
    worker.postMessage({ file, limits } satisfies ReadOrder)
  })
}
