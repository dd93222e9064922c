/** A night's proofs: one that cannot be run keeps no other from running, and is told. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headsFile, headsWriter } from '#server/audit/heads.ts'
import { metricsPage, watchProofs } from '#server/program/metrics.ts'
import { status, statusPage } from '#features/system/status/status.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { lastProofs, readState } from './state.server.ts'
import { proofTitles, verifyAll } from './verify-all.server.ts'

let office: Office
let an: Person
let day: string
const data_dir = mkdtempSync(join(tmpdir(), 've-so-proofs-'))
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(statusPage.rights)
  day = await dayFromNow(office.db, -1)
  watchProofs(() => lastProofs(office.db))
  // As the program does each minute: the office may be a copy of one that is minutes old.
  await headsWriter(office.db, headsFile(data_dir))()
})
afterAll(async () => {
  watchProofs(async () => [])
  await office.close()
  rmSync(data_dir, { recursive: true })
})

/** The file of heads is a directory where it must not be readable. */
const verify = (heads_file: string) => verifyAll(office.db, { url: office.database_url, heads_file }, day)
const auditProof = async () => (await lastProofs(office.db)).find(({ name }) => name === 'audit')!
const auditLine = async () => {
  const { sections } = await an.call(status.get, {})
  return sections.find(({ key }) => key === 'proofs')!.lines.find(({ title }) => title === proofTitles.audit)!
}
const auditState = async () => (await readState(office.db, day)).find(({ title }) => title === proofTitles.audit)!
const failedMetrics = async () => (await metricsPage()).text.match(/^ve_so_proof_failed\{proof="(\w+)"\} 1$/gm)

test('a proof that cannot be run lets the others run, and the job, the page, the closing and the metrics tell why', async () => {
  await expect(verify(data_dir)).rejects.toThrow(/^Proofs that could not be run: audit \(EISDIR/)
  const proofs = await lastProofs(office.db)
  const has_run = proofs.filter(({ at }) => at !== null).map(({ name }) => name)
  expect(['audit', ...has_run].toSorted()).toEqual(Object.keys(proofTitles).toSorted())
  expect(proofs.filter(({ fault }) => fault !== null).map(({ name }) => name)).toEqual(['audit'])
  expect(await auditLine()).toMatchObject({
    tone: 'bad',
    value: expect.stringMatching(/^không chạy được lúc .*: EISDIR/) as string,
  })
  expect(await auditState()).toMatchObject({
    is_well: false,
    value: expect.stringMatching(/^không chạy được/) as string,
  })
  expect(await failedMetrics()).toEqual(['ve_so_proof_failed{proof="audit"} 1'])
  expect((await metricsPage()).text).not.toContain('ve_so_proof_last_run_timestamp_seconds{proof="audit"}')
})

test('once it runs again, it is told no more', async () => {
  await verify(headsFile(data_dir))
  expect(await auditProof()).toMatchObject({ fault: null, differences: 0 })
  expect(await auditLine()).toMatchObject({ tone: 'well' })
  expect(await failedMetrics()).toBeNull()
})

test('what a proof found before stands until it has run to its end again', async () => {
  await office.write((db) =>
    db.insertInto('verify_run').values({ name: 'audit', differences: 3, compared: '{}' }).execute(),
  )
  await expect(verify(data_dir)).rejects.toThrow('audit')
  expect(await auditProof()).toMatchObject({ differences: 3, fault: expect.stringContaining('EISDIR') as string })
  expect(await auditLine()).toMatchObject({ tone: 'bad', value: expect.stringMatching(/^3 chỗ lệch/) as string })
})
