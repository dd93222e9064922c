/** Reads a chosen file in a worker: the rows of its first visible sheet, and notes about it. */
import type { ReadMessage, ReadRequest } from './read-worker.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import { default_limits, type ImportLimits } from '#contract/sheet/sheet-limits.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'

export interface SheetContent {
  file: File
  rows: SheetRow[]
  facts: SheetFacts
  /** Identifies the file's content. */
  digest: string
}

export interface ReadOptions {
  limits?: ImportLimits
  signal?: AbortSignal
  onProgress?: (rows: number) => void
}

/** The content of a file. Rejects with a SheetError, or with the reason of the signal. */
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
    worker.addEventListener('message', ({ data: message }: MessageEvent<ReadMessage>) => {
      if (message.kind === 'rows') {
        for (const row of message.rows) rows.push(row)
        return onProgress?.(rows.length)
      }
      end()
      if (message.kind === 'done') resolve({ file, rows, facts: message.facts, digest: message.digest })
      else reject(message.message === null ? sheetErrors.damaged() : new SheetError(message.message))
    })
    worker.addEventListener('error', () => {
      end()
      reject(sheetErrors.damaged())
    })
    worker.postMessage({ file, limits } satisfies ReadRequest)
  })
}
