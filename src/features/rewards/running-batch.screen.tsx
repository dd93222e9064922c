/** Shared by the screens of a batch of payments and of a batch of accounts to check: both run on the server while somebody watches. */
import { useEffect } from 'react'
import { useReloadWhile } from '#web/list/use-reload-while.ts'
import type { List } from '#web/list/use-list.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'

/** Reads the rows of a batch again while it runs, and once after its end. */
export function useBatchReload(isRunning: boolean, { reload }: Pick<List, 'reload'>): void {
  useReloadWhile(isRunning, reload)
  useEffect(() => {
    if (isRunning) return () => reload()
  }, [isRunning, reload])
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
