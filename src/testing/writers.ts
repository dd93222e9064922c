/** Concurrent writers for crash tests: records the response to every write and compares them with the database afterwards. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '#server/database/pool.ts'

export interface Intent {
  readonly transid: string
  readonly group_name: string
}

export interface WriteLog {
  /** Confirmed by a response. */
  acknowledged: Intent[]
  /** Abandoned with an unknown outcome. */
  unknown: Intent[]
  /** Refused without a reason, which indicates that the write had already happened. */
  refused: (Intent & { code: number })[]
  retries: number
}

/** One attempt of a write: its error code, or null when the outcome is unknown. */
type Attempt = (intent: Intent) => Promise<number | null>

/** The log of a writer that has written nothing yet. */
export const nothingWritten = (): WriteLog => ({ acknowledged: [], unknown: [], refused: [], retries: 0 })

/** Writes in a loop. Of the writes with an unknown outcome every third is abandoned, the others are retried until it is known. */
export async function keepWriting(
  writer: number,
  written: WriteLog,
  tryOnce: Attempt,
  isOver: () => boolean,
): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const intent = { transid: `nguoi-${writer}-viec-${n}`, group_name: `Nhóm ${writer}.${n}` }
    let code = await tryOnce(intent)
    // Simulates responses that are lost without a crash: discards some and retries.
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
  /** Names of all groups in the database. */
  names: ReadonlySet<string>
  /** Number of effects by transid. */
  times: ReadonlyMap<string, number>
  /** Acknowledged but missing. */
  lost: Intent[]
  /** Executed more than once. */
  doubled: [transid: string, times: number][]
  /** Names that no writer has requested. */
  unwanted: string[]
}

/** Compares the writers' records with the database. */
export async function effectsOf(url: string, { acknowledged, unknown }: WriteLog): Promise<Effects> {
  const client = createClient(url)
  await client.connect()
  const groups = await client.query<{ group_name: string }>(`select group_name from user_group`)
  const done = await client.query<{ transid: string; times: number }>(`
    select l.transid, count(*) as times from audit_log l join audit_change c using (audit_id)
    where l.code = 0 and c.table_name = 'user_group' group by l.transid`)
  await client.end()
  const names = new Set(groups.rows.map(({ group_name }) => group_name))
  const times = new Map(done.rows.map((row) => [row.transid, row.times]))
  const known_names = new Set([...acknowledged, ...unknown].map(({ group_name }) => group_name))
  return {
    names,
    times,
    lost: acknowledged.filter(({ group_name }) => !names.has(group_name)),
    doubled: [...times].filter(([, count]) => count > 1),
    unwanted: [...names].filter((name) => !known_names.has(name)),
  }
}
