/** The server's calls as hooks: `useRead(call, input)` shows data, `useWrite(call)` changes it and lets the lists beside it read again. */
import {
  hashKey,
  keepPreviousData,
  QueryClient,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { isUserActive } from '#web/session/user-activity.ts'
import { onReturn } from './connection.ts'
import { showFailure } from './failure-toast.ts'
import { ConnectionError, send, type SendFailure } from './send.ts'
import { onEnded } from '#web/session/session.ts'
import { useSubmit, type Submit, type SubmitOptions } from './submit.ts'

type Read = Call<'read'>
type Write = Call<'write'>

export interface ReadOptions {
  enabled?: boolean
  /** Keep showing the rows of the last input while those of the new one are on their way. */
  keep?: boolean
  /** Milliseconds during which what was read counts as fresh. */
  fresh?: number
  /** Milliseconds after which to read again by itself, as long as someone is there: for what no topic of contract/live.ts tells of. */
  every?: number
  /** Read again as soon as the server tells that something of its area has changed. */
  live?: boolean
  /** Sends it otherwise than alone: see counting.ts. */
  by?: typeof send
}

export type ReadResult<C extends Read> = UseQueryResult<AnswerOf<C>, SendFailure>

export function useRead<C extends Read>(call: C, input: InputOf<C>, options: ReadOptions = {}): ReadResult<C> {
  const queryKey = readKey(call, input)
  usePolling(queryKey, options.enabled === false ? undefined : options.every)
  return useQuery<AnswerOf<C>, SendFailure>({
    queryKey,
    queryFn: ({ signal }) => (options.by ?? send)(call, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keep && { placeholderData: keepPreviousData }),
    ...(options.fresh !== undefined && { staleTime: options.fresh }),
    ...(options.live && { meta: { live: true } }),
  })
}

function usePolling(queryKey: QueryKey, every: number | undefined) {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  useEffect(() => {
    if (every === undefined) return
    const timer = setInterval(() => {
      const same = { predicate: (query: { queryHash: string }) => query.queryHash === hash, stale: true }
      if (isUserActive()) void client.refetchQueries(same, { cancelRefetch: false })
    }, every)
    return () => clearInterval(timer)
  }, [client, hash, every])
}

const lookEvery = 100

/** True once nothing is being read: the page has what it is for, and what nobody waits for may come. */
export function useNetworkIdle(): boolean {
  const client = useQueryClient()
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    if (calm) return
    const timer = setInterval(() => setCalm(client.isFetching() === 0), lookEvery)
    return () => clearInterval(timer)
  }, [client, calm])
  return calm
}

/** Without `onFailure`, a toast tells what went wrong. */
export interface WriteOptions<C extends Write> extends SubmitOptions<C> {
  /** Other areas whose lists show what this call changes, such as 'cms/group'. */
  invalidates?: readonly string[]
}

export function useWrite<C extends Write>(call: C, options: WriteOptions<C> = {}): Submit<C> {
  const client = useQueryClient()
  const submit: Submit<C> = useSubmit(call, {
    onFailure: (failure) => showFailure(failure, { retry: () => submit.retry() }),
    ...options,
    onSuccess: (answer, input) => {
      void invalidate(client, [areaOf(call), ...(options.invalidates ?? [])])
      return options.onSuccess?.(answer, input)
    },
  })
  return submit
}

/** The key under which a read is cached: its name, then its input. */
export function readKey<C extends Read>(call: C, input?: InputOf<C>): QueryKey {
  return input === undefined ? [call.name] : [call.name, input]
}

/** Lets all reads of these areas ('cms/account') be read again where they are on screen. */
export function invalidate(client: QueryClient, areas: readonly string[]): Promise<void> {
  return client.invalidateQueries({ predicate: readsOf(areas) })
}

/** Whether what was read belongs to one of these areas. */
export function readsOf(areas: readonly string[]): (query: { queryKey: QueryKey }) => boolean {
  return ({ queryKey: [name] }) =>
    typeof name === 'string' && areas.some((area) => bareName(name) === area || bareName(name).startsWith(`${area}/`))
}

/** 'POST cms/account/session/revoke' → 'cms/account'; 'POST /store-profile/post/create' → '/store-profile'. */
export function areaOf(call: Call): string {
  const name = bareName(call.name)
  return (/^(cms\/[^/]+|\/api\/[^/]+|\/[^/]+)/.exec(name) ?? [name])[0]
}

function bareName(name: string): string {
  return name.slice(name.indexOf(' ') + 1)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The browser's own idea of being offline is often wrong; trying tells.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ConnectionError && error.sent,
      retryDelay: 600,
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

// What one person has read is not shown to the next.
onEnded(() => queryClient.clear())

// What could not be read while the server was away is read now.
onReturn(() => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }))
