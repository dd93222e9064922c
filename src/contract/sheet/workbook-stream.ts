/** Streams an .xlsx while its rows are read: the same file as `WorkbookWriter` makes, without holding it in memory. */
import { rowsWriter, sheet_end_xml, sheetStartXml, type Cell, type SheetColumn } from './sheet-xml.ts'
import { excel_limits, packageParts, root_part, sheetPath } from './workbook-parts.ts'
import { zipStream, type StreamedEntry } from './zip-stream.ts'

type Batch = readonly (readonly Cell[])[]

/** A zip entry may have 4 GB, and UTF-8 needs up to three bytes for a UTF-16 unit. */
const max_letters = 2 ** 32 / 3

/** The bytes of an .xlsx with these columns; further sheets follow where one is full. */
export function workbookStream(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Batch>,
  max_rows: number = excel_limits.rows,
): AsyncGenerator<Uint8Array> {
  return zipStream(entries(columns, batches, max_rows))
}

/** The parts that list the sheets come last, because the number of sheets is known only then. */
async function* entries(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Batch>,
  max_rows: number,
): AsyncGenerator<StreamedEntry> {
  yield { name: root_part.name, text: [root_part.xml] }
  const rows = new RowBuffer(batches)
  let sheets = 0
  try {
    do {
      sheets++
      const text = sheetText(columns, rows, max_rows, sheets === 1)
      yield { name: sheetPath(sheets), text }
    } while (await rows.peek())
  } finally {
    await rows.end()
  }
  for (const part of packageParts(sheets)) if (part !== root_part) yield { name: part.name, text: [part.xml] }
}

async function* sheetText(columns: readonly SheetColumn[], rows: RowBuffer, max_rows: number, is_first: boolean) {
  const rowsXml = rowsWriter(columns)
  const firstRow = (await rows.peek()) ?? []
  let letters = 0
  // The last row written; row 1 is the head.
  let row_number = 1
  yield sheetStartXml(columns, firstRow, is_first)
  for (let batch = await rows.peek(); batch !== null; batch = await rows.peek()) {
    const free_rows = letters < max_letters ? max_rows - row_number : 0
    if (free_rows === 0) break
    const batch_rows = rows.take(free_rows)
    const text = rowsXml(batch_rows, row_number + 1)
    row_number += batch_rows.length
    letters += text.length
    yield text
  }
  yield sheet_end_xml
}

/** Reads batches one by one; a sheet that gets full takes only the first rows of one. */
class RowBuffer {
  readonly #batches: AsyncIterator<Batch>
  #batch: Batch = []

  constructor(batches: AsyncIterable<Batch>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** The next rows without taking them; null at the end. */
  async peek(): Promise<Batch | null> {
    while (this.#batch.length === 0) {
      const { done, value } = await this.#batches.next()
      if (done) return null
      this.#batch = value
    }
    return this.#batch
  }

  take(max_rows: number): Batch {
    const batch = this.#batch.slice(0, max_rows)
    this.#batch = this.#batch.slice(max_rows)
    return batch
  }

  async end(): Promise<void> {
    await this.#batches.return?.()
  }
}
