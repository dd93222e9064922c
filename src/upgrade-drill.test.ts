/**
 * A rolling upgrade under load: two programs are replaced by the next version one after the other, while callers keep writing and reading through a
 * proxy. No call fails, and every acknowledged write is there exactly once.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { walletLedger } from '#features/wallets/money.server.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { headsFile } from '#server/audit/heads.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { ledgerFindings } from './testing/ledger.ts'
import { nextVersion, treeOf } from './testing/other-version.ts'
import { openProxy, type Proxy } from './testing/proxy.ts'
import { writeTo } from './testing/write.ts'

const admin_password = 'Mưa-rào-2026'
const next = '99.0.0'
const pause_ms = 80
const test_timeout_ms = 4 * 60_000
/** With `npm run drill -- upgrade --from COMMIT` the old version is that commit and the new one this tree; otherwise the old one is this tree. */
const from = process.env.DRILL_FROM

/** Tables used by every call or by the load: prepared statements on them must survive the migration. */
const changed = ['app_user', 'session', 'user_group', 'command', 'audit_log', 'wallet_account', 'wallet_adjustment']

/** Expanding migrations of the next version: columns, a table, a check, an index, and a slow backfill of existing rows. */
const expansions = [
  ...changed.map((table) => `alter table ${table} add column next_note text not null default ''`),
  `create table next_kind (kind_id integer primary key, title text not null); grant select on next_kind to ve_so_app`,
  `alter table user_group add constraint user_group_next_note check (length(next_note) < 100) not valid`,
  `alter table user_group validate constraint user_group_next_note`,
  `-- no transaction\ncreate index concurrently if not exists audit_log_next on audit_log (next_note) where next_note <> ''`,
  `select pg_sleep(2); update command set next_note = 'cũ'`,
]

const dirs = [makeDataDir(), makeDataDir()]
const trees = makeDataDir()
const files_dir = join(dirs[0]!, 'shared')
let database: FreshDatabase
let pools: ReturnType<typeof createPools>
let proxy: Proxy
let programs: RunningProgram[]
let token = ''
let code: { before?: string; after?: string }

const start = (index: number, code_dir?: string) =>
  startProgram({
    data_dir: dirs[index]!,
    ...(code_dir !== undefined && { code_dir }),
    env: {
      DATABASE_URL: database.url,
      FILES_DIR: files_dir,
      ADMIN_PASSWORD: admin_password,
      TRUST_PROXY: '1',
      CALLS_PER_MINUTE: '1000000',
      DRAIN_SECONDS: '1',
      LOG_LEVEL: 'error',
    },
  })

beforeAll(async () => {
  database = from ? await emptyDatabase() : await freshDatabase()
  mkdirSync(files_dir)
  const tree = join(trees, 'tree')
  code = from ? { before: treeOf(from, tree) } : { after: nextVersion(tree, next, expansions) }
  programs = await Promise.all([start(0, code.before), start(1, code.before)])
  pools = createPools(database.url, { size: 2 })
  proxy = await openProxy()
  proxy.route(programs.map(({ url }) => url))
  const login = { username: 'admin', password: admin_password, client: 'api' }
  token = (await call<{ token: string }>(signIn.login, login, 'dang-nhap')).data.token
}, test_timeout_ms)

afterAll(async () => {
  await proxy?.close()
  await Promise.all((programs ?? []).map((program) => program.kill9()))
  await pools?.end()
  await database?.drop()
  for (const dir of [...dirs, trees]) removePlace(dir)
}, test_timeout_ms)

async function call<T>(endpoint: Call, input: object, transid: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const fields = { ...input, channel, transid }
  const response =
    endpoint.method === 'GET'
      ? await fetch(
          `${proxy.url}${endpoint.path}?${new URLSearchParams(fields as unknown as Record<string, string>)}`,
          { headers },
        )
      : await fetch(proxy.url + endpoint.path, { method: endpoint.method, headers, body: JSON.stringify(fields) })
  return (await response.json()) as { error: { code: number; message: string }; data: T }
}

/** Creates a wallet whose balance counts the acknowledged increases; no second person is needed for them. */
async function openWallet(): Promise<number> {
  return writeTo(createDb(pools.main), async (db) => {
    await sql`update money_config set adjustment_second_from = 1000000000000`.execute(db)
    const msisdn = '84910000001'
    const ledger_id = await walletLedger(db, msisdn)
    const { rows } = await sql<{ account_id: number }>`
      insert into wallet_account (msisdn, full_name, ledger_id) values (${msisdn}, 'Khách', ${ledger_id})
      returning account_id`.execute(db)
    return rows[0]!.account_id
  })
}

/** Results of the calls of the load. */
interface Load {
  calls: number
  groups: string[]
  amount: number
  failed: unknown[]
}

/** Writes in a loop without retrying errors: every unexpected response is a failure. Every fourth write is repeated with its transid. */
function keepWriting(load: Load, account_id: number, isOver: () => boolean): Promise<unknown> {
  const ask = async <T>(endpoint: Call, input: object, transid: string): Promise<T | null> => {
    load.calls++
    // Leaves CPU time for the program that is starting.
    await sleep(pause_ms)
    try {
      const { error, data } = await call<T>(endpoint, input, transid)
      if (error.code === 0) return data
      load.failed.push({ call: endpoint.name, ...error })
    } catch (error) {
      load.failed.push({ call: endpoint.name, cause: String((error as Error).cause ?? error) })
    }
    return null
  }
  const write = async (endpoint: Call, input: object, transid: string, n: number) => {
    const first = await ask(endpoint, input, transid)
    if (n % 4 !== 0) return first
    const retry = await ask(endpoint, input, transid)
    if (JSON.stringify(retry) !== JSON.stringify(first))
      load.failed.push({ call: endpoint.name, transid, first, retry })
    return first
  }
  const addGroups = async (writer: number) => {
    for (let n = 0; !isOver(); n++) {
      const group_name = `Nâng cấp ${writer}-${n}`
      const input = { group_name, description: 'Ghi trong lúc nâng cấp' }
      if (await write(group.add, input, `nhom-${writer}-viec-${n}`, n)) load.groups.push(group_name)
    }
  }
  const addMoney = async (writer: number) => {
    for (let n = 0; !isOver(); n++) {
      const input = { account_id, amount: 1_000 + n, reason: `Cộng ${writer}-${n}` }
      if (await write(walletAdjustment.increase, input, `tien-${writer}-viec-${n}`, n)) load.amount += input.amount
    }
  }
  const read = async (reader: number) => {
    for (let n = 0; !isOver(); n++)
      for (const endpoint of [group.list, wallets.list, sales.xsdt]) await ask(endpoint, {}, `doc-${reader}-lan-${n}`)
  }
  return Promise.all([addGroups(1), addGroups(2), addMoney(1), addMoney(2), read(1), read(2)])
}

/** Polls readiness as a load balancer does, and routes requests only to ready programs. */
function watchReadiness(isOver: () => boolean): Promise<void> {
  const isReady = ({ url }: RunningProgram) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return (async () => {
    while (!isOver()) {
      const ready = await Promise.all(programs.map(isReady))
      const serving = programs.filter((_, index) => ready[index]).map(({ url }) => url)
      if (serving.length > 0) proxy.route(serving)
      await sleep(50)
    }
  })()
}

test(
  'two programs are replaced by the next version one after the other, and no call fails or is lost',
  async () => {
    const load: Load = { calls: 0, groups: [], amount: 0, failed: [] }
    let is_over = false
    const isOver = () => is_over
    const account_id = await openWallet()
    const work = Promise.all([keepWriting(load, account_id, isOver), watchReadiness(isOver)])
    const waitForMore = (n: number) => {
      const until = load.calls + n
      return expect.poll(() => load.calls, { timeout: 60_000 }).toBeGreaterThanOrEqual(until)
    }
    const took: Record<string, number> = {}
    for (const index of [0, 1]) {
      await waitForMore(80)
      const since = performance.now()
      expect(await programs[index]!.stop()).toBe(0)
      programs[index] = await start(index, code.after)
      took[`program_${index}_s`] = Math.round((performance.now() - since) / 100) / 10
      // Both versions serve one database now; at the end only the new one does.
      await waitForMore(80)
    }
    is_over = true
    await work

    const db = createDb(pools.main)
    const { rows } = await sql<{ groups: string[]; balance: string }>`
    select (select array_agg(group_name) from user_group where group_name like 'Nâng cấp %') as groups,
      (select balance from ledger_account l join wallet_account w on w.ledger_id = l.account_id where w.account_id = ${account_id}) as balance
  `.execute(db)
    const findings: unknown[] = await ledgerFindings(database.url)
    await verifyAudit(database.url, headsFile(dirs[0]!), (finding) => findings.push(finding))
    const { groups, balance } = rows[0]!
    console.log(
      `upgrade under load: ${JSON.stringify({ from, calls: load.calls, failed: load.failed.length, groups: groups.length, balance, ...took })}`,
    )
    expect({ failed: load.failed.slice(0, 5), groups: groups.sort(), balance: Number(balance), findings }).toEqual({
      failed: [],
      groups: load.groups.sort(),
      balance: load.amount,
      findings: [],
    })
  },
  test_timeout_ms,
)
