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
}

/** What a worker is started with: the table to read, and what its writer of rows needs to know. */
export interface TableWork<Options> {
  order: TableOrder
  options: Options
  /** What both threads count, at `in_flight` and `rows_read`. */
  counters: Int32Array<SharedArrayBuffer>
}

export type TableNews = { kind: 'rows'; bytes: Uint8Array } | { kind: 'done' } | { kind: 'refused'; message: string }

/** The place of the count of chunks that are on their way between the threads. */
export const in_flight = 0
/** The place of the count of rows that were read so far. */
export const rows_read = 1

/** How many chunks may be in flight between the threads; the reading thread waits when there are more. */
export const max_in_flight = 8
const max_reading_ms = 120_000
const heap_mb = 400

/**
 * Streams the lines that a worker writes for the rows of a file; the worker's module calls `writeTable`. Fails with a SheetError when the file is
 * no table, or too large.
 */
export class TableStream<Options> extends Readable {
  readonly #counters = new Int32Array(new SharedArrayBuffer(8))
  readonly #worker: Worker
  readonly #timer: NodeJS.Timeout
  #owed = 0
  #is_done = false

  constructor(worker: URL, order: TableOrder, options: Options) {
    super({ highWaterMark: 1024 * 1024 })
    this.#worker = new Worker(worker, {
      workerData: { order, options, counters: this.#counters } satisfies TableWork<Options>,
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

  /** How many rows were read so far. */
  get row_count(): number {
    return Atomics.load(this.#counters, rows_read)
  }

  #take(news: TableNews): void {
    if (this.destroyed) return
    if (news.kind === 'refused') return void this.destroy(new SheetError(news.message))
    if (news.kind === 'done') {
      this.#is_done = true
      return void this.push(null)
    }
    this.#owed++
    if (this.push(news.bytes)) this.#giveBack()
  }

  #giveBack(): void {
    Atomics.sub(this.#counters, in_flight, this.#owed)
    Atomics.notify(this.#counters, in_flight)
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
