/** Starts the program with its sample at another clock time and checks what must hold at any hour. */
import { sql } from 'kysely'
import { check } from '#contract/wire.ts'
import { headsFile } from '#server/audit/heads.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { removePlace } from '#server/database/place.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { clockAt } from '#server/testing/clock.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeQuickDataDir } from '#server/testing/throw-away.ts'
import { services } from '../services.ts'
import { person } from './office.ts'
import { proofs } from './proofs.ts'

const admin_password = 'Mưa-rào-2026'

export interface ClockResult {
  /** Failed checks, as sentences. */
  faults: string[]
  /** Number of sample orders, and of draws on sale now. */
  orders: number
  open_draws: number
}

/** Starts the program in an empty data directory at this moment in Vietnamese time, and checks the result. */
export async function tryClock(moment: string): Promise<ClockResult> {
  const data_dir = makeQuickDataDir()
  const env = { ...clockAt(moment), ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'error', STRICT_ANSWERS: '1' }
  let program: RunningProgram | undefined
  try {
    program = await startProgram({ data_dir, env })
    const [database, page_faults, proof_faults] = await Promise.all([
      checkDatabase(databaseUrl(data_dir), moment),
      firstPages(program.url),
      prove(data_dir),
    ])
    return {
      ...database,
      faults: [...complaints(program.output()), ...database.faults, ...page_faults, ...proof_faults],
    }
  } catch (error) {
    return { faults: [String(error)], orders: 0, open_draws: 0 }
  } finally {
    await program?.stop()
    removePlace(data_dir)
  }
}

/** Failures that the start printed, and errors that it logged. */
const complaints = (output: string) => output.split('\n').filter((line) => /^\s*✗|^\{"level":[56]0/.test(line))

/** Checks that the database has the given clock time, and that every draw on sale has tickets in stock. */
async function checkDatabase(url: string, moment: string): Promise<ClockResult> {
  const pools = createPools(url, { size: 1 })
  try {
    const { rows } = await sql<{ drift: number; orders: number; open_draws: number; bare: string[] }>`
      with open as (
        select p.*, exists (select from xskt_ticket t where t.open_date = p.open_date and t.area_id = p.area_id and t.in_stock > 0) as has_tickets
        from draw_period p where now() between p.open_at and p.stop_at)
      select abs(extract(epoch from now() - ${`${moment}+07`}::timestamptz))::integer as drift,
        (select count(*)::integer from sale_order) as orders, (select count(*)::integer from open) as open_draws,
        (select coalesce(array_agg(period_code order by period_code), '{}') from open
          where area_id is not null and not has_tickets and open_at < now() - interval '1 hour') as bare`.execute(
      createDb(pools.main),
    )
    const { drift, orders, open_draws, bare } = rows[0]!
    const faults = bare.map((code) => `Kỳ ${code} đang bán mà không có vé`)
    if (drift > 600) faults.push(`The database's clock is ${drift} s away from ${moment}`)
    return { faults, orders, open_draws }
  } finally {
    await pools.end()
  }
}

/** Signs in as the administrator and makes every read call that needs no input. */
async function firstPages(url: string): Promise<string[]> {
  const admin = person(url, { user_id: 0, user_name: 'admin' })
  await admin.signIn(admin_password, { client: 'api' })
  const faults: string[] = []
  for (const { call } of services) {
    if (call.method !== 'GET' || !check(call.input, {}).ok || call.path.includes(':')) continue
    const { status, body } = await admin.raw(call, {})
    if (status !== 200 || body.error.code !== 0)
      faults.push(`${call.name}: ${status}, ${body.error.code} ${body.error.message}`)
  }
  return faults
}

/** Findings of the verify commands. */
async function prove(data_dir: string): Promise<string[]> {
  const database_url = databaseUrl(data_dir)
  const findings = await proofs({ database_url })
  await verifyAudit(database_url, headsFile(data_dir), (finding) => findings.push(finding))
  return findings.map((finding) => JSON.stringify(finding))
}
