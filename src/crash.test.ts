/**
 * Kills the server, its PostgreSQL or both under load. Afterwards every acknowledged write is there, and nothing happened twice, because every
 * retry reuses the transid of its first attempt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { channel } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { admin_password, businessDir } from '#server/testing/business-dir.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { removePlace } from '#server/database/place.ts'
import { ask } from './testing/ask.ts'
import { drillTimeout, drillSize } from './testing/drill-size.ts'
import { effectsOf, keepWriting, nothingWritten, type Intent, type Written } from './testing/writers.ts'

const writers = 6
/** Acknowledged writes between two kills, so that each kill hits a server that is working again. */
const usual = { kills: 7, writes: 40 }
const writes_between_kills = drillSize('WRITES', usual.writes)
const in_turn = ['server', 'PostgreSQL', 'both', 'PostgreSQL', 'server', 'PostgreSQL', 'server'] as const
const kills = Array.from({ length: drillSize('KILLS', usual.kills) }, (_, n) => in_turn[n % in_turn.length]!)
const timeout = drillTimeout(180_000, kills.length * writes_between_kills, usual.kills * usual.writes)

const data_dir = await businessDir()
let program: RunningProgram
let token: string

const start = async () => {
  program = await startProgram({
    data_dir,
    // One account sends all requests: many more than a person may, and for longer than one proof of who it is lasts.
    env: { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent', CALLS_PER_MINUTE: '1000000', PROOF_MINUTES: '1440' },
    args: ['--empty'],
  })
}

async function call(endpoint: Call, input: object, transid: string) {
  const { text } = await ask(program.url + endpoint.path, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ ...input, channel, transid }),
  })
  return JSON.parse(text) as { error: { code: number }; data: unknown }
}

/** Error code of the response; null when the connection broke or the database was unavailable. */
async function finalCode({ transid, group_name }: Intent): Promise<number | null> {
  try {
    const { error } = await call(group.add, { group_name, description: 'Ghi giữa lúc sập' }, transid)
    return error.code === errors.system_busy[0] ? null : error.code
  } catch {
    return null
  }
}

async function kill(which: (typeof kills)[number]): Promise<void> {
  if (which === 'PostgreSQL') return program.killPostgres9()
  await (which === 'both' ? program.killBoth9() : program.kill9())
  await start()
}

async function waitForWrites(record: Written, additional: number): Promise<void> {
  const target_count = record.acknowledged.length + additional
  while (record.acknowledged.length < target_count) {
    expect(record.refused, 'otherwise it would wait for ever').toEqual([])
    await sleep(20)
  }
}

test('after every crash each acknowledged write is there once, and the audit log verifies', { timeout }, async () => {
  const record = nothingWritten()
  let is_over = false
  await start()
  try {
    const { data } = await call(
      signIn.login,
      { username: 'admin', password: admin_password, client: 'api' },
      'dang-nhap',
    )
    token = (data as { token: string }).token
    const writing = Promise.all(
      Array.from({ length: writers }, (_, n) => keepWriting(n, record, finalCode, () => is_over)),
    )
    for (const which of kills) {
      await waitForWrites(record, writes_between_kills)
      await kill(which)
    }
    await waitForWrites(record, usual.writes)
    // The last stop is a graceful one under the same load.
    expect(await program.stop()).toBe(0)
    is_over = true
    await writing
    await start()

    const { names, times, lost, doubled, unwanted } = await effectsOf(databaseUrl(data_dir), record)
    const findings: Finding[] = []
    await verifyAudit(databaseUrl(data_dir), headsFile(data_dir), (finding) => findings.push(finding))
    const { acknowledged, unknown, retries } = record
    const done_unknown = unknown.filter(({ group_name }) => names.has(group_name)).length
    const figures = {
      kills: kills.length,
      acknowledged: acknowledged.length,
      lost: lost.length,
      doubled: doubled.length,
    }
    console.log(`crash: ${JSON.stringify({ ...figures, retries, unknown: unknown.length, done_unknown })}`)
    expect({ lost, doubled, unwanted, findings, refused: record.refused }).toEqual({
      lost: [],
      doubled: [],
      unwanted: [],
      findings: [],
      refused: [],
    })
    expect(times.size).toBe(names.size)
  } finally {
    is_over = true
    await program.stop()
    removePlace(data_dir)
  }
})
