/** Writes an .xlsx in the browser: rows are compressed as they are added, and a new sheet starts when one is full. */
import { rowsWriter, sheet_end_xml, sheetStartXml, type Cell, type SheetColumn } from './sheet-xml.ts'
import { excel_limits, packageParts, sheetPath, xlsx_type, type WrittenSheetLimits } from './workbook-parts.ts'
import { openEntry, packEntry, zip, type EntryWriter, type PackedEntry } from './zip-writer.ts'

/** How many rows are turned into XML at a time. */
const rows_per_write = 500

export class WorkbookWriter {
  readonly #columns: readonly SheetColumn[]
  readonly #rowsXml: (rows: readonly (readonly Cell[])[], from: number) => string
  readonly #limits: WrittenSheetLimits
  readonly #finished: PackedEntry[] = []
  #sheet: EntryWriter | null = null
  /** Rows of the open sheet, including its head. */
  #sheet_rows = 0
  #rows = 0

  constructor(columns: readonly SheetColumn[], limits: WrittenSheetLimits = excel_limits) {
    this.#columns = columns
    this.#rowsXml = rowsWriter(columns)
    this.#limits = limits
  }

  get rows(): number {
    return this.#rows
  }

  get sheets(): number {
    return this.#finished.length + (this.#sheet ? 1 : 0)
  }

  /** Appends rows. The first ones of a sheet decide its column widths. */
  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    for (let from = 0; from < rows.length;) {
      const sheet = await this.#openSheet(rows)
      const count = Math.min(this.#limits.rows - this.#sheet_rows, rows_per_write)
      const batch = rows.slice(from, from + count)
      await sheet.write(this.#rowsXml(batch, this.#sheet_rows + 1))
      from += batch.length
      this.#sheet_rows += batch.length
      this.#rows += batch.length
    }
  }

  async finish(): Promise<Blob> {
    if (this.sheets === 0) await this.#openSheet([])
    await this.#closeSheet()
    const other_parts = await Promise.all(
      packageParts(this.#finished.length).map(({ name, xml }) => packEntry(name, xml)),
    )
    return zip([...other_parts, ...this.#finished], xlsx_type)
  }

  async #openSheet(sample: readonly (readonly Cell[])[]): Promise<EntryWriter> {
    const is_full = this.#sheet_rows >= this.#limits.rows || (this.#sheet?.size ?? 0) >= this.#limits.bytes
    if (this.#sheet && is_full) await this.#closeSheet()
    if (this.#sheet) return this.#sheet
    const number = this.#finished.length + 1
    this.#sheet = openEntry(sheetPath(number))
    await this.#sheet.write(sheetStartXml(this.#columns, sample.slice(0, rows_per_write), number === 1))
    this.#sheet_rows = 1
    return this.#sheet
  }

  async #closeSheet(): Promise<void> {
    if (!this.#sheet) return
    await this.#sheet.write(sheet_end_xml)
    this.#finished.push(await this.#sheet.close())
    this.#sheet = null
  }
}
