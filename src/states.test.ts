/** Every version starts on the data of earlier ones: nothing is lost, all figures add up, and the audit log is complete. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project_dir } from '#server/program/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { startProgram } from '#server/testing/program.ts'
import { keptVersions, restoreState } from '#server/testing/state.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'

/** Names that migrations have changed, old to new; the rows and values must all be there under the new name. */
const renamed: Readonly<Record<string, string>> = {
  'bank_transaction.transfer_id': 'bank_transaction.deposit_id',
  'deposit.transfer_id': 'deposit.deposit_id',
  'draw_period.cancel_asked_at': 'draw_period.cancel_requested_at',
  'draw_period.cancel_asked_by': 'draw_period.cancel_requested_by',
  'draw_result.reopen_asked_at': 'draw_result.reopen_requested_at',
  'draw_result.reopen_asked_by': 'draw_result.reopen_requested_by',
  'gateway_answer.asked_at': 'gateway_answer.queried_at',
  'order_line.xsdt_ticket_id': 'order_line.ticket_id',
  'prize_run.asked_at': 'prize_run.started_at',
  'result_feed_source.asked_at': 'result_feed_source.queried_at',
  'reward_account.told_at': 'reward_account.reported_at',
  'reward_account.told_balance': 'reward_account.reported_balance',
  'xskt_ticket.xsdt_ticket_id': 'xskt_ticket.ticket_id',
}

/** Tables and columns that migrations have removed on purpose: 'table' or 'table.column'. */
const removed: readonly string[] = []

/** Number of rows of each table and of values of each column, by 'table' and 'table.column'. */
async function tally(url: string): Promise<Map<string, number>> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; counts: string }>(
      `select relname as name, string_agg(format('count(%1$I) as %1$I', attname), ', ') as counts
        from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by 1`,
    )
    const tallies = new Map<string, number>()
    for (const { name, counts } of tables) {
      const { rows } = await client.query<Record<string, number>>(`select count(*) as "*", ${counts} from "${name}"`)
      for (const [column, count] of Object.entries(rows[0]!)) tallies.set(`${name}.${column}`, count)
    }
    return tallies
  } finally {
    await client.end()
  }
}

function verify(command: string, env: Record<string, string>): string {
  const args = [join(project_dir, 'scripts', `${command}.ts`)]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return (stdout + stderr).trim()
}

test.each(keptVersions())(
  'the program starts on the data of version %s, nothing is lost and every proof holds',
  { timeout: 180_000 },
  async (version) => {
    const database = await emptyDatabase()
    await restoreState(database.url, version)
    const before = await tally(database.url)
    await migrate(database.url)
    const after = await tally(database.url)
    const lost = [...before]
      .filter(([name, count]) => count > (after.get(renamed[name] ?? name) ?? 0))
      .map(([name]) => name)
    expect(lost.filter((name) => !removed.includes(name))).toEqual([])

    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: makeDataDir(),
      LOG_LEVEL: 'error',
      // The tests may run with a clock earlier than the day on which the state was saved.
      ALLOW_EARLIER_CLOCK: '1',
    }
    const program = await startProgram({ data_dir: env.DATA_DIR, env })
    expect(await program.stop()).toBe(0)
    expect(program.output()).not.toContain('"level":')
    for (const command of [
      'verify-audit',
      'verify-ledger',
      'verify-stock',
      'verify-sales',
      'verify-prizes',
      'verify-rewards',
    ])
      expect(verify(command, env)).toMatch(/^✓ .*: (khớp nhau|không có gì bị sửa) \(/)
    await database.drop()
  },
)
