import type { InputOf } from '#contract/call.ts'
import { counting, useRead } from '#web/call/api.ts'
import type { ListCall } from '#web/list/use-list-answer.ts'

/** Work that waits for whoever may do it: where it is, and how much of it. */
export interface Queue {
  url: string
  /** What the page is to show of all that it has. */
  search: Record<string, string>
  title: string
  explanation: string
  /** Unknown until it is counted. */
  total: number | undefined
  /** How much of it the menu counts, where the figure is not a number of tasks. */
  tasks?: number
}

/** The rows of a list that these filters leave, as a queue; none for whom it is not enabled. */
export function useQueue<C extends ListCall>(
  enabled: boolean,
  call: C,
  filter: Partial<InputOf<C>>,
  queue: Omit<Queue, 'total'>,
): Queue[] {
  const { data } = useRead<ListCall>(call, { ...filter, part: 'totals' }, { enabled, ...counting })
  return enabled ? [{ ...queue, total: data?.total }] : []
}
