/** Keeps the rows of a file that have no fault by themselves, and finds repeated tickets among them. */

export interface ValidRow {
  line_no: number
  number: string
  series: string
  quantity: number
  /** In đồng. */
  price: number
}

/** A row, and the line of the same ticket's first row when it repeats it. */
export interface SortedRow extends ValidRow {
  first_line: number | null
}

/**
 * Holds a row in 20 bytes, as memory is only taken for the rows that are there, and returns them by number and series: in the order of the slip's
 * key a million rows are inserted in two thirds of the time.
 */
export class ValidRows {
  readonly #number_length: number
  readonly #line_nos: Int32Array
  readonly #numbers: Int32Array
  readonly #series_ids: Int32Array
  readonly #quantities: Int32Array
  readonly #prices: Int32Array
  readonly #id_by_series = new Map<string, number>()
  #count = 0

  /** @param number_length how many digits each number has, at most nine */
  constructor(number_length: number, max_rows: number) {
    this.#number_length = number_length
    this.#line_nos = new Int32Array(max_rows)
    this.#numbers = new Int32Array(max_rows)
    this.#series_ids = new Int32Array(max_rows)
    this.#quantities = new Int32Array(max_rows)
    this.#prices = new Int32Array(max_rows)
  }

  add({ line_no, number, series, quantity, price }: ValidRow): void {
    const row = this.#count++
    this.#line_nos[row] = line_no
    this.#numbers[row] = Number(number)
    this.#series_ids[row] = this.#seriesId(series)
    this.#quantities[row] = quantity
    this.#prices[row] = price
  }

  #seriesId(series: string): number {
    const known_id = this.#id_by_series.get(series)
    if (known_id !== undefined) return known_id
    const id = this.#id_by_series.size
    this.#id_by_series.set(series, id)
    return id
  }

  /** All rows by number, series and the order in which they were added. */
  *sorted(): Generator<SortedRow> {
    const all_series = [...this.#id_by_series.keys()]
    let first: SortedRow | null = null
    for (const row of this.#order(all_series)) {
      const line_no = this.#line_nos[row]!
      const number = String(this.#numbers[row]).padStart(this.#number_length, '0')
      const series = all_series[this.#series_ids[row]!]!
      const is_repeated: boolean = first !== null && first.number === number && first.series === series
      const sorted: SortedRow = {
        line_no,
        number,
        series,
        quantity: this.#quantities[row]!,
        price: this.#prices[row]!,
        first_line: is_repeated ? first!.line_no : null,
      }
      if (!is_repeated) first = sorted
      yield sorted
    }
  }

  #order(all_series: readonly string[]): Int32Array {
    const rank_of_id = new Int32Array(all_series.length)
    const by_text = all_series.map((series, id) => ({ series, id })).sort((a, b) => (a.series < b.series ? -1 : 1))
    by_text.forEach(({ id }, rank) => {
      rank_of_id[id] = rank
    })
    const as_added = Int32Array.from({ length: this.#count }, (_, row) => row)
    const by_series = sortBy(as_added, (row) => rank_of_id[this.#series_ids[row]!]!)
    return sortBy(by_series, (row) => this.#numbers[row]!)
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
