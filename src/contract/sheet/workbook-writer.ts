/** An .xlsx written row by row: what is held is packed already, and the next sheet begins where one is full. */
import { rowsWriter, sheet_end_xml, sheetStartXml, type Cell, type SheetColumn } from './sheet-xml.ts'
import { excel_limits, packageParts, sheetPath, xlsx_type, type WrittenSheetLimits } from './workbook-parts.ts'
import { openEntry, packEntry, zip, type EntryWriter, type PackedEntry } from './zip-writer.ts'

const rows_at_once = 500

export class WorkbookWriter {
  readonly #columns: readonly SheetColumn[]
  readonly #rowsXml: (rows: readonly (readonly Cell[])[], from: number) => string
  readonly #limits: WrittenSheetLimits
  readonly #finished: PackedEntry[] = []
  #sheet: EntryWriter | null = null
  /** Rows in the open sheet, its head included. */
  #in_sheet = 0
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

  /** The widths of a sheet's columns are those of the rows that come first. */
  async add(rows: readonly (readonly Cell[])[]): Promise<void> {
    for (let from = 0; from < rows.length;) {
      const sheet = await this.#openSheet(rows)
      const room = Math.min(this.#limits.rows - this.#in_sheet, rows_at_once)
      const some = rows.slice(from, from + room)
      await sheet.write(this.#rowsXml(some, this.#in_sheet + 1))
      from += some.length
      this.#in_sheet += some.length
      this.#rows += some.length
    }
  }

  async finish(): Promise<Blob> {
    if (this.sheets === 0) await this.#openSheet([])
    await this.#closeSheet()
    const around = await Promise.all(packageParts(this.#finished.length).map(({ name, xml }) => packEntry(name, xml)))
    return zip([...around, ...this.#finished], xlsx_type)
  }

  async #openSheet(sample: readonly (readonly Cell[])[]): Promise<EntryWriter> {
    const full = this.#in_sheet >= this.#limits.rows || (this.#sheet?.size ?? 0) >= this.#limits.bytes
    if (this.#sheet && full) await this.#closeSheet()
    if (this.#sheet) return this.#sheet
    const number = this.#finished.length + 1
    this.#sheet = openEntry(sheetPath(number))
    await this.#sheet.write(sheetStartXml(this.#columns, sample.slice(0, rows_at_once), number === 1))
    this.#in_sheet = 1
    return this.#sheet
  }

  async #closeSheet(): Promise<void> {
    if (!this.#sheet) return
    await this.#sheet.write(sheet_end_xml)
    this.#finished.push(await this.#sheet.close())
    this.#sheet = null
  }
}
