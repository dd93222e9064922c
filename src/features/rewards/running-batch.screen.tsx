/** Shared by the screens of a batch of payments and of a batch of accounts to check: both run on the server while somebody watches. */
import { useEffect, useEffectEvent } from 'react'
import { useReloadWhile } from '#web/list/use-reload-while.ts'
import type { List } from '#web/list/use-list.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'

/**
 * Reads the rows of a batch again while it runs, and once when it is known to have ended: it may have ended between the first reads of its rows and of
 * its state. `isRunning` is undefined until that state is known.
 */
export function useBatchReload(isRunning: boolean | undefined, { reload }: Pick<List, 'reload'>): void {
  useReloadWhile(isRunning === true, reload)
  const onEnd = useEffectEvent(reload)
  useEffect(() => {
    if (isRunning === false) onEnd()
  }, [isRunning])
}

interface OutcomeFilterProps {
  list: List
  outcomes: readonly { status: number; label: string; count: number }[]
}

/** Filters the rows of a batch by their status; each choice has its count. */
export function OutcomeFilter({ list, outcomes }: OutcomeFilterProps) {
  return (
    <Segmented
      aria-label="Kết quả"
      value={typeof list.state.status === 'number' ? String(list.state.status) : 'all'}
      onChange={(status) => list.filter({ status: status === 'all' ? undefined : Number(status) })}
      options={[
        { value: 'all', label: 'Tất cả' },
        ...outcomes.map(({ status, ...option }) => ({ value: String(status), ...option })),
      ]}
    />
  )
}
