/**
 * Kills the server, its PostgreSQL or both under load. Afterwards every acknowledged write is there, and nothing happened twice, because every
 * retry reuses the transid of its first attempt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { group } from '#features/access/group/group.contract.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openCrashing } from './testing/crashing.ts'
import { drillTimeout, drillSize } from './testing/drill-size.ts'
import { effectsOf, keepWriting, nothingWritten, type Intent, type WriteLog } from './testing/writers.ts'

const writers = 6
/** Acknowledged writes between two kills, so that each kill hits a server that is working again. */
const usual = { kills: 7, writes: 40 }
const writes_between_kills = drillSize('WRITES', usual.writes)
const in_turn = ['server', 'PostgreSQL', 'both', 'PostgreSQL', 'server', 'PostgreSQL', 'server'] as const
const kills = Array.from({ length: drillSize('KILLS', usual.kills) }, (_, n) => in_turn[n % in_turn.length]!)
const timeout = drillTimeout(180_000, kills.length * writes_between_kills, usual.kills * usual.writes)

// For longer than one proof of who it is lasts.
const crashing = await openCrashing({ PROOF_MINUTES: '1440' })
const url = databaseUrl(crashing.data_dir)

/** Error code of the response; null when its outcome is unknown. */
async function finalCode({ transid, group_name }: Intent): Promise<number | null> {
  const answer = await crashing.call(group.add, { group_name, description: 'Ghi giữa lúc sập' }, transid)
  return answer && answer.code
}

async function waitForWrites(record: WriteLog, additional: number): Promise<void> {
  const target_count = record.acknowledged.length + additional
  while (record.acknowledged.length < target_count) {
    expect(record.refused, 'otherwise it would wait for ever').toEqual([])
    await sleep(20)
  }
}

test('after every crash each acknowledged write is there once, and the audit log verifies', { timeout }, async () => {
  const record = nothingWritten()
  let is_over = false
  try {
    const writing = Promise.all(
      Array.from({ length: writers }, (_, n) => keepWriting(n, record, finalCode, () => is_over)),
    )
    for (const which of kills) {
      await waitForWrites(record, writes_between_kills)
      await crashing.kill(which)
    }
    await waitForWrites(record, usual.writes)
    // The last stop is a graceful one under the same load.
    expect(await crashing.stop()).toBe(0)
    is_over = true
    await writing
    await crashing.start()

    const { names, times, lost, doubled, unwanted } = await effectsOf(url, record)
    const findings: Finding[] = []
    await verifyAudit(url, headsFile(crashing.data_dir), (finding) => findings.push(finding))
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
    await crashing.leave()
  }
})
