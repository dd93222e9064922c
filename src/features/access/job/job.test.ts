import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '#server/program/process.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { job, jobPage } from './job.contract.ts'

const name = 'ticket_upload.check'
let office: Office
let an: Person
let boss: PgBoss

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(jobPage.rights)
  // The first call of the list creates the queues.
  await an.call(job.list, {})
  boss = new PgBoss({ connectionString: office.database_url, schedule: false, supervise: false, max: 1 })
  await boss.start()
})
afterAll(async () => {
  await boss.stop()
  await office.close()
})

const page = { page_index: 1, page_size: 20 }
const givenUp = async (keyword?: string) => (await an.call(job.givenUp, { ...page, ...(keyword && { keyword }) })).items
const queue = async () => (await an.call(job.list, {})).items.find((item) => item.name === name)!

let keys = 0
/** Sends a job with data that the worker cannot read, so that its only try fails, and waits until it is given up. */
async function givenUpJob(key = `khoa-${++keys}`): Promise<string> {
  const upload_id = `hỏng ${key}`
  const previous_count = (await givenUp(upload_id)).length
  await boss.send(name, { upload_id }, { retryLimit: 0, singletonKey: key })
  await waitUntil(async () => (await givenUp(upload_id)).length > previous_count, 15_000)
  return (await givenUp(upload_id))[0]!.job_id
}

beforeEach(async () => {
  for (const { job_id } of await givenUp()) await an.call(job.discard, { job_id, reason: 'dọn' })
  await boss.deleteAllJobs(name)
})

test('a job that was given up is listed with its error, and found without accents', async () => {
  const job_id = await givenUpJob()
  const [row] = await givenUp('HONG khoa')
  expect(row).toMatchObject({ job_id, name, title: 'Kiểm tra tệp vé', tries: 1 })
  expect(row!.error).toContain('invalid input syntax for type integer')
  expect(JSON.parse(row!.data)).toEqual({ upload_id: `hỏng khoa-${keys}` })
  expect(await queue()).toMatchObject({ title: 'Kiểm tra tệp vé', given_up: 1 })
  expect(await givenUp('không có')).toEqual([])
})

test('a retried job is queued once; a second retry or a discard of it is refused with 121', async () => {
  const job_id = await givenUpJob()
  await an.call(job.retry, { job_id })
  expect(await givenUp()).toEqual([])
  const { waiting, deferred, active } = await queue()
  expect(waiting + deferred + active).toBe(1)
  await expect(an.call(job.retry, { job_id })).rejects.toMatchObject({ code: 121 })
  await expect(an.call(job.discard, { job_id, reason: 'muộn' })).rejects.toMatchObject({ code: 121 })
})

test('refuses with 121 to retry a job while another one with the same key waits, and keeps it as given up', async () => {
  const job_id = await givenUpJob('chung')
  await boss.send(name, { upload_id: 1 }, { singletonKey: 'chung', startAfter: 600 })
  await expect(an.call(job.retry, { job_id })).rejects.toMatchObject({ code: 121 })
  expect(await givenUp()).toMatchObject([{ job_id }])
})

test('retrying all jobs of one name queues one job per key', async () => {
  await givenUpJob('a')
  await givenUpJob('b')
  await givenUpJob('b')
  expect(await an.call(job.retryAll, { name })).toEqual({ retried: 2 })
  expect(await givenUp()).toHaveLength(1)
  expect(await an.call(job.retryAll, { name: 'không có' })).toEqual({ retried: 0 })
})

test('a discarded job is not listed any more and stays in the database as cancelled', async () => {
  const job_id = await givenUpJob()
  await an.call(job.discard, { job_id, reason: 'Tệp không cần nữa' })
  expect(await givenUp()).toEqual([])
  expect(await boss.findJobs('given-up', { id: job_id })).toMatchObject([{ state: 'cancelled' }])
})
