/** Remembers the first line of each ticket of a file. */

const slot_bits = 21
const slot_count = 2 ** slot_bits

/**
 * A hash table of at most two million tickets in 25 MB, open-addressed with linear probing: a `Map` of a million takes several times as long and
 * as much memory. Lines count from 1; 0 marks a free slot.
 */
export class FirstLines {
  readonly #keys = new Float64Array(slot_count)
  readonly #lines = new Int32Array(slot_count)
  readonly #series_ids = new Map<string, number>()
  readonly #numbers_of_series: number

  /** @param number_length how many digits each number has */
  constructor(number_length: number) {
    this.#numbers_of_series = 10 ** number_length
  }

  /** The line that this ticket was first given with: `line_no` itself for a new one. */
  of(number: string, series: string, line_no: number): number {
    const key = this.#seriesId(series) * this.#numbers_of_series + Number(number)
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - slot_bits)
    while (this.#lines[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) % slot_count
    if (this.#lines[slot] === 0) {
      this.#keys[slot] = key
      this.#lines[slot] = line_no
    }
    return this.#lines[slot]!
  }

  #seriesId(series: string): number {
    const known_id = this.#series_ids.get(series)
    if (known_id !== undefined) return known_id
    const id = this.#series_ids.size
    this.#series_ids.set(series, id)
    return id
  }
}
