/** What the server would make of the good rows of a file: asked before anything is written. */
import type { ChangedRow } from '#contract/bulk.ts'
import type { CheckedRow } from './check-rows.ts'
import type { RefusedRow } from './sending.ts'

/** What a call answers of a piece that is only tried: which rows it would refuse, and which were there before. */
export interface Trial {
  refused: readonly RefusedRow[]
  same: readonly number[]
  changed?: readonly ChangedRow[] | null | undefined
}

export type TryRows<T> = (rows: T[], signal: AbortSignal) => Promise<Trial>

/** What was found of a row; one of which nothing was is new. */
type Tried =
  | { kind: 'same' }
  | { kind: 'changed'; fields: ChangedRow['fields'] }
  | { kind: 'refused'; refusal: RefusedRow }

/** By the row's number in the file. */
export type Outcomes = ReadonlyMap<number, Tried>

interface TryOptions {
  rows_at_once: number
  signal: AbortSignal
  onProgress: (done: number, of: number) => void
}

export async function tryRows<T>(
  checked: readonly CheckedRow<T>[],
  ask: TryRows<T>,
  { rows_at_once, signal, onProgress }: TryOptions,
): Promise<Outcomes> {
  const good = checked.filter(({ value }) => value !== null)
  const outcomes = new Map<number, Tried>()
  for (let from = 0; from < good.length; from += rows_at_once) {
    onProgress(from, good.length)
    const piece = good.slice(from, from + rows_at_once)
    const trial = await ask(
      piece.map(({ value }) => value as T),
      signal,
    )
    signal.throwIfAborted()
    for (const index of trial.same) outcomes.set(piece[index]!.row.number, { kind: 'same' })
    for (const { index, fields } of trial.changed ?? [])
      outcomes.set(piece[index]!.row.number, { kind: 'changed', fields })
    for (const refusal of trial.refused) outcomes.set(piece[refusal.index]!.row.number, { kind: 'refused', refusal })
  }
  return outcomes
}
