/** What apps did for a customer, and an erasure of that customer: nothing of the person stays in stored answers or arrives afterwards. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure } from '#contract/errors.ts'
import { createClient } from '#server/database/pool.ts'
import type { JobContext } from '#server/jobs/jobs.ts'
import { customerChannel as customers } from '#features/orders/customer-channel/customer-channel.contract.ts'
import { orderJobs } from '#features/orders/intake/intake.jobs.ts'
import { groupVip } from '#features/customers/group-vip/group-vip.contract.ts'
import { groupVipAccount } from '#features/customers/group-vip-account/group-vip-account.contract.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { customerGroupPage, personalDataPage } from '../pages.contract.ts'
import { eraseAnswersToStaff } from './erase.server.ts'
import { personalData } from './personal-data.contract.ts'

let office: Office
let an: Person
let binh: Person
let app: ReturnType<typeof openTill>
beforeAll(async () => {
  office = await openOffice()
  const rights = [...personalDataPage.rights, ...customerGroupPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  app = openTill(office, await openPos(office))
})
afterAll(() => office.close())

const account = { method: 1 as const, bank_id: 1, account_number: '998877665544', account_name: 'DANG THI RIENG' }

async function requestErasure(msisdn: string) {
  const { erasure_id, version } = await an.call(personalData.ask, { msisdn: [msisdn], reason: 'Khách đến quầy' })
  return { erasure_id, version }
}

/** The tables whose rows contain the text, except the log, which keeps what it has. */
async function tablesWith(needle: string): Promise<string[]> {
  const client = createClient(office.database_url)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('audit_log', 'audit_change')`)
  const matching = []
  for (const { name } of tables) {
    const has = `select exists (select from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0) as some`
    if ((await client.query<{ some: boolean }>(has, [needle])).rows[0]!.some) matching.push(name)
  }
  await client.end()
  return matching.sort()
}

test('an erasure leaves no number, name or account in the stored answers to apps and to staff', async () => {
  const [first, msisdn, full_name] = ['84933100001', '84933100002', 'Đặng Thị Riêng']
  await app.call(customers.openWallet, { msisdn: first, full_name })
  const { customer_account_id } = await app.call(customers.addAccount, { msisdn: first, ...account })
  await app.call(customers.removeAccount, { msisdn: first, customer_account_id })
  await app.call(customers.changePhone, { msisdn: first, new_msisdn: msisdn })
  await app.call(customers.addAccount, { msisdn, ...account })
  const { group_vip_id } = await an.call(groupVip.add, { name: 'Khách quen', type: 1, status: 1 })
  await an.call(groupVipAccount.add, {
    group_vip_id,
    msisdn: [msisdn],
  })
  for (const needle of [first, msisdn, full_name, account.account_number])
    expect(await tablesWith(needle), needle).toContain('channel_request')
  await binh.call(personalData.approve, await requestErasure(msisdn))
  for (const needle of [first, msisdn, `0${msisdn.slice(2)}`, full_name, account.account_number])
    expect(await tablesWith(needle), needle).toEqual([])
})

test('a repeat of a request for the erased customer is refused for as long as transids are kept', async () => {
  const msisdn = '84933100003'
  const opening = { msisdn, full_name: 'Đặng Thị Riêng', transid: crypto.randomUUID() }
  const adding = { msisdn, ...account, transid: crypto.randomUUID() }
  await app.call(customers.openWallet, opening)
  await app.call(customers.addAccount, adding)
  // As rows are that were stored before they had an account.
  await office.write((db) =>
    sql`update channel_request set account_id = null where transid = ${opening.transid}`.execute(db),
  )
  await binh.call(personalData.approve, await requestErasure(msisdn))
  await office.write((db) => sql`update channel_request set at = now() - interval '39 days'`.execute(db))
  await orderJobs({ main: office.db } as JobContext)
    .find(({ name }) => name === 'channel.forget')!
    .run()
  await expect(app.call(customers.openWallet, opening)).rejects.toMatchObject({ code: 115 })
  await expect(app.call(customers.addAccount, adding)).rejects.toMatchObject({ code: 115 })
})

test('an account that an app saves while the erasure is under way is not saved into the erased wallet', async () => {
  const { msisdn } = await openTestWallet(office, { full_name: 'Lê Thị Chờ' })
  await office.write((db) =>
    sql`insert into group_vip_account (group_vip_id, msisdn) select group_vip_id, ${msisdn} from group_vip limit 1`.execute(
      db,
    ),
  )
  const request = await requestErasure(msisdn)
  let approval: Promise<unknown> | undefined
  let adding: Promise<unknown> | undefined
  await office.write(async (db) => {
    // The erasure has locked the wallet by the time at which it waits for this row.
    await sql`select from group_vip_account where msisdn = ${msisdn} for update`.execute(db)
    approval = binh.call(personalData.approve, request)
    await untilWaiting(db)
    adding = app
      .call(customers.addAccount, { msisdn, ...account, account_number: '112233445566' })
      .catch((error: unknown) => (error as Failure).code)
    await untilWaiting(db, 2)
  })
  await approval
  expect(await adding).toBe(9005)
  expect(await tablesWith('112233445566')).toEqual([])
})

/** Stores an answer to a call of staff in which the number stands; gives its transid. */
async function answerWith(msisdn: string): Promise<string> {
  const transid = crypto.randomUUID()
  await office.write((db) =>
    sql`insert into command (user_id, transid, call, digest, audit_id, answer)
      values (${an.user_id}, ${transid}, 'POST test', '', 0, ${JSON.stringify({ msisdn })}::json)`.execute(db),
  )
  return transid
}

test('while the answers to staff are read, cashback goes on', async () => {
  const { msisdn } = await openTestWallet(office, { full_name: 'Lê Thị Lâu' })
  const request = await requestErasure(msisdn)
  const transid = await answerWith(msisdn)
  let approval: Promise<unknown> | undefined
  await office.write(async (db) => {
    await sql`select from command where transid = ${transid} for update`.execute(db)
    approval = binh.call(personalData.approve, request)
    await untilWaiting(db)
    const { rows } = await sql`select pg_try_advisory_xact_lock(hashtext('cashback')) as is_free`.execute(db)
    expect(rows).toEqual([{ is_free: true }])
  })
  await approval
  expect(await tablesWith(msisdn)).toEqual([])
})

test('the answers to staff may be read longer than other statements run, and only they', async () => {
  const msisdn = '84933100009'
  const transid = await answerWith(msisdn)
  let reading: Promise<unknown> | undefined
  await office.write(async (db) => {
    await sql`select from command where transid = ${transid} for update`.execute(db)
    reading = office.write(async (reader) => {
      await sql`set local statement_timeout = '1s'`.execute(reader)
      await eraseAnswersToStaff(reader, msisdn)
      return (await sql`show statement_timeout`.execute(reader)).rows
    })
    await sql`select pg_sleep(1.5)`.execute(db)
  })
  expect(await reading).toEqual([{ statement_timeout: '1s' }])
  expect(await tablesWith(msisdn)).toEqual([])
})
