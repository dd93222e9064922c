/** Shown instead of a call's data: a skeleton while loading, an error state after a failure. Data stays while the server cannot be reached. */
import type { Call } from '#contract/call.ts'
import type { ReadResult } from '#web/call/api.ts'
import { ConnectionError } from '#web/call/send.ts'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import type { List } from '#web/list/use-list.ts'

interface ReadFallbackProps {
  read: Pick<ReadResult<Call<'read'>>, 'isPending' | 'error'> & { data?: unknown; refetch: () => unknown }
  /** Height of the skeleton, in lines. */
  lines?: number
}

/**
 * Shown instead of a call's data: a skeleton while loading, an error with 'Thử lại' after a failure, else nothing. Data
 * stays while the server cannot be reached.
 */
export function ReadFallback({ read, lines = 8 }: ReadFallbackProps) {
  const { isPending, error, data, refetch } = read
  const isStale = data !== undefined && error instanceof ConnectionError
  if (error !== null && !isStale)
    return <EmptyState kind="error" message={error.message} transid={error.transid} onRetry={() => void refetch()} />
  return isPending ? <Skeleton lines={lines} /> : null
}

interface ListFallbackProps {
  list: Pick<List, 'phase' | 'failure' | 'reload'>
  lines?: number
}

/** Shown instead of the rows of a list while they load or after a failure. */
export function ListFallback({ list: { phase, failure, reload }, lines = 6 }: ListFallbackProps) {
  if (phase === 'failed')
    return (
      <EmptyState
        kind="error"
        message={failure?.message}
        onRetry={reload}
        {...(failure && { transid: failure.transid })}
      />
    )
  return phase === 'loading' ? <Skeleton lines={lines} /> : null
}
