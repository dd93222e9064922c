/** Failover of the database: the primary is lost, its standby takes over, and every acknowledged write is there. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { channel, toQuery } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { removePlace } from '#server/database/place.ts'
import { Cluster } from '#server/testing/cluster.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { ask } from './testing/ask.ts'

const admin_password = 'Mưa-rào-2026'
const data_dir = makeDataDir()
let primary: Cluster
let standby: Cluster
let program: RunningProgram
let token = ''

beforeAll(async () => {
  primary = await Cluster.make()
  standby = await primary.makeStandby()
  // Synchronous replication: a commit is acknowledged once the standby has it too.
  await primary.start({ synchronous_standby_names: '*' })
  await standby.start()
  const { username, password, pathname } = new URL(primary.url)
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const DATABASE_URL = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`
  const READ_DATABASE_URL = standby.url
  const env = { DATABASE_URL, READ_DATABASE_URL, ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'error' }
  program = await startProgram({ data_dir, env })
}, 120_000)
afterAll(async () => {
  await program?.stop()
  await standby?.remove()
  await primary?.remove()
  removePlace(data_dir)
}, 60_000)

async function call<T>(endpoint: Call, input: object, transid: string) {
  const fields = { ...input, channel, transid }
  const query = endpoint.method === 'GET' ? `?${toQuery(fields)}` : ''
  const { status, text } = await ask(program.url + endpoint.path + query, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(query === '' && { body: JSON.stringify(fields) }),
  })
  return { status, ...(JSON.parse(text) as { error: { code: number }; data: T }) }
}
const add = (group_name: string, transid: string) =>
  call(group.add, { group_name, description: 'Chuyển máy chủ' }, transid)
interface Report {
  as_of: string
  is_delayed?: boolean
}
const report = () => call<Report>(sales.xsdt, {}, 'bao-cao-so-1')
/** Whether the report is answered by the replica. */
const isDelayed = async () => (await report()).data.is_delayed ?? false

const readiness = async () => (await fetch(`${program.url}/readyz`)).status

test('calls get code 4 until the standby is promoted; then they go on with the same session, and nothing is lost or doubled', async () => {
  const signed_in = await call<{ token: string }>(
    signIn.login,
    { username: 'admin', password: admin_password, client: 'api' },
    'dang-nhap',
  )
  token = signed_in.data.token
  expect((await add('Trước', 'chuyen-1')).error.code).toBe(0)

  // The standby has replayed this person's write and may answer their report, which states how current the data is.
  await expect.poll(isDelayed, { timeout: 10_000 }).toBe(true)
  const { data } = await report()
  expect(Date.now() - Date.parse(data.as_of)).toBeLessThan(30_000)

  await primary.stop()
  const busy = { status: 503, error: { code: errors.system_busy[0] } }
  expect(await add('Trong lúc', 'chuyen-2')).toMatchObject(busy)
  await expect.poll(readiness).toBe(503)
  for (let turn = 0; turn < 5; turn++) expect(await add('Trong lúc', 'chuyen-2')).toMatchObject(busy)

  await standby.promote()
  await expect.poll(readiness, { timeout: 10_000 }).toBe(200)
  expect((await add('Trong lúc', 'chuyen-2')).error.code).toBe(0)
  // The group added before the failover exists: its transid returns the stored response, and its name is taken.
  expect((await add('Trước', 'chuyen-1')).error.code).toBe(0)
  expect((await add('Trước', 'chuyen-3')).error.code).toBe(errors.group_exists[0])
  // The replica's address now points to the primary.
  expect((await report()).error.code).toBe(0)
  // Whoever met it, the log has one line of it, with what is wrong with each host.
  const lines = program.output().match(/^.*the database is away.*$/gm)
  expect(lines).toEqual([expect.stringMatching(/đều không dùng được \(.*là bản sao chỉ đọc \(standby\)/)])
}, 60_000)
