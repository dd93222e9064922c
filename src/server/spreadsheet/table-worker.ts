/** The worker thread that reads a spreadsheet for read-table.ts. */
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { fold } from '#contract/fold.ts'
import { readRows } from '#contract/sheet/read-file.ts'
import type { Cell, SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError, sheetErrors } from '#contract/sheet/sheet-error.ts'
import { max_in_flight, type TableColumn, type TableNews, type TableOrder } from './read-table.ts'
import { node_unpacking } from './unpacking.ts'

const { order, flow } = workerData as { order: TableOrder; flow: Int32Array<SharedArrayBuffer> }
const port = parentPort!
const encoder = new TextEncoder()

/** How many rows are searched for the headings: titles may stand above them. */
const last_head_row = 10
const chunk_length = 128 * 1024
const usualPattern = new RegExp(order.usual)

let positions: (number | null)[] | null = null
let searched_rows = 0
let text = ''
let count = 0

function take(rows: SheetRow[]): void {
  for (const { number, cells } of rows) {
    if (positions) write(number, cells)
    else {
      positions = columnPositions(cells)
      if (!positions && ++searched_rows === last_head_row) throw missing()
    }
  }
  if (text.length >= chunk_length) send()
}

/** The position of each column; null when this row does not hold the headings. */
function columnPositions(cells: readonly Cell[]): (number | null)[] | null {
  const heads = cells.map((cell) =>
    fold(String(cell ?? ''))
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
  const column_positions = order.columns.map(({ heads: names }) => {
    const position = heads.findIndex((head) => names.some((name) => fold(name).replaceAll(/[^a-z0-9]+/g, ' ') === head))
    return position < 0 ? null : position
  })
  return column_positions.some((position, index) => position === null && order.columns[index]!.required)
    ? null
    : column_positions
}

function missing(): Error {
  return sheetErrors.no_column(order.columns.find(({ required }: TableColumn) => required)!.heads[0]!)
}

function write(number: number, cells: readonly Cell[]): void {
  const values = positions!.map((position) => (position === null ? '' : (cells[position] ?? '')))
  const line = values.join('\t')
  if (usualPattern.test(line)) text += `${number}\t${line}\tt\n`
  else {
    const fields = values.map(textOf)
    if (fields.every((field) => field === '')) return
    text += `${number}\t${fields.join('\t')}\tf\n`
  }
  count++
}

function textOf(cell: string | number | boolean): string {
  const value = String(cell).trim()
  // oxlint-disable-next-line no-control-regex
  return value.replaceAll(/[\\\t\n\r\u0000]/g, (sign) => signs[sign]!)
}

/** Escapes for COPY's text format; PostgreSQL's text cannot contain NUL. */
const signs: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\uFFFD' }

function send(): void {
  for (let on_the_way = Atomics.load(flow, 0); on_the_way >= max_in_flight; on_the_way = Atomics.load(flow, 0))
    Atomics.wait(flow, 0, on_the_way)
  Atomics.add(flow, 0, 1)
  const bytes = encoder.encode(text)
  tell({ kind: 'rows', bytes, count }, [bytes.buffer])
  text = ''
  count = 0
}

function tell(news: TableNews, moved: ArrayBuffer[] = []): void {
  port.postMessage(news, moved)
}

try {
  await readRows(await openAsBlob(order.path), order.limits, take, node_unpacking)
  if (!positions) throw missing()
  if (text !== '') send()
  tell({ kind: 'done' })
} catch (error) {
  if (!(error instanceof SheetError)) throw error
  tell({ kind: 'refused', message: error.message })
}
