/** Hooks for API calls: `useRead(call, input)` reads with a cache, `useWrite(call)` writes and invalidates the reads of its area. */
import {
  hashKey,
  keepPreviousData,
  type Query,
  QueryClient,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { isUserActive } from '#web/session/user-activity.ts'
import { onReconnect } from './connection.ts'
import { conflictIn, showFailure } from './failure-toast.ts'
import { ConnectionError, send, type SendFailure } from './send.ts'
import { onEnded } from '#web/session/session.ts'
import { useSubmit, type Submission, type SubmitOptions } from './submit.ts'

type ReadCall = Call<'read'>
type Write = Call<'write'>

export interface ReadOptions {
  enabled?: boolean
  /** Return the data of the previous input while that of the new one is loading. */
  keepPrevious?: boolean
  /** For how long cached data counts as fresh. */
  fresh_ms?: number
  /** Poll after this time while the user is active; for data without a topic in contract/live.ts. */
  every_ms?: number
  /** Read again when the live stream tells of a change in the call's area. */
  live?: boolean
  /** Replaces `send`; see counting.ts. */
  sender?: typeof send
}

export type ReadResult<C extends ReadCall> = UseQueryResult<AnswerOf<C>, SendFailure>

/** The answer of a read for this input, cached for all parts of the page that ask for the same. While it is disabled nothing is sent. */
export function useRead<C extends ReadCall>(call: C, input: InputOf<C>, options: ReadOptions = {}): ReadResult<C> {
  const queryKey = readKey(call, input)
  usePolling(queryKey, options.enabled === false ? undefined : options.every_ms)
  return useQuery<AnswerOf<C>, SendFailure>({
    queryKey,
    queryFn: ({ signal }) => (options.sender ?? send)(call, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    ...(options.fresh_ms !== undefined && { staleTime: options.fresh_ms }),
    ...(options.live && { meta: { live: true } }),
  })
}

function usePolling(queryKey: QueryKey, every_ms: number | undefined) {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  useEffect(() => {
    if (every_ms === undefined) return
    // Where several parts of a page poll the same read, the answer to one of them serves the others.
    const isDue = (query: Query) => query.queryHash === hash && query.isStaleByTime(every_ms / 2)
    const timer = setInterval(() => {
      if (isUserActive()) void client.refetchQueries({ predicate: isDue }, { cancelRefetch: false })
    }, every_ms)
    return () => clearInterval(timer)
  }, [client, hash, every_ms])
}

const idle_poll_ms = 100
/** A read that takes longer, or a server that cannot be reached, does not hold back the rest. */
const max_busy_ms = 3_000

/** True once the page is shown and no read is running, at the latest after three seconds: then less important parts of the page may load. */
export function useNetworkIdle(isPageShown: boolean): boolean {
  const client = useQueryClient()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), max_busy_ms)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isIdle || !isPageShown) return
    const timer = setInterval(() => setIdle(client.isFetching() === 0), idle_poll_ms)
    return () => clearInterval(timer)
  }, [client, isIdle, isPageShown])
  return isIdle
}

/** Without `onFailure`, a toast shows the failure. */
export interface WriteOptions<C extends Write> extends SubmitOptions<C> {
  /** Further areas whose reads show what this call changes, such as 'cms/group'; see areaOf. */
  invalidates?: readonly string[]
  /** Called instead of a toast when somebody else changed the record, with the current record. */
  onConflict?: (current: object) => void
}

/** Every write is recorded there. */
const audit_area = 'cms/audit'

/** Submits a write, reads its area, the history and `invalidates` again afterwards, and shows a failure as a toast. */
export function useWrite<C extends Write>(call: C, options: WriteOptions<C> = {}): Submission<C> {
  const client = useQueryClient()
  const submit: Submission<C> = useSubmit(call, {
    ...options,
    onFailure: (failure, input, retry) => {
      const currentRow = options.onConflict && conflictIn(failure)
      if (options.onFailure) options.onFailure(failure, input, retry)
      else if (currentRow) options.onConflict!(currentRow)
      else showFailure(failure, { retry })
      // After a refusal the data on screen is probably outdated, and what is begun anew on it would be refused again.
      void invalidate(client, [areaOf(call)])
    },
    onSuccess: (answer, input) => {
      void invalidate(client, [areaOf(call), audit_area, ...(options.invalidates ?? [])])
      return options.onSuccess?.(answer, input)
    },
  })
  return submit
}

/** The key under which a read is cached: its name, then its input. */
export function readKey<C extends ReadCall>(call: C, input?: InputOf<C>): QueryKey {
  return input === undefined ? [call.name] : [call.name, input]
}

/** Invalidates all reads of these areas ('cms/account'): those on screen are read again. */
export function invalidate(client: QueryClient, areas: readonly string[]): Promise<void> {
  return client.invalidateQueries({ predicate: isReadIn(areas) })
}

/** A predicate for queries: whether the read belongs to one of these areas. */
export function isReadIn(areas: readonly string[]): (query: { queryKey: QueryKey }) => boolean {
  return ({ queryKey: [name] }) =>
    typeof name === 'string' && areas.some((area) => addressOf(name) === area || addressOf(name).startsWith(`${area}/`))
}

/** The area of a call: 'POST cms/account/session/revoke' → 'cms/account'; 'POST /store-profile/post/create' → '/store-profile'. */
export function areaOf(call: Call): string {
  const address = addressOf(call.name)
  return (/^(cms\/[^/]+|\/api\/[^/]+|\/[^/]+)/.exec(address) ?? [address])[0]
}

/** The name of a call without its method. */
function addressOf(name: string): string {
  return name.slice(name.indexOf(' ') + 1)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // navigator.onLine is often wrong, so queries run regardless of it.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ConnectionError && error.sent,
      retryDelay: 600,
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// The next person to sign in must not see cached data.
onEnded(() => queryClient.clear())

// Reads that failed while the server could not be reached are repeated.
onReconnect(
  () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
)
