/** The dry run of an import: the server says what it would do with the valid rows. */
import type { ChangedRow } from '#contract/bulk.ts'
import type { CheckedRow } from './check-rows.ts'
import type { RefusedRow } from './row-sender.ts'

/** The answer of a dry run of a batch: rows that would be refused, exist already, or would be changed. */
export interface Trial {
  refused: readonly RefusedRow[]
  same: readonly number[]
  changed?: readonly ChangedRow[] | null | undefined
}

export type TryRows<T> = (rows: T[], signal: AbortSignal) => Promise<Trial>

/** The result for a row; a row without one is new. */
type RowOutcome =
  | { kind: 'same' }
  | { kind: 'changed'; fields: ChangedRow['fields'] }
  | { kind: 'refused'; refusal: RefusedRow }

/** Results by the row's number in the file. */
export type Outcomes = ReadonlyMap<number, RowOutcome>

interface TryOptions {
  batch_rows: number
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

/** Runs the dry run in batches. */
export async function tryRows<T>(
  rows: readonly CheckedRow<T>[],
  dryRun: TryRows<T>,
  { batch_rows, signal, onProgress }: TryOptions,
): Promise<Outcomes> {
  const valid = rows.filter(({ value }) => value !== null)
  const outcomes = new Map<number, RowOutcome>()
  for (let from = 0; from < valid.length; from += batch_rows) {
    onProgress(from, valid.length)
    const batch = valid.slice(from, from + batch_rows)
    const trial = await dryRun(
      batch.map(({ value }) => value as T),
      signal,
    )
    signal.throwIfAborted()
    for (const index of trial.same) outcomes.set(batch[index]!.row.number, { kind: 'same' })
    for (const { index, fields } of trial.changed ?? [])
      outcomes.set(batch[index]!.row.number, { kind: 'changed', fields })
    for (const refusal of trial.refused) outcomes.set(batch[refusal.index]!.row.number, { kind: 'refused', refusal })
  }
  return outcomes
}
