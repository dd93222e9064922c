import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { CheckedRow } from './check-rows.ts'
import { outcomeOf } from './row-outcome.ts'
import type { Import, LoadedImport } from './use-import.ts'

export interface Counts {
  total: number
  added: number
  changed: number
  same: number
  wrong: number
}

/** The outcome of each row, and the counts by outcome. */
export function useOutcomes<S extends z.ZodMiniObject>(
  { fields, refusals }: Pick<Import<S>, 'fields' | 'refusals'>,
  { rows, outcomes }: LoadedImport<z.output<S>>,
) {
  const outcome = useCallback(
    (row: CheckedRow<unknown>) => outcomeOf(row, { fields, outcomes, refusals: refusals as ReadonlyMap<never, never> }),
    [fields, outcomes, refusals],
  )
  const counts = useMemo((): Counts => {
    const { new: added = [], changed = [], same = [], wrong = [] } = Object.groupBy(rows, (row) => outcome(row).kind)
    return {
      total: rows.length,
      added: added.length,
      changed: changed.length,
      same: same.length,
      wrong: wrong.length,
    }
  }, [rows, outcome])
  return { outcomeOf: outcome, counts }
}
