/** The summary of a file: number of valid and invalid rows, and sums of amounts. */
import type { CheckedRow } from './check-rows.ts'
import type { ImportField } from './match-columns.ts'

export interface Summary {
  total: number
  valid: number
  faulty: number
  /** Sums of the valid rows, one for each column of money. */
  sums: { label: string; sum: number }[]
}

export function summaryOf(rows: readonly CheckedRow<unknown>[], fields: readonly ImportField[]): Summary {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value as Record<string, unknown>]))
  const sums = fields
    .filter(({ info }) => info.kind === 'money')
    .map(({ key, label }) => ({ label, sum: values.reduce((sum, value) => sum + Number(value[key] ?? 0), 0) }))
  return { total: rows.length, valid: values.length, faulty: rows.length - values.length, sums }
}
