/** The columns of an exported file, from the list's columns and the contract of its rows. */
import type { Call } from '#contract/call.ts'
import type { ExportColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { rowShapeOf, type ColumnPlan } from '#web/list/columns.ts'

/** The part of a list's column that an export needs. */
export type ShownColumn = Pick<ColumnPlan<unknown>, 'key' | 'head' | 'excel'> & { empty?: string | undefined }

/** Columns of the file, each field once; secrets are left out. */
export function exportColumns(call: Call, plan: readonly ShownColumn[]): ExportColumn[] {
  const shape = rowShapeOf(call)
  return plan
    .flatMap(({ key, head, excel, empty }) =>
      excel
        ? excel.map((field) => exportColumn(field, shape[field]))
        : [{ ...exportColumn(key, shape[key], head), ...(empty && { empty }) }],
    )
    .filter(({ kind }) => kind !== 'password' && kind !== 'secret')
    .filter(({ key }, index, all) => all.findIndex((column) => column.key === key) === index)
}
