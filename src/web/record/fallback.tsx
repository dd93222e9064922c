/** Stands in for what a call answers: while it is on its way, and when it could not be had. */
import type { Call } from '#contract/call.ts'
import type { ReadResult } from '#web/call/api.ts'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import type { List } from '#web/list/use-list.ts'

interface UnreadProps {
  read: Pick<ReadResult<Call<'read'>>, 'isPending' | 'error'> & { refetch: () => unknown }
  /** As high as what will stand here. */
  lines?: number
}

export function ReadFallback({ read, lines = 8 }: UnreadProps) {
  const { isPending, error, refetch } = read
  if (error !== null)
    return <EmptyState kind="error" message={error.message} transid={error.transid} onRetry={() => void refetch()} />
  return isPending ? <Skeleton lines={lines} /> : null
}

interface UnlistedProps {
  list: Pick<List, 'phase' | 'failure' | 'reload'>
  lines?: number
}

/** The same for the rows of a list. */
export function ListFallback({ list: { phase, failure, reload }, lines = 6 }: UnlistedProps) {
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
