/** A bulk action's two halves: the dry run and the run decide by the same function, so that their numbers are the same. */
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'

interface Row {
  id: number
  label: string
}

interface Bulk<R extends Row> {
  rows: readonly R[]
  /** Why this row is left out, in words; null when the action is possible. */
  reasonAgainst: (row: R) => Promise<string | null>
  /** Left out in a dry run. */
  act?: (row: R) => Promise<void>
}

/** Decides on every row and, unless it is a dry run, acts on those that are possible. */
export async function inBulk<R extends Row>({
  rows,
  reasonAgainst,
  act,
}: Bulk<R>): Promise<z.input<typeof BulkReport>> {
  const report: z.input<typeof BulkReport> = { done: 0, skipped: 0, rows: [] }
  for (const row of rows) {
    const reason = await reasonAgainst(row)
    const outcome = reason === null ? 'done' : 'skipped'
    if (reason === null) await act?.(row)
    report[outcome]++
    report.rows.push({ id: row.id, label: row.label, outcome, reason })
  }
  return report
}
