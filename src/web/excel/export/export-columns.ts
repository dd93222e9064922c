/** The columns of a list as they go into a file: labels, kinds and words from the contract of its rows. */
import type { Call } from '#contract/call.ts'
import type { ExportColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { rowShapeOf, type ColumnPlan } from '#web/list/columns.ts'

/** A column of the list as far as a file needs it. */
export type ShownColumn = Pick<ColumnPlan<unknown>, 'key' | 'head' | 'excel'>

export function exportColumns(call: Call, plan: readonly ShownColumn[]): ExportColumn[] {
  const shape = rowShapeOf(call)
  return plan
    .flatMap(({ key, head, excel }) =>
      excel ? excel.map((field) => exportColumn(field, shape[field])) : [exportColumn(key, shape[key], head)],
    )
    .filter(({ kind }) => kind !== 'password' && kind !== 'secret')
}
