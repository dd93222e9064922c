/** The outcome of a row, used by the table, the counts and the error file alike. */
import { errorText, type CheckedRow } from './check-rows.ts'
import type { ImportField } from './match-columns.ts'
import type { RefusedRow } from './row-sender.ts'
import type { Outcomes } from './try-rows.ts'

export interface RowOutcome {
  kind: 'new' | 'changed' | 'same' | 'wrong'
  reason: string
  fix: string
  /** The fields with invalid cells. */
  fields: readonly string[]
  /** Present values by field, where the file has other ones. */
  before?: ReadonlyMap<string, string | null>
}

interface ImportState {
  fields: readonly ImportField[]
  outcomes: Outcomes
  /** Rows that the server refused when they were sent. */
  refusals: ReadonlyMap<CheckedRow<unknown>, RefusedRow>
}

/** The outcome of a row: by validation, the dry run, and the server's answer. */
export function outcomeOf(row: CheckedRow<unknown>, { fields, outcomes, refusals }: ImportState): RowOutcome {
  if (row.value === null)
    return { kind: 'wrong', reason: errorText(row, fields), fix: row.fixes.join('; '), fields: Object.keys(row.errors) }
  const dryRun = outcomes.get(row.row.number)
  const refusal = refusals.get(row) ?? (dryRun?.kind === 'refused' ? dryRun.refusal : undefined)
  if (refusal) {
    const { error, fix = '', field } = refusal
    return { kind: 'wrong', reason: error, fix, fields: field ? [field] : [] }
  }
  if (dryRun?.kind === 'changed') {
    const valuesBefore = new Map(dryRun.fields.map((change) => [change.field, change.before]))
    const labels = fields.filter(({ key }) => valuesBefore.has(key)).map(({ label }) => label)
    return { kind: 'changed', reason: labels.join(', '), fix: '', fields: [], before: valuesBefore }
  }
  return dryRun
    ? { kind: 'same', reason: 'Đã có, không đổi gì', fix: '', fields: [] }
    : { kind: 'new', reason: '', fix: '', fields: [] }
}
