/** Imports results of past years, with which a new business starts. */
import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, write } from '#contract/call.ts'
import { day, note, optional, text, timeOfDay } from '#contract/fields.ts'
import { resultPage } from '#features/results/pages.contract.ts'

/** A line of the file. */
export const ResultImportRow = z.object({
  category_code: text('Sản phẩm', 20),
  /** The station, for traditional tickets. */
  area_code: optional(text('Mã đài', 10)),
  open_date: day('Ngày quay'),
  /** For games with several draws a day, when the draw must be created. */
  draw_time: optional(timeOfDay('Giờ quay')),
  /** For games, with or without the product: M645-01521 or #01521. */
  period_code: optional(text('Mã kỳ', 30)),
  /** In any form that can be pasted as a result. */
  result: note('Kết quả', 1_000),
  /** Jackpots with their winners: 23.970.104.000 x 1; for Power both, one after the other. */
  published: optional(note('Giá trị', 300)),
})
export type ResultImportRow = z.output<typeof ResultImportRow>

export const max_import_rows = 500

export const resultImport = calls('cms/result', {
  /**
   * Results of draws without sales are confirmed at once where they are of a day before the first order, or at least 30 days old; others wait for
   * a second person like entered results.
   */
  import: write('POST import', {
    title: 'Nhập kết quả cũ từ tệp',
    may: resultPage.add,
    input: importInput(ResultImportRow),
    output: ImportReport,
    errors: ['no_right'],
  }),
})
