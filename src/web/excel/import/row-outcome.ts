/** What becomes of a row of a file, in one word and one reason: the same in the table, in the counts and in the error file. */
import { errorText, type CheckedRow } from './check-rows.ts'
import type { WantedColumn } from './match-columns.ts'
import type { RefusedRow } from './sending.ts'
import type { Outcomes } from './try-rows.ts'

export interface RowOutcome {
  kind: 'new' | 'changed' | 'same' | 'wrong'
  reason: string
  fix: string
  /** The fields whose cells are wrong. */
  fields: readonly string[]
  /** By field, what stands in the system where the file has something else. */
  before?: ReadonlyMap<string, string | null>
}

interface Known {
  wanted: readonly WantedColumn[]
  outcomes: Outcomes
  /** What the server refused when it was sent. */
  refused: ReadonlyMap<CheckedRow<unknown>, RefusedRow>
}

export function outcomeOf(row: CheckedRow<unknown>, { wanted, outcomes, refused }: Known): RowOutcome {
  if (row.value === null)
    return { kind: 'wrong', reason: errorText(row, wanted), fix: row.fixes.join('; '), fields: Object.keys(row.errors) }
  const tried = outcomes.get(row.row.number)
  const refusal = refused.get(row) ?? (tried?.kind === 'refused' ? tried.refusal : undefined)
  if (refusal) {
    const { error, fix = '', field } = refusal
    return { kind: 'wrong', reason: error, fix, fields: field ? [field] : [] }
  }
  if (tried?.kind === 'changed') {
    const before = new Map(tried.fields.map((one) => [one.field, one.before]))
    const labels = wanted.filter(({ key }) => before.has(key)).map(({ label }) => label)
    return { kind: 'changed', reason: labels.join(', '), fix: '', fields: [], before }
  }
  return tried
    ? { kind: 'same', reason: 'Đã có, không đổi gì', fix: '', fields: [] }
    : { kind: 'new', reason: '', fix: '', fields: [] }
}
