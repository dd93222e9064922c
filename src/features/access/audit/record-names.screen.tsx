/** Names of records that the log knows by number: 'group_id 3' → 'Kế toán'. Only for records that the person may look up. */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { AuditedNames } from '#contract/audited.ts'
import type { Call, InputOf } from '#contract/call.ts'
import { pages } from '#features/access/group/page-list.contract.ts'
import { readKey } from '#web/call/api.ts'
import { send } from '#web/call/send.ts'
import { useRights } from '#web/session/rights.ts'
import type { Change } from './audit.rules.ts'
import { auditedNames } from './audited.contract.ts'

/** The name for the number in a column; undefined when it is not known here. */
export type NameOf = (column: string, id: unknown) => string | undefined

/** The names of one column's numbers. */
type Names = readonly [column: string, Map<number, string>]

/** Only numbers in these changes are looked up. */
export function useNames(changes: readonly Pick<Change, 'before' | 'after'>[]): NameOf {
  const { can } = useRights()
  const client = useQueryClient()
  const spoken = keysIn(changes)
  const { data } = useQuery({
    queryKey: ['names in the log', [...spoken]],
    enabled: spoken.size > 0,
    queryFn: async () => {
      const lists = auditedNames
        .filter(({ list, key }) => spoken.has(key) && can(list))
        .map((audited) => namesIn(client, audited))
      const answers = await Promise.allSettled(
        can(pages.list) && spoken.has('page_id') ? [...lists, pageNames(client)] : lists,
      )
      return new Map(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
    },
  })
  return (column, id) => (typeof id === 'number' ? data?.get(keyOf(column))?.get(id) : undefined)
}

const keyOf = (column: string) => (column.endsWith('_by') ? 'user_id' : column)

/** The changed columns that hold keys of other records. */
function keysIn(changes: readonly Pick<Change, 'before' | 'after'>[]): ReadonlySet<string> {
  const columns = changes.flatMap(({ before, after }) => [...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const keys = new Set(columns.map(keyOf))
  return new Set(['page_id', ...auditedNames.map(({ key }) => key)].filter((key) => keys.has(key)))
}

async function namesIn(client: QueryClient, { list, key, name }: AuditedNames): Promise<Names> {
  const { items } = (await readOnce(client, list, { page_size: 300 })) as { items: Record<string, unknown>[] }
  return [key, new Map(items.map((row) => [row[key] as number, row[name] as string]))]
}

async function pageNames(client: QueryClient): Promise<Names> {
  const answer = await readOnce(client, pages.list, {})
  return ['page_id', new Map(answer.pages.map((page) => [page.id, page.page_name]))]
}

/** Cached like `useRead`: what was read within the last minute and is still valid is not read again. */
function readOnce<C extends Call<'read'>>(client: QueryClient, call: C, input: InputOf<C>) {
  const queryFn = ({ signal }: { signal: AbortSignal }) => send(call, input, { signal })
  return client.fetchQuery({ queryKey: readKey(call, input), queryFn, staleTime: 60_000 })
}
