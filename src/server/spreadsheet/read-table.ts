/** Reads the rows of a spreadsheet as text for PostgreSQL's COPY, in a worker thread, while they are sent to the database. */
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import type { ImportLimits } from '#contract/sheet/sheet-limits.ts'

export interface TableColumn {
  /** The column's accepted headings, compared without accents and case. */
  heads: readonly string[]
  required: boolean
}

export interface TableOrder {
  path: string
  columns: readonly TableColumn[]
  limits: ImportLimits
  /** A regular expression for the usual row: its fields joined by tabs, which then needs neither trimming nor escaping. */
  usual: string
}

export type TableNews =
  | { kind: 'rows'; bytes: Uint8Array; count: number }
  | { kind: 'done' }
  | { kind: 'refused'; message: string }

/** How many chunks may be in flight between the threads; the reading thread waits when there are more. */
export const max_in_flight = 8
const max_reading_ms = 120_000
const heap_mb = 400

/** Streams each row: its line number, one field per column, and whether it is a usual one. Fails with a SheetError when the file is no table, or too large. */
export class TableStream extends Readable {
  /** How many rows were read so far. */
  row_count = 0
  readonly #flow = new Int32Array(new SharedArrayBuffer(4))
  readonly #worker: Worker
  readonly #timer: NodeJS.Timeout
  #owed = 0
  #is_done = false

  constructor(order: TableOrder) {
    super({ highWaterMark: 1024 * 1024 })
    this.#worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
      workerData: { order, flow: this.#flow },
      resourceLimits: { maxOldGenerationSizeMb: heap_mb },
    })
    this.#worker.on('message', (news: TableNews) => this.#take(news))
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.destroy(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? sheetErrors.too_large('cần quá nhiều bộ nhớ') : error),
    )
    this.#worker.on('exit', () => {
      if (!this.#is_done) this.destroy(new Error('The reader of the table ended early'))
    })
    this.#timer = setTimeout(() => this.destroy(sheetErrors.too_large('đọc quá lâu')), max_reading_ms)
  }

  #take(news: TableNews): void {
    if (this.destroyed) return
    if (news.kind === 'refused') return void this.destroy(new SheetError(news.message))
    if (news.kind === 'done') {
      this.#is_done = true
      return void this.push(null)
    }
    this.row_count += news.count
    this.#owed++
    if (this.push(news.bytes)) this.#giveBack()
  }

  #giveBack(): void {
    Atomics.sub(this.#flow, 0, this.#owed)
    Atomics.notify(this.#flow, 0)
    this.#owed = 0
  }

  override _read(): void {
    this.#giveBack()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#is_done = true
    void this.#worker.terminate()
    done(error)
  }
}
