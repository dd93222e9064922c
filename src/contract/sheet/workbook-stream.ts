/** An .xlsx as bytes while its rows come: the same file as `WorkbookWriter` makes, for whoever sends it on and need not hold it. */
import { rowsWriter, sheet_end_xml, sheetStartXml, type Cell, type SheetColumn } from './sheet-xml.ts'
import { excel_limits, packageParts, root_part, sheetPath } from './workbook-parts.ts'
import { zipStream, type StreamedEntry } from './zip-stream.ts'

type Batch = readonly (readonly Cell[])[]

/** A letter has up to three bytes, and a zip entry takes 4 GB. */
const most_letters = 2 ** 32 / 3

export function workbookStream(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Batch>,
  most_rows: number = excel_limits.rows,
): AsyncGenerator<Uint8Array> {
  return zipStream(entries(columns, batches, most_rows))
}

/** How many sheets there are is known at the end: so what tells of them stands there too. */
async function* entries(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<Batch>,
  most_rows: number,
): AsyncGenerator<StreamedEntry> {
  yield { name: root_part.name, text: [root_part.xml] }
  const rows = new Rows(batches)
  let sheets = 0
  try {
    do {
      sheets++
      const text = sheetText(columns, rows, most_rows, sheets === 1)
      yield { name: sheetPath(sheets), text }
    } while (await rows.next())
  } finally {
    await rows.end()
  }
  for (const part of packageParts(sheets)) if (part !== root_part) yield { name: part.name, text: [part.xml] }
}

async function* sheetText(columns: readonly SheetColumn[], rows: Rows, most_rows: number, is_first: boolean) {
  const rowsXml = rowsWriter(columns)
  const first = (await rows.next()) ?? []
  let letters = 0
  let number = 1
  yield sheetStartXml(columns, first, is_first)
  for (let batch = await rows.next(); batch !== null; batch = await rows.next()) {
    const room = letters < most_letters ? most_rows - number : 0
    if (room === 0) break
    const some = rows.take(room)
    const text = rowsXml(some, number + 1)
    number += some.length
    letters += text.length
    yield text
  }
  yield sheet_end_xml
}

/** The batches, of which a sheet may take a part. */
class Rows {
  readonly #batches: AsyncIterator<Batch>
  #batch: Batch = []

  constructor(batches: AsyncIterable<Batch>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** What comes next, which stays until it is taken; null at the end. */
  async next(): Promise<Batch | null> {
    while (this.#batch.length === 0) {
      const { done, value } = await this.#batches.next()
      if (done) return null
      this.#batch = value
    }
    return this.#batch
  }

  take(most: number): Batch {
    const some = this.#batch.slice(0, most)
    this.#batch = this.#batch.slice(most)
    return some
  }

  async end(): Promise<void> {
    await this.#batches.return?.()
  }
}
