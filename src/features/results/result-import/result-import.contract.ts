/** Results of years before: a business starts with what was drawn until then. */
import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, write } from '#contract/call.ts'
import { day, note, optional, text, timeOfDay } from '#contract/fields.ts'
import { resultPage } from '#features/results/pages.contract.ts'

/** A line of the file. */
export const ResultImportRow = z.object({
  category_code: text('Sản phẩm', 20),
  /** Of traditional tickets. */
  area_code: optional(text('Mã đài', 10)),
  open_date: day('Ngày quay'),
  /** Of games that draw several times a day, where the draw is not known yet. */
  draw_time: optional(timeOfDay('Giờ quay')),
  /** Of games, with or without the product before it: M645-01521 or #01521. */
  period_code: optional(text('Mã kỳ', 30)),
  /** In any form in which a result is pasted. */
  result: note('Kết quả', 1_000),
  /** Jackpots with their winners: 23.970.104.000 x 1; of Power both, one after the other. */
  published: optional(note('Giá trị', 300)),
})
export type ResultImportRow = z.output<typeof ResultImportRow>

export const most_import_rows = 500

export const resultImport = calls('cms/result', {
  /**
   * Draws of which nothing was sold have their results at once; a result of any other waits for a second person as one
   * that was keyed in.
   */
  import: write('POST import', {
    title: 'Nhập kết quả cũ từ tệp',
    may: resultPage.add,
    input: importInput(ResultImportRow),
    output: ImportReport,
    errors: ['no_right'],
  }),
})
