import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { CheckedRow } from './check-rows.ts'
import { outcomeOf } from './row-outcome.ts'
import type { Import, Loaded } from './use-import.ts'

export interface Counts {
  total: number
  added: number
  changed: number
  same: number
  wrong: number
}

/** The outcome of each row, and the counts by outcome. */
export function useOutcomes<S extends z.ZodMiniObject>(
  { wanted, refused }: Pick<Import<S>, 'wanted' | 'refused'>,
  { checked, outcomes }: Loaded<z.output<S>>,
) {
  const outcome = useCallback(
    (row: CheckedRow<unknown>) => outcomeOf(row, { wanted, outcomes, refused: refused as ReadonlyMap<never, never> }),
    [wanted, outcomes, refused],
  )
  const counts = useMemo((): Counts => {
    const { new: added = [], changed = [], same = [], wrong = [] } = Object.groupBy(checked, (row) => outcome(row).kind)
    return {
      total: checked.length,
      added: added.length,
      changed: changed.length,
      same: same.length,
      wrong: wrong.length,
    }
  }, [checked, outcome])
  return { outcomeOf: outcome, counts }
}
