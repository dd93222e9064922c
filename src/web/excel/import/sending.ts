/**
 * The good rows of a file on their way to the server, piece after piece. A piece keeps its transid on every try: what was sent and
 * perhaps taken before a break is not taken again.
 */
import type { CheckedRow } from './check-rows.ts'

/** A row that the server did not take, by its place in the piece that was sent. */
export interface RefusedRow {
  index: number
  error: string
  fix?: string | undefined
  /** The field that is wrong, where it is one. */
  field?: string | null | undefined
}

/** What belongs to one piece of rows, the same on every try of it. */
export interface Piece {
  transid: string
  digest: string
}

export type SendRows<T> = (rows: T[], piece: Piece) => Promise<readonly RefusedRow[] | void>

export interface Break {
  /** Null where the person stopped it. */
  failure: string | null
  transid: string | null
}

export interface Cut {
  rows_at_once: number
  newTransid: () => string
}

export class Sending<T> {
  /** Rows that have got an answer, and how many there are to send. */
  done = 0
  readonly of: number
  readonly refused = new Map<CheckedRow<T>, RefusedRow>()
  readonly #send: SendRows<T>
  readonly #digest: string
  readonly #pieces: { rows: CheckedRow<T>[]; transid: string }[] = []
  #next = 0
  #stopped = false

  constructor(checked: readonly CheckedRow<T>[], send: SendRows<T>, digest: string, cut: Cut) {
    const { rows_at_once, newTransid } = cut
    const valid = checked.filter(({ value }) => value !== null)
    for (let from = 0; from < valid.length; from += rows_at_once)
      this.#pieces.push({ rows: valid.slice(from, from + rows_at_once), transid: newTransid() })
    this.of = valid.length
    this.#send = send
    this.#digest = digest
  }

  /** Ends after the piece that is on its way. */
  stop(): void {
    this.#stopped = true
  }

  /** Sends what is left; null when all of it has been answered. */
  async run(onPiece: () => void): Promise<Break | null> {
    this.#stopped = false
    for (; this.#next < this.#pieces.length; this.#next++) {
      if (this.#stopped) return { failure: null, transid: null }
      const { rows, transid } = this.#pieces[this.#next]!
      try {
        const values = rows.map(({ value }) => value as T)
        const answers = await this.#send(values, { transid, digest: this.#digest })
        for (const answer of answers ?? []) this.refused.set(rows[answer.index]!, answer)
      } catch (error) {
        return breakOf(error, transid)
      }
      this.done += rows.length
      onPiece()
    }
    return null
  }
}

function breakOf(error: unknown, transid: string): Break {
  return { failure: error instanceof Error ? error.message : String(error), transid }
}
