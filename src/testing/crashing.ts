/** Runs the real program, which tests kill and restart while callers keep sending requests. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { channel } from '#contract/wire.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { admin_password, businessDir } from '#server/testing/business-dir.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ask } from './ask.ts'
import { writeTo } from './write.ts'

export type Kill = 'server' | 'PostgreSQL' | 'both'

interface Answer {
  code: number
  data: unknown
}

export interface CrashingProgram {
  readonly data_dir: string
  /** Starts it again after a clean stop. */
  start(): Promise<void>
  stop(): Promise<number | null>
  kill(which: Kill): Promise<void>
  /** Sends the call once; null when the outcome is unknown. */
  call(what: Call, input: object, transid: string): Promise<Answer | null>
  /** Repeats the call with the same transid until its outcome is known. */
  callUntilAnswered(what: Call, input: object, transid: string): Promise<Answer>
  /** Runs `work` in a database transaction, as a program and not a person. */
  inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Stops the program and deletes its data directory. */
  leave(): Promise<void>
}

/** Ages the heartbeats of a killed program's jobs, so that the next program takes them over at once; jobs.test.ts tests the take-over itself. */
export async function endSilence(data_dir: string, killed_at: Date): Promise<void> {
  const client = createClient(databaseUrl(data_dir))
  await client.connect()
  await client.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active' and heartbeat_on < $1`,
    [killed_at],
  )
  await client.end()
}

/** Runs `work` in a transaction of this database, as a program and not a person. */
export async function inDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pools = createPools(url, { size: 2 })
  try {
    return await writeTo(createDb(pools.main), work)
  } finally {
    await pools.end()
  }
}

/** Starts an empty business and signs in as its administrator. */
export async function openCrashing(env: Record<string, string> = {}): Promise<CrashingProgram> {
  const data_dir = await businessDir()
  let program: RunningProgram
  let token = ''
  const self: CrashingProgram = {
    data_dir,
    async start() {
      // A single account sends all requests, so its rate limit must not apply.
      const CALLS_PER_MINUTE = '1000000'
      const program_env = { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent', CALLS_PER_MINUTE, ...env }
      program = await startProgram({ data_dir, env: program_env, args: ['--empty'] })
    },
    stop: () => program.stop(),
    async kill(which) {
      if (which === 'PostgreSQL') return program.killPostgres9()
      await (which === 'both' ? program.killBoth9() : program.kill9())
      const killed_at = new Date()
      await self.start()
      await endSilence(data_dir, killed_at)
    },
    async call(call, input, transid) {
      try {
        const { text } = await ask(program.url + call.path, {
          method: call.method,
          headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
          body: JSON.stringify({ ...input, channel, transid }),
        })
        const { error, data } = JSON.parse(text) as { error: { code: number }; data: unknown }
        return error.code === errors.system_busy[0] ? null : { code: error.code, data }
      } catch {
        return null
      }
    },
    async callUntilAnswered(call, input, transid) {
      for (;;) {
        const answer = await self.call(call, input, transid)
        if (answer) return answer
        await sleep(50)
      }
    },
    inDatabase: (work) => inDatabase(databaseUrl(data_dir), work),
    async leave() {
      await program.stop()
      removePlace(data_dir)
    },
  }
  await self.start()
  const login = { username: 'admin', password: admin_password, client: 'api' }
  const { data } = await self.callUntilAnswered(signIn.login, login, 'dang-nhap')
  token = (data as { token: string }).token
  return self
}
