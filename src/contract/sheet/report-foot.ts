/** The last rows in the file of a report: sums, days and the time of its figures. */
import type { ExportColumn } from './cells.ts'
import type { Cell } from './sheet-xml.ts'
import { asOfText, dayText } from '../text/day-text.ts'

/** The fields of a report's answer beside its rows. */
export interface ReportStamp {
  from_date: string
  to_date: string
  as_of: string
  sums: Readonly<Record<string, number>>
}

/** Sums the exported rows themselves, so that the sums match the file. A single time is given only where all rows came in one answer. */
export class ReportFoot {
  readonly #first: ReportStamp
  #last: ReportStamp
  readonly #sums: Map<string, number>

  constructor(stamp: ReportStamp) {
    this.#first = stamp
    this.#last = stamp
    this.#sums = new Map(Object.keys(stamp.sums).map((name) => [name, 0]))
  }

  add(items: readonly Record<string, unknown>[], stamp: ReportStamp): void {
    this.#last = stamp
    for (const item of items)
      for (const [name, sum] of this.#sums) this.#sums.set(name, sum + (Number(item[name]) || 0))
  }

  rows(columns: readonly ExportColumn[]): Cell[][] {
    const sums = columns.map(({ key }) => this.#sums.get(key) ?? null)
    const { from_date, to_date, as_of } = this.#first
    const as_of_text =
      this.#last === this.#first
        ? `Số liệu lúc ${asOfText(as_of)}.`
        : `Số liệu đọc từ ${asOfText(as_of)} đến ${asOfText(this.#last.as_of)}.`
    const range = `Từ ${dayText(from_date)} đến ${dayText(to_date)}. ${as_of_text}`
    // The label goes into the first column, unless that has a sum.
    const total = sums[0] === null ? ['Tổng cộng', ...sums.slice(1)] : sums
    return [total, columns.map(() => null), [range, ...columns.slice(1).map(() => null)]]
  }
}
