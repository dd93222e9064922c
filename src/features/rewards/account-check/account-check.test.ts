/** Batches of account checks against the simulated telecom, through HTTP. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountCheckPage } from '#features/rewards/pages.contract.ts'
import type { Simulator } from '../../../gateway-simulator/simulator.ts'
import { errorCode } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPayingOffice } from '../../../testing/withdrawals.ts'
import { accountCheck, accountStatus, checkStatus, type AccountStatus } from './account-check.contract.ts'
import { pastedAccounts } from './pasted-accounts.rules.ts'

let office: Office
let simulator: Simulator
let close: () => Promise<void>
let an: Person

beforeAll(async () => {
  ;({ office, simulator, close } = await openPayingOffice())
  an = await office.hire([...accountCheckPage.rights])
})
afterAll(() => close())
beforeEach(() => void simulator.setFaults({}))

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (failure: { code: number; data: { message?: string } | null; message: string }) => failure,
  )

let numbers = 0
/** A phone number that is unique in this file, with this ending. */
const numberEnding = (ending = '5555') => `849${String(++numbers).padStart(4, '0')}${ending}`
const detail = (batch_id: number, filters: object = {}) =>
  an.call(accountCheck.detail, { batch_id, page_size: 300, ...filters })
const ended = (batch_id: number) =>
  vi.waitFor(
    async () => {
      const answer = await detail(batch_id)
      expect(answer.batch.status).toBe(checkStatus.done)
      return answer
    },
    { timeout: 30_000, interval: 50 },
  )
const create = (rows: { msisdn: string; cust_name: string }[], name = 'Khách trúng tháng 11') =>
  an.call(accountCheck.create, { name, rows })

test("each expected name is compared with the holder's name at the telecom", async () => {
  const [same, close_one, absent, locked] = [numberEnding(), numberEnding(), numberEnding('1007'), numberEnding('4001')]
  simulator.subscribe([
    { msisdn: same, name: 'NGUYEN THI MY CHAU' },
    { msisdn: close_one, name: 'PHAN HOANG DUNGG' },
  ])
  const { batch, refused } = await create([
    { msisdn: same, cust_name: 'Nguyễn Thị Mỹ Châu' },
    { msisdn: `0${close_one.slice(2)}`, cust_name: 'Phan Hoàng Dung' },
    { msisdn: absent, cust_name: 'Trịnh Quốc Đạt' },
    { msisdn: locked, cust_name: 'Lê Văn Tám' },
  ])
  expect(refused).toEqual([])
  expect(batch).toMatchObject({
    status: checkStatus.running,
    item_count: 4,
    waiting_count: 4,
    name: 'Khách trúng tháng 11',
  })
  const { items, batch: done } = await ended(batch.batch_id)
  expect(items.map(({ status, account_name }) => [status, account_name])).toEqual([
    [accountStatus.match, 'NGUYEN THI MY CHAU'],
    [accountStatus.mismatch, 'PHAN HOANG DUNGG'],
    [accountStatus.absent, null],
    [accountStatus.error, null],
  ])
  expect(items[3]).toMatchObject({ result_code: 'BLOCKED', tries: 1 })
  expect(done).toMatchObject({ match_count: 1, mismatch_count: 1, absent_count: 1, error_count: 1, waiting_count: 0 })
  const batches = await an.call(accountCheck.list, { status: checkStatus.done, keyword: done.batch_code })
  expect(batches.items).toEqual([done])
  const page = await detail(batch.batch_id, { keyword: 'phan hoang', status: accountStatus.mismatch })
  expect(page.items.map(({ msisdn }) => msisdn)).toEqual([close_one])
})

test('a retry checks only items with errors again: the given ones, or all of the batch', async () => {
  const [locked, other, good] = [numberEnding('4001'), numberEnding('4002'), numberEnding()]
  const { batch } = await create([locked, other, good].map((msisdn) => ({ msisdn, cust_name: 'Lê Văn Tám' })))
  const { batch_id } = batch
  const { items } = await ended(batch_id)
  const [first, , third] = items.map(({ item_id }) => item_id)
  expect((await refusal(an.call(accountCheck.retry, { batch_id, item_ids: [first!, third!] })))?.code).toBe(
    errorCode('action_invalid'),
  )
  expect(await an.call(accountCheck.retry, { batch_id, item_ids: [first!] })).toMatchObject({
    status: checkStatus.running,
    waiting_count: 1,
    error_count: 1,
  })
  await ended(batch_id)
  expect(await an.call(accountCheck.retry, { batch_id })).toMatchObject({ waiting_count: 2, error_count: 0 })
  const retried = await ended(batch_id)
  expect(retried.items.map(({ status }) => status).slice(0, 2)).toEqual([accountStatus.error, accountStatus.error])
  // Answered accounts are not changed.
  expect(retried.items[2]!.version).toBe(items[2]!.version)
  const { batch: without } = await create([{ msisdn: numberEnding(), cust_name: 'Võ An' }])
  await ended(without.batch_id)
  expect((await refusal(an.call(accountCheck.retry, { batch_id: without.batch_id })))?.code).toBe(
    errorCode('action_invalid'),
  )
})

test('a corrected name is checked again at once, unless somebody else has changed it', async () => {
  const msisdn = numberEnding()
  simulator.subscribe([{ msisdn, name: 'NGUYEN THI CHAU' }])
  const { batch } = await create([{ msisdn, cust_name: 'Nguyễn Thị Mỹ Châu' }])
  const { items } = await ended(batch.batch_id)
  const { item_id, version } = items[0]!
  const change = { item_id, cust_name: 'Nguyễn Thị Châu', version }
  expect(await an.call(accountCheck.udpCustName, change)).toMatchObject({
    status: accountStatus.waiting,
    cust_name: 'Nguyễn Thị Châu',
    account_name: null,
  })
  expect((await ended(batch.batch_id)).items[0]).toMatchObject({ status: accountStatus.match, tries: 1 })
  const refused = await refusal(an.call(accountCheck.udpCustName, { ...change, cust_name: 'Ai khác' }))
  expect(refused).toMatchObject({ code: errorCode('changed_by_other') })
})

test('failed queries are retried automatically, and become an error for people after the last try', async () => {
  simulator.setFaults({ lost_answer: 1 })
  const { batch } = await create([{ msisdn: numberEnding(), cust_name: 'Hoàng Văn Tính' }])
  const { batch_id } = batch
  const waiting = await vi.waitFor(
    async () => {
      const [item] = (await detail(batch_id)).items
      expect(item).toMatchObject({ status: accountStatus.waiting, tries: 1, result_code: 'network' })
      return item!
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(Date.parse(waiting.next_try_at!)).toBeGreaterThan(Date.now())
  // Makes the next try due, twice.
  for (const tries of [2, 3]) {
    await inThePast(batch_id)
    await vi.waitFor(async () => expect((await detail(batch_id)).items[0]!.tries).toBe(tries), { timeout: 20_000 })
  }
  expect((await ended(batch_id)).items[0]).toMatchObject({ status: accountStatus.error, result_code: 'network' })
})

/** Makes the next try of waiting accounts due. */
const inThePast = (batch_id: number) =>
  office.write((db) =>
    db
      .updateTable('account_check_item')
      .set({ next_try_at: sql<string>`clock_timestamp() - interval '1 second'` })
      .where('batch_id', '=', batch_id)
      .where('next_try_at', 'is not', null)
      .execute(),
  )

test('a list in several parts becomes one batch, and has no number twice', async () => {
  const rows = Array.from({ length: 6 }, () => ({ msisdn: numberEnding(), cust_name: 'Bùi Thị Vinh' }))
  const { batch } = await create(rows.slice(0, 3))
  const { batch_id, name } = batch
  const next = await an.call(accountCheck.create, {
    batch_id,
    name,
    rows: [rows[2]!, { ...rows[1]!, cust_name: 'Tên khác' }, ...rows.slice(3), rows[4]!],
  })
  expect(next).toMatchObject({ same: [0, 5], batch: { batch_id, item_count: 6 } })
  expect(next.refused).toEqual([expect.objectContaining({ index: 1, field: 'cust_name' })])
  await ended(batch_id)
  const other = await office.hire([...accountCheckPage.rights])
  expect((await refusal(other.call(accountCheck.create, { batch_id, name, rows })))?.code).toBe(
    errorCode('action_invalid'),
  )
})

test('a part that is sent again with its transid creates no second batch', async () => {
  const input = { name: 'Gửi lại', rows: [{ msisdn: numberEnding(), cust_name: 'Mai Thị Thu Hà' }] }
  const transid = 'kiem-tra-gui-lai-1'
  const [first, second] = [
    await an.call(accountCheck.create, input, { transid }),
    await an.call(accountCheck.create, input, { transid }),
  ]
  expect(second).toEqual(first)
})

test('twenty parallel parts end in one batch with all accounts', async () => {
  const { batch } = await create([{ msisdn: numberEnding(), cust_name: 'Một' }])
  const { batch_id, name } = batch
  const pieces = Array.from({ length: 20 }, () =>
    Array.from({ length: 10 }, () => ({ msisdn: numberEnding(), cust_name: 'Nhiều người' })),
  )
  await Promise.all(pieces.map((rows) => an.call(accountCheck.create, { batch_id, name, rows })))
  const { batch: done, total } = await ended(batch_id)
  expect(total).toBe(201)
  expect(done.match_count + done.mismatch_count + done.absent_count + done.error_count).toBe(201)
})

test('a paused batch waits until it is resumed', async () => {
  simulator.setFaults({ lost_answer: 1 })
  const { batch } = await create([{ msisdn: numberEnding(), cust_name: 'Đỗ Đức Mạnh' }])
  const { batch_id } = batch
  await vi.waitFor(async () => expect((await detail(batch_id)).items[0]!.tries).toBe(1), { timeout: 20_000 })
  expect(await an.call(accountCheck.pause, { batch_id, is_paused: true })).toMatchObject({ status: checkStatus.paused })
  expect((await refusal(an.call(accountCheck.pause, { batch_id, is_paused: true })))?.code).toBe(
    errorCode('action_invalid'),
  )
  simulator.setFaults({})
  await inThePast(batch_id)
  expect(await an.call(accountCheck.pause, { batch_id, is_paused: false })).toMatchObject({
    status: checkStatus.running,
  })
  expect((await ended(batch_id)).items[0]!.tries).toBe(2)
})

test('without a telecom gateway no batch is created, and the refusal says so', async () => {
  const without = await openOffice()
  try {
    const person = await without.hire([...accountCheckPage.rights])
    const refused = await refusal(
      person.call(accountCheck.create, { name: 'x', rows: [{ msisdn: numberEnding(), cust_name: 'Ai đó' }] }),
    )
    expect(refused).toMatchObject({ code: errorCode('payment_vendor_not_found') })
    expect((await person.call(accountCheck.list, {})).total).toBe(0)
  } finally {
    await without.close()
  }
})

test('a wrong number or an empty name is refused at its row', async () => {
  const refused = await refusal(create([{ msisdn: '0212345678', cust_name: 'Ai đó' }]))
  expect(refused?.code).toBe(errorCode('request_invalid'))
  expect((await refusal(create([])))?.code).toBe(errorCode('request_invalid'))
})

test('a pasted list is read line by line, with any separator between number and name', () => {
  const { accounts, faults } = pastedAccounts(
    ['0982 664 019\tNguyễn Thị Mỹ Châu', 'Lý Hoàng Sơn; +84868974074', '', '0982664019, Nguyễn Thị Mỹ Châu'].join('\n'),
  )
  expect(accounts).toEqual([
    { msisdn: '84982664019', cust_name: 'Nguyễn Thị Mỹ Châu' },
    { msisdn: '84868974074', cust_name: 'Lý Hoàng Sơn' },
  ])
  expect(faults).toEqual([])
  expect(pastedAccounts('không số\n0982664019\n0212345678 Ai\n0356201877 A\n0356201877 B').faults).toEqual([
    { line: 1, error: expect.any(String) },
    { line: 2, error: 'thiếu tên' },
    { line: 3, error: expect.any(String) },
    { line: 5, error: 'số này đã có ở trên với tên khác' },
  ])
})

test('the counts of a batch equal its items in each status', async () => {
  const { items } = await an.call(accountCheck.list, { page_size: 50 })
  for (const batch of items) {
    const counts = [batch.waiting_count, batch.match_count, batch.mismatch_count, batch.absent_count, batch.error_count]
    for (const [index, count] of counts.entries()) {
      const { total } = await an.call(accountCheck.detail, {
        batch_id: batch.batch_id,
        status: (index + 1) as AccountStatus,
      })
      expect(total).toBe(count)
    }
  }
})
