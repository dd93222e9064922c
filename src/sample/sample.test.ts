/** The sample with faults: a failing part is reported and missing, everything else is loaded. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SampleDevices } from '../simulate/devices.ts'
import { openOffice, type Office } from '../testing/office.ts'
import { proofs } from '../testing/proofs.ts'
import { declineSample, hasSample, isUndecided, loadSample } from './sample.ts'
import { lacksSales, loadSales } from './sales.ts'
import { createClient } from '#server/database/pool.ts'
import { openFiles } from '#server/files/files.ts'

let office: Office
let reported: string[]
let errors: unknown[]

beforeEach(async () => {
  office = await openOffice()
  reported = []
  errors = []
})
afterEach(() => office.close())

const report = (sentence: string, error?: unknown) => {
  reported.push(sentence)
  if (error !== undefined) errors.push(error)
}

async function load(): Promise<SampleDevices | null> {
  let loaded: SampleDevices | null = null
  const files = openFiles({ data_dir: office.data_dir, s3: null })
  await loadSample(office.db, { files, keepDevices: (devices) => (loaded = devices), report }, 'Mưa-rào-2026')
  return loaded
}

function sell(devices: SampleDevices): Promise<void> {
  const files = openFiles({ data_dir: office.data_dir, s3: null })
  return loadSales(office.db, { files, devices, analyze: () => Promise.resolve(), report })
}

/** Runs a statement as the database owner, which the program itself is not permitted. */
async function owner(statement: string): Promise<void> {
  const client = createClient(office.database_url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.ref(table)}`.execute(
    office.db,
  )
  return rows[0]!.count
}

test('a part that fails is reported, parts that need it are skipped and reported, and the rest is loaded', async () => {
  await owner('alter table wallet_account add check (false)')
  expect(await load()).toBeNull()
  expect(reported).toEqual([
    expect.stringContaining('Không nạp được phần “ví khách hàng” của dữ liệu mẫu'),
    '✗ Dữ liệu mẫu không có phần “yêu cầu nạp tiền” vì thiếu phần “ví khách hàng”.',
    '✗ Dữ liệu mẫu không có phần “yêu cầu rút tiền” vì thiếu phần “ví khách hàng”.',
    '✗ Dữ liệu mẫu không có phần “lô kiểm tra tài khoản” vì thiếu phần “ví khách hàng”.',
    '✗ Dữ liệu mẫu không có phần “nhóm khách hàng” vì thiếu phần “ví khách hàng”.',
    '✗ Dữ liệu mẫu không có phần “máy bán hàng” vì thiếu phần “ví khách hàng”.',
  ])
  expect(errors).toEqual([expect.objectContaining({ code: '23514' })])
  expect(await hasSample(office.db)).toBe(true)
  for (const table of ['banner', 'pos', 'xskt_ticket', 'ticket_group'])
    expect(await count(table), table).toBeGreaterThan(0)
  expect(await proofs(office)).toEqual([])
})

test('without its organization there is no sample, and it counts as decided', async () => {
  await owner('alter table base_store add check (false)')
  await load()
  expect(reported).toEqual([expect.stringContaining('“tổ chức và tài khoản”')])
  expect([await hasSample(office.db), await isUndecided(office.db), await count('partner')]).toEqual([false, false, 0])
})

test('programs that start on one database at the same moment all decline the sample', async () => {
  await Promise.all(Array.from({ length: 20 }, () => declineSample(office.db)))
  expect([await hasSample(office.db), await isUndecided(office.db)]).toEqual([false, false])
})

test(
  'a day that fails is reported and has no orders; the others have theirs, counted from the day of the sample',
  { timeout: 240_000 },
  async () => {
    const devices = (await load())!
    expect(reported).toEqual([])
    // Simulates a start that continues past midnight.
    await owner(`set app.audit_id = '1'; alter table app_user disable trigger user; update app_user set created_at = created_at - interval '1 day';
    alter table app_user enable trigger user; alter table sale_order add check ((ordered_at at time zone 'Asia/Ho_Chi_Minh')::date <> (now() at time zone 'Asia/Ho_Chi_Minh')::date - 4)`)
    await sell(devices)
    expect(reported).toEqual([expect.stringContaining('“đơn hàng của 3 ngày trước”')])
    const { rows } = await sql<{ ago: number }>`
    select distinct current_date - order_day as ago from sale_order order by ago`.execute(office.db)
    // Today's orders are the purchases of several future draws, which are added last.
    expect(rows.map(({ ago }) => ago)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(await lacksSales(office.db)).toBe(false)
    expect(await proofs(office)).toEqual([])
  },
)
