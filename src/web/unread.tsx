/** Stands in for what one call answers: while it is on its way, and when it could not be had. */
import type { Call } from '#contract/call.ts'
import type { ReadResult } from './api.ts'
import { EmptyState } from './ui/empty-state.tsx'
import { Skeleton } from './ui/skeleton.tsx'

interface UnreadProps {
  read: Pick<ReadResult<Call<'read'>>, 'isPending' | 'error' | 'refetch'>
  /** As high as what will stand here. */
  lines?: number
}

export function Unread({ read, lines = 8 }: UnreadProps) {
  const { isPending, error, refetch } = read
  if (error !== null)
    return <EmptyState kind="error" message={error.message} transid={error.transid} onRetry={() => void refetch()} />
  return isPending ? <Skeleton lines={lines} /> : null
}
