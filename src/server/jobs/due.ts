/**
 * Wakes the workers of queues with due jobs. One statement looks at all queues, because several dozen workers that each look for themselves keep even
 * an idle program and its database busy.
 */
import type pg from 'pg'

const interval_ms = 500
/** The time after a job has been added in which the transaction that adds it has usually been committed. */
const soon_ms = 50
/** The time in ms after which a statement without an answer is given up; others wait as long for a connection of the queue. */
const max_silence_ms = 10_000
/** What pg says of a statement without an answer for that long; its connection is then given up. */
export const query_timeout_message = 'Query read timeout'

/** How long a worker waits before it looks for a job that nobody has woken it for. */
export const unwoken_s = 30

/** `not blocked` lets PostgreSQL use the index from which workers take their jobs. */
const due_queues = `
  select name from unnest($1::text[]) q (name)
  where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

export interface DueWatch {
  /** A job is being added: looks for due jobs soon instead of at the next interval, however many are added meanwhile. */
  lookSoon(): void
  stop(): void
}

type QueryRunner = (query: pg.QueryConfig & { query_timeout: number }) => Promise<{ rows: { name: string }[] }>

/** @param wakers wakes a worker of the queue that has nothing to do, if there is one */
export function watchDue(
  ask: QueryRunner,
  wakers: ReadonlyMap<string, () => void>,
  on_error: (error: Error) => void,
): DueWatch {
  const values = [[...wakers.keys()]]
  const query = { name: 'due-queues', text: due_queues, values, query_timeout: max_silence_ms }
  let is_over = false
  let is_hurried = false
  let timer: NodeJS.Timeout | undefined
  const schedule = () => {
    timer = setTimeout(() => void check(), is_hurried ? soon_ms : interval_ms)
  }
  const check = async () => {
    timer = undefined
    is_hurried = false
    try {
      const { rows } = await ask(query)
      for (const { name } of is_over ? [] : rows) wakers.get(name)?.()
    } catch (error) {
      if (!is_over) on_error(error as Error)
    }
    if (!is_over) schedule()
  }
  void check()
  return {
    lookSoon() {
      if (is_over || is_hurried) return
      is_hurried = true
      if (timer === undefined) return
      clearTimeout(timer)
      schedule()
    },
    stop() {
      is_over = true
      clearTimeout(timer)
    },
  }
}
