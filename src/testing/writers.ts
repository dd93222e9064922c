/** Writers under whom servers are killed: each forms one intent after the other, and what they were told is compared with what is in the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#server/database/pool.ts'

export interface Intent {
  readonly transid: string
  readonly group_name: string
}

export interface Written {
  /** Told to be done. */
  acknowledged: Intent[]
  /** Given up without a clear answer: may have been done or not. */
  unknown: Intent[]
  /** Refused although nothing forbids them: the sign of a second effect. */
  refused: (Intent & { code: number })[]
  retries: number
}

/** One try of an intent: its code, or null when no clear answer came, because a connection broke or the database was away. */
type Try = (intent: Intent) => Promise<number | null>

export const nothingWritten = (): Written => ({ acknowledged: [], unknown: [], refused: [], retries: 0 })

/** Of the intents without a clear answer every third is given up, the others are tried until there is one. */
export async function keepWriting(
  writer: number,
  written: Written,
  tryOnce: Try,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const intent = { transid: `nguoi-${writer}-viec-${n}`, group_name: `Nhóm ${writer}.${n}` }
    let code = await tryOnce(intent)
    // Answers are also lost without a crash: some are thrown away, and asked for again.
    if (n % 4 === 1) code = null
    while (code === null && n % 3 > 0 && !isOver()) {
      written.retries++
      await sleep(50)
      code = await tryOnce(intent)
    }
    if (code === null) written.unknown.push(intent)
    else if (code === 0) written.acknowledged.push(intent)
    else written.refused.push({ ...intent, code })
  }
}

export interface Effects {
  /** The groups that are there. */
  names: ReadonlySet<string>
  /** How often something was done under a transid. */
  times: ReadonlyMap<string, number>
  /** Acknowledged and not there. */
  lost: Intent[]
  /** Done more than once. */
  doubled: [transid: string, times: number][]
  /** There without having been wanted. */
  unwanted: string[]
}

/** Compares what writers were told with what is in the database. */
export async function effectsOf(url: string, { acknowledged, unknown }: Written): Promise<Effects> {
  const client = createClient(url)
  await client.connect()
  const groups = await client.query<{ group_name: string }>(`select group_name from user_group`)
  const done = await client.query<{ transid: string; times: number }>(`
    select l.transid, count(*) as times from audit_log l join audit_change c using (audit_id)
    where l.code = 0 and c.table_name = 'user_group' group by l.transid`)
  await client.end()
  const names = new Set(groups.rows.map(({ group_name }) => group_name))
  const times = new Map(done.rows.map((row) => [row.transid, row.times]))
  const known = new Set([...acknowledged, ...unknown].map(({ group_name }) => group_name))
  return {
    names,
    times,
    lost: acknowledged.filter(({ group_name }) => !names.has(group_name)),
    doubled: [...times].filter(([, count]) => count > 1),
    unwanted: [...names].filter((name) => !known.has(name)),
  }
}
