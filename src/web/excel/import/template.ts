/** The template of an import: a sheet with the heads of the fields and formatted columns, which keep leading zeros and dates. */
import type * as z from 'zod/mini'
import { formatOf } from '#contract/sheet/cells.ts'
import { importFields } from './match-columns.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'

/** `row` is the contract of one row; `name` goes into the file's name: 'lo-the' → 'mau-lo-the.xlsx'. */
export async function downloadTemplate(name: string, row: z.ZodMiniObject): Promise<void> {
  saveFile(await templateFile(row), `mau-${name}.xlsx`)
}

export function templateFile(row: z.ZodMiniObject): Promise<Blob> {
  return new WorkbookWriter(
    importFields(row).map(({ label, info }) => ({ head: label, format: formatOf(info.kind) })),
  ).finish()
}
