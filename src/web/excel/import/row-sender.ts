/**
 * Sends the valid rows of a file in batches. A batch keeps its transid on every attempt, so that rows which arrived before an interruption are
 * not imported twice.
 */
import type { CheckedRow } from './check-rows.ts'

/** A row that the server refused, by its index in the batch. */
export interface RefusedRow {
  index: number
  error: string
  fix?: string | undefined
  /** The invalid field, where it is a single one. */
  field?: string | null | undefined
}

/** Identifies a batch; the same on every attempt. */
export interface Batch {
  transid: string
  digest: string
}

export type SendRows<T> = (rows: T[], batch: Batch) => Promise<readonly RefusedRow[] | void>

export interface Interruption {
  /** Null where the person stopped the import. */
  failure: string | null
  transid: string | null
}

export interface BatchOptions {
  batch_rows: number
  newTransid: () => string
}

export class RowSender<T> {
  /** Rows that were answered; `total` is the number to send. */
  done = 0
  readonly total: number
  readonly refusals = new Map<CheckedRow<T>, RefusedRow>()
  readonly #send: SendRows<T>
  readonly #digest: string
  readonly #batches: { rows: CheckedRow<T>[]; transid: string }[] = []
  #next = 0
  #stopped = false

  constructor(rows: readonly CheckedRow<T>[], send: SendRows<T>, digest: string, options: BatchOptions) {
    const { batch_rows, newTransid } = options
    const valid = rows.filter(({ value }) => value !== null)
    for (let from = 0; from < valid.length; from += batch_rows)
      this.#batches.push({ rows: valid.slice(from, from + batch_rows), transid: newTransid() })
    this.total = valid.length
    this.#send = send
    this.#digest = digest
  }

  /** Stops after the current batch. */
  stop(): void {
    this.#stopped = true
  }

  /** Sends the remaining batches; null when all were answered. */
  async run(onBatch: () => void): Promise<Interruption | null> {
    this.#stopped = false
    for (; this.#next < this.#batches.length; this.#next++) {
      if (this.#stopped) return { failure: null, transid: null }
      const { rows, transid } = this.#batches[this.#next]!
      try {
        const values = rows.map(({ value }) => value as T)
        const answers = await this.#send(values, { transid, digest: this.#digest })
        for (const answer of answers ?? []) this.refusals.set(rows[answer.index]!, answer)
      } catch (error) {
        return interruptionOf(error, transid)
      }
      this.done += rows.length
      onBatch()
    }
    return null
  }
}

function interruptionOf(error: unknown, transid: string): Interruption {
  return { failure: error instanceof Error ? error.message : String(error), transid }
}
