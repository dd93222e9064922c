/** The rows of a spreadsheet as text that PostgreSQL's COPY takes, read in a thread of its own while they are sent. */
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import type { ImportLimits } from '#contract/sheet/sheet-limits.ts'

export interface TableColumn {
  /** The heads by which the column is known, accents and capitals aside. */
  heads: readonly string[]
  required: boolean
}

export interface TableOrder {
  path: string
  columns: readonly TableColumn[]
  limits: ImportLimits
}

export type TableNews =
  | { kind: 'rows'; bytes: Uint8Array; count: number }
  | { kind: 'done' }
  | { kind: 'refused'; message: string }

/** Chunks that are on their way between the threads: the reader waits when there are more. */
export const most_in_flight = 8
const longest_reading_ms = 120_000
const heap_mb = 400

/** Each row is its line in the file and one field a column. Ends with a SheetError where the file is none, or too much of one. */
export class TableStream extends Readable {
  /** How many rows have come so far. */
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
    this.#timer = setTimeout(() => this.destroy(sheetErrors.too_large('đọc quá lâu')), longest_reading_ms)
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
