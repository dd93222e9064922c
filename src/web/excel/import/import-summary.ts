/** The summary of a file: number of valid and invalid rows, and sums of amounts. */
import type { CheckedRow } from './check-rows.ts'
import type { WantedColumn } from './match-columns.ts'

export interface Summary {
  total: number
  valid: number
  faulty: number
  /** Sums of the valid rows, one for each column of money. */
  sums: { label: string; sum: number }[]
}

export function summaryOf(checked: readonly CheckedRow<unknown>[], wanted: readonly WantedColumn[]): Summary {
  const values = checked.flatMap(({ value }) => (value === null ? [] : [value as Record<string, unknown>]))
  const sums = wanted
    .filter(({ info }) => info.kind === 'money')
    .map(({ key, label }) => ({ label, sum: values.reduce((sum, value) => sum + Number(value[key] ?? 0), 0) }))
  return { total: checked.length, valid: values.length, faulty: checked.length - values.length, sums }
}
