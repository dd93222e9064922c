/** The worker's part of read-table.ts: reads a spreadsheet, and sends what is written for its rows in chunks. */
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { fold } from '#contract/fold.ts'
import { readRows } from '#contract/sheet/read-file.ts'
import type { Cell, SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import { in_flight, max_in_flight, rows_read, type TableColumn, type TableNews, type TableWork } from './read-table.ts'
import { node_unpacking } from './unpacking.ts'

/** Writes rows as lines of COPY's text format. */
export interface RowWriter {
  /** Gets a row's line number and one cell per column; returns its line, or '' for a row that is left out or held back. */
  add(line_no: number, cells: readonly Cell[]): string
  /** The lines of all rows that were held back. */
  end(): Iterable<string>
}

/** How many rows are searched for the headings: titles may stand above them. */
const last_head_row = 10
const chunk_length = 128 * 1024

/** Reads the file of this worker's order to its end; `rowWriter` makes the writer of its rows from the options of the stream. */
export async function writeTable<Options>(rowWriter: (options: Options) => RowWriter): Promise<void> {
  const { order, options, counters } = workerData as TableWork<Options>
  const writer = rowWriter(options)
  const encoder = new TextEncoder()
  let positions: (number | null)[] | null = null
  let searched_rows = 0
  let text = ''

  const take = (rows: SheetRow[]): void => {
    for (const { number, cells } of rows) {
      if (positions) write(number, cells, positions)
      else {
        positions = columnPositions(order.columns, cells)
        if (!positions && ++searched_rows === last_head_row) throw noColumn(order.columns)
      }
    }
    Atomics.add(counters, rows_read, rows.length)
  }

  const write = (line_no: number, cells: readonly Cell[], column_positions: readonly (number | null)[]): void => {
    append(
      writer.add(
        line_no,
        column_positions.map((position) => (position === null ? null : (cells[position] ?? null))),
      ),
    )
  }

  const append = (line: string): void => {
    text += line
    if (text.length >= chunk_length) send()
  }

  const send = (): void => {
    waitForRoom(counters)
    const bytes = encoder.encode(text)
    tell({ kind: 'rows', bytes }, [bytes.buffer])
    text = ''
  }

  try {
    await readRows(await openAsBlob(order.path), order.limits, take, node_unpacking)
    if (!positions) throw noColumn(order.columns)
    for (const line of writer.end()) append(line)
    if (text !== '') send()
    tell({ kind: 'done' })
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    tell({ kind: 'refused', message: error.message })
  }
}

function waitForRoom(counters: Int32Array<SharedArrayBuffer>): void {
  for (let chunks = Atomics.load(counters, in_flight); chunks >= max_in_flight;) {
    Atomics.wait(counters, in_flight, chunks)
    chunks = Atomics.load(counters, in_flight)
  }
  Atomics.add(counters, in_flight, 1)
}

function tell(news: TableNews, moved: ArrayBuffer[] = []): void {
  parentPort!.postMessage(news, moved)
}

const headWords = (text: string): string =>
  fold(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The position of each column; null when this row does not hold the headings. */
function columnPositions(columns: readonly TableColumn[], cells: readonly Cell[]): (number | null)[] | null {
  const row_heads = cells.map((cell) => headWords(String(cell ?? '')))
  const positions = columns.map(({ heads }) => {
    const position = row_heads.findIndex((row_head) => heads.some((head) => headWords(head) === row_head))
    return position < 0 ? null : position
  })
  return positions.some((position, index) => position === null && columns[index]!.required) ? null : positions
}

function noColumn(columns: readonly TableColumn[]): SheetError {
  return sheetErrors.no_column(columns.find(({ required }) => required)!.heads[0]!)
}

/** The fields of a line of COPY's text format; PostgreSQL's text cannot contain NUL. */
export const copyLine = (fields: readonly (string | number | null)[]): string =>
  `${fields.map((field) => (typeof field === 'string' ? escaped(field) : (field ?? '\\N'))).join('\t')}\n`

// oxlint-disable-next-line no-control-regex
const special = /[\\\t\n\r\u0000]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\uFFFD' }

function escaped(field: string): string {
  // oxlint-disable-next-line no-control-regex
  return special.test(field) ? field.replaceAll(/[\\\t\n\r\u0000]/g, (sign) => escapes[sign]!) : field
}
