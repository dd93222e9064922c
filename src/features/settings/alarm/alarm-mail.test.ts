/** Alarms by mail: one mail to each person who sees the alarm, with retries when the mail server fails. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureMail } from '#server/mail/mail.ts'
import { openWatch, type Watch } from '../../../testing/alarms.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { alarmConfig, alarms } from './alarm.contract.ts'
import { sendMails } from './alarm-mail.server.ts'
import { alarmKind } from './alarm.rules.ts'

let office: Office
let smtp: TestSmtp
let watch: Watch
let clerk: Person
let outsider: Person

const mailOf = ({ user_name }: Person) => `${user_name.toLowerCase()}@example.vn`
const inDb = (work: ReturnType<typeof sql>) => office.write((db) => work.execute(db))

beforeAll(async () => {
  office = await openOffice()
  smtp = await openSmtp()
  watch = await openWatch(office)
  clerk = await office.hire([])
  outsider = await office.hire([])
  for (const person of [watch.an, watch.admin, clerk, outsider])
    await inDb(sql`update app_user set email = ${mailOf(person)} where user_id = ${person.user_id}`)
  await watch.warnBelow(0)
})
beforeEach(async () => {
  configureMail(smtp.settings)
  smtp.mails.length = 0
  await watch.warnBelow(0)
  await watch.look()
  await inDb(sql`delete from alarm_mail`)
  await watch.setRule(alarmKind.fund_low, { groups: [], users: [] })
})
afterAll(async () => {
  configureMail(null)
  await smtp.close()
  await office.close()
})

const send = () => sendMails(office.db)
/** Makes the next try due now. */
const later = () => inDb(sql`update alarm_mail set next_try_at = clock_timestamp() where status = 1`)
const recipients = () => smtp.mails.flatMap(({ to }) => to).toSorted()
const states = async () => {
  const { rows } = await sql<{ status: number; tries: number; fault: string | null }>`
    select distinct status, tries, fault from alarm_mail order by 1, 2`.execute(office.db)
  return rows
}
const raise = async () => {
  await watch.warnBelow(5_000_000_000)
  await watch.look()
  return (await watch.openOf(alarmKind.fund_low, watch.admin)).length
}

test('each named receiver gets one mail for an alarm, even if twenty jobs send at the same time', async () => {
  await watch.setRule(alarmKind.fund_low, { users: [clerk.user_id] })
  const raised = await raise()
  const open_alarms = (await clerk.call(alarms.list, { is_open: true })).items
  await Promise.all(Array.from({ length: 20 }, send))
  await send()
  expect(open_alarms.length).toBeGreaterThan(0)
  await expect.poll(recipients).toEqual(Array.from({ length: open_alarms.length }, () => mailOf(clerk)))
  expect(raised).toBe(0)
  expect(smtp.mails[0]).toMatchObject({ from: 'canhbao@example.vn' })
  expect(smtp.mails[0]!.data).toContain('Subject: ')
  await expect.poll(states).toEqual([{ status: 2, tries: 1, fault: null }])
})

test('without named receivers, mail goes to people who may see the settings and have an address', async () => {
  const raised = await raise()
  await send()
  const expected = [watch.an, watch.admin].flatMap((person) => Array.from({ length: raised }, () => mailOf(person)))
  // The program's own job may send some of them at the same time.
  await expect.poll(recipients).toEqual(expected.toSorted())
})

test('when the only named receiver is gone, mail goes to the people who may see the settings', async () => {
  const gone = await office.hire([])
  await watch.setRule(alarmKind.fund_low, { users: [gone.user_id] })
  await inDb(sql`update app_user set status = 0 where user_id = ${gone.user_id}`)
  const raised = await raise()
  expect(raised).toBeGreaterThan(0)
  await send()
  const expected = [watch.an, watch.admin].flatMap((person) => Array.from({ length: raised }, () => mailOf(person)))
  await expect.poll(recipients).toEqual(expected.toSorted())
})

test('failed mails are retried when they are due, do not block alarms, and are given up after eight tries', async () => {
  await watch.setRule(alarmKind.fund_low, { users: [clerk.user_id] })
  smtp.refuse(1_000)
  await raise()
  await send()
  await send()
  expect(smtp.mails).toEqual([])
  await expect.poll(states).toMatchObject([{ status: 1, tries: 1, fault: expect.stringContaining('try again later') }])
  expect((await clerk.call(alarms.list, { is_open: true })).items.length).toBeGreaterThan(0)
  smtp.refuse(0)
  await later()
  await send()
  await expect.poll(states).toEqual([{ status: 2, tries: 2, fault: null }])
  expect(recipients().length).toBeGreaterThan(0)
  // A mail server that cannot be reached.
  await inDb(sql`delete from alarm_mail`)
  configureMail({ ...smtp.settings, port: 1 })
  for (let n = 0; n < 9; n++) {
    await send()
    await later()
  }
  await expect.poll(states).toMatchObject([{ status: 3, tries: 8 }])
  configureMail(smtp.settings)
})

test('a test alarm is mailed to its creator each time, and not mailed without a mail server', async () => {
  const tryAlarm = () => watch.an.call(alarmConfig.try, { kind: alarmKind.result_late })
  await tryAlarm()
  await send()
  await tryAlarm()
  await send()
  await expect.poll(recipients).toEqual([mailOf(watch.an), mailOf(watch.an)])
  expect(await watch.an.call(alarmConfig.get, {})).toMatchObject({ mail_from: 'canhbao@example.vn' })
  configureMail(null)
  expect(await watch.an.call(alarmConfig.get, {})).toMatchObject({ mail_from: null })
  await tryAlarm()
  await send()
  expect(recipients()).toHaveLength(2)
})
