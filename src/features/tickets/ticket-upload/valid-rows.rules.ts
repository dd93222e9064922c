/** Keeps the rows of a file that have no fault by themselves, and finds repeated tickets among them. */
import type { Amount, CheckedRow } from './upload-rows.rules.ts'

/** A row, and the line of the same ticket's first row when it repeats it. */
export interface SortedRow extends Omit<CheckedRow, 'fault'> {
  line_no: number
  first_line: number | null
}

/** The id of no text. */
const no_text = -1

/**
 * Holds a row in 28 bytes, as memory is only taken for the rows that are there, and returns them by number and series: in the order of the slip's
 * key, in which they are inserted fastest.
 */
export class ValidRows {
  readonly #number_length: number
  readonly #line_nos: Int32Array
  readonly #numbers: Int32Array
  readonly #series_ids: Int32Array
  readonly #quantities: Amounts
  readonly #prices: Amounts
  readonly #texts = new Texts()
  #count = 0

  /** @param number_length how many digits each number has, at most nine */
  constructor(number_length: number, max_rows: number) {
    this.#number_length = number_length
    this.#line_nos = new Int32Array(max_rows)
    this.#numbers = new Int32Array(max_rows)
    this.#series_ids = new Int32Array(max_rows)
    this.#quantities = new Amounts(max_rows, this.#texts)
    this.#prices = new Amounts(max_rows, this.#texts)
  }

  /** @param valid a row whose quantity and price are valid */
  add(line_no: number, valid: Omit<CheckedRow, 'fault'>): void {
    const row = this.#count++
    this.#line_nos[row] = line_no
    this.#numbers[row] = Number(valid.number)
    this.#series_ids[row] = this.#texts.idOf(valid.series)
    this.#quantities.set(row, valid.quantity)
    this.#prices.set(row, valid.price)
  }

  /** All rows by number, series and the order in which they were added. */
  *sorted(): Generator<SortedRow> {
    let first: SortedRow | null = null
    for (const row of this.#order(this.#texts.all)) {
      const line_no = this.#line_nos[row]!
      const number = String(this.#numbers[row]).padStart(this.#number_length, '0')
      const series = this.#texts.all[this.#series_ids[row]!]!
      const is_repeated: boolean = first !== null && first.number === number && first.series === series
      const sorted: SortedRow = {
        line_no,
        number,
        series,
        quantity: this.#quantities.get(row),
        price: this.#prices.get(row),
        first_line: is_repeated ? first!.line_no : null,
      }
      if (!is_repeated) first = sorted
      yield sorted
    }
  }

  #order(texts: readonly string[]): Int32Array {
    const rank_of_id = new Int32Array(texts.length)
    const by_text = texts.map((text, id) => ({ text, id })).sort((a, b) => (a.text < b.text ? -1 : 1))
    by_text.forEach(({ id }, rank) => {
      rank_of_id[id] = rank
    })
    const as_added = Int32Array.from({ length: this.#count }, (_, row) => row)
    const by_series = sortBy(as_added, (row) => rank_of_id[this.#series_ids[row]!]!)
    return sortBy(by_series, (row) => this.#numbers[row]!)
  }
}

/** Texts that repeat, each kept once. */
class Texts {
  readonly all: string[] = []
  readonly #ids = new Map<string, number>()

  idOf(text: string): number {
    const known_id = this.#ids.get(text)
    if (known_id !== undefined) return known_id
    const id = this.all.push(text) - 1
    this.#ids.set(text, id)
    return id
  }
}

/** A valid amount of each row. */
class Amounts {
  readonly #values: Int32Array
  readonly #text_ids: Int32Array
  readonly #texts: Texts

  constructor(max_rows: number, texts: Texts) {
    this.#values = new Int32Array(max_rows)
    this.#text_ids = new Int32Array(max_rows)
    this.#texts = texts
  }

  set(row: number, { value, text }: Amount): void {
    this.#values[row] = value!
    this.#text_ids[row] = text === null ? no_text : this.#texts.idOf(text)
  }

  get(row: number): Amount {
    const text_id = this.#text_ids[row]!
    return { value: this.#values[row]!, text: text_id === no_text ? null : this.#texts.all[text_id]! }
  }
}

/** More than any file has rows; a double holds it times any number of a ticket exactly. */
const position_count = 2 ** 21

/** Sorts rows by a value of each, and leaves equal ones in their order: a key is the value, then the position, and keys are sorted as plain numbers. */
function sortBy(rows: Int32Array, valueOf: (row: number) => number): Int32Array {
  const keys = new Float64Array(rows.length)
  for (let position = 0; position < rows.length; position++)
    keys[position] = valueOf(rows[position]!) * position_count + position
  keys.sort()
  const sorted = new Int32Array(rows.length)
  for (let position = 0; position < rows.length; position++) sorted[position] = rows[keys[position]! % position_count]!
  return sorted
}
