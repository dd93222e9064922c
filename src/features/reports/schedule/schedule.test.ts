/** Mailed reports: one mail per due moment and recipient, with what the owner may see at that time. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { notifications } from '#features/access/notification/notification.contract.ts'
import { salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { mailFrom, configureMail } from '#server/mail/mail.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { sellPaid } from '../../../testing/paid.ts'
import { openMarket, type Market } from '../../../testing/sales.ts'
import { openSmtp, type TestSmtp } from '../../../testing/smtp.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { frequency, max_schedules, period, scheduleStatus, type ScheduleRow } from './schedule-row.contract.ts'
import { schedules } from './schedule.contract.ts'
import { queueDueReports, sendReports } from './send-reports.server.ts'

let office: Office
let market: Market
let smtp: TestSmtp
/** an owns the schedules; bich may read the report too, chi may not, dung has no email address. */
let an: Person
let bich: Person
let chi: Person
let dung: Person
/** A person of a partner. */
let em: Person

const sales_rights = [salesXsdtPage.view, salesXsdtPage.export]
const mailOf = ({ user_name }: Person) => `${user_name.toLowerCase()}@example.vn`
const runInDb = (work: ReturnType<typeof sql>) => office.write((db) => work.execute(db))
const yesterday = async () => {
  const { rows } = await sql<{ day: string }>`select (current_date - 1)::text as day`.execute(office.db)
  return rows[0]!.day
}

beforeAll(async () => {
  office = await openOffice()
  market = await openMarket(office)
  smtp = await openSmtp()
  const [partner_id] = market.partners as [number]
  ;[an, bich, chi, dung] = await Promise.all([
    office.hire(sales_rights),
    office.hire([salesXsdtPage.view]),
    office.hire([salesXsktPage.view]),
    office.hire([salesXsdtPage.view]),
  ])
  em = await office.hire(sales_rights, { partner_id })
  for (const person of [an, bich, chi, em])
    await runInDb(sql`update app_user set email = ${mailOf(person)} where user_id = ${person.user_id}`)
  const day = await yesterday()
  for (const pos of market.all_pos) await sellPaid(office, market, { at: `${day}T09:00:00+07:00`, pos })
})
beforeEach(async () => {
  await runInDb(sql`delete from report_schedule`)
  configureMail(smtp.settings)
  smtp.mails.length = 0
  smtp.refuse(0)
  await office.grant(an, sales_rights)
})
afterAll(async () => {
  configureMail(null)
  await smtp.close()
  await office.close()
})

const plan = {
  report: 'sales',
  frequency: frequency.daily,
  on_day: 1,
  at: '00:00',
  period: period.yesterday,
  query: 'group_by=pos&sort=-amount&from_date=2026-01-01&page_size=50&chart=on',
  filter_text: 'Theo: Điểm bán',
} as const
const addSchedule = (owner: Person, recipients: readonly Person[], overrides: object = {}) =>
  owner.call(schedules.add, { ...plan, recipients: recipients.map(({ user_id }) => user_id), ...overrides })
/** Makes the schedules this many days old, so that they are due at each midnight since then. */
const makeDueFor = (days: number) =>
  runInDb(
    sql`update report_schedule set active_since = current_date - interval '1 minute' - make_interval(days => ${days - 1})`,
  )
const send = () => sendReports(office.db)
/** The next tries of failed mails are due now. */
const makeRetriesDue = () => runInDb(sql`update report_mail set next_try_at = clock_timestamp() where status = 1`)
const recipients = () => smtp.mails.flatMap(({ to }) => to).toSorted()
const states = async () => {
  const { rows } = await sql<{ status: number; tries: number; fault: string | null }>`
    select distinct status, tries, fault from report_mail order by 1, 2`.execute(office.db)
  return rows
}
const scheduleOf = async (person: Person): Promise<ScheduleRow> => (await person.call(schedules.list, {})).items[0]!

/** The rows of an attachment below its header. */
async function attachment(data: string): Promise<(string | number | null)[][]> {
  const [, body] = /filename=[^\n]*\.xlsx[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(data)!
  const rows: { cells: unknown[] }[] = []
  const bytes = Buffer.from(body!.replaceAll('\n', ''), 'base64')
  await readRows(new Blob([bytes]), default_limits, (some) => rows.push(...(some as unknown as typeof rows)))
  return rows.map(({ cells }) => cells as (string | number | null)[])
}
const textIn = (data: string) => {
  const [, encoding, body] = /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: (\S+)\n\n([\s\S]*?)\n--/.exec(
    data,
  )!
  return encoding === 'base64'
    ? Buffer.from(body!, 'base64').toString()
    : Buffer.from(
        body!
          .replaceAll('=\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
}

test('a due report is mailed once to each recipient when twenty programs send at the same time', async () => {
  await addSchedule(an, [an, bich])
  await send()
  expect(smtp.mails).toEqual([])
  await makeDueFor(1)
  await Promise.all(Array.from({ length: 20 }, send))
  await send()
  await expect.poll(recipients).toEqual([mailOf(an), mailOf(bich)].toSorted())
  await expect.poll(states).toEqual([{ status: 2, tries: 1, fault: null }])
  expect(await scheduleOf(an)).toMatchObject({
    last_sent_at: expect.any(String),
    last_fault: null,
    next_at: expect.any(String),
  })
})

test('a mailed report has the figures in its text and all rows in its file', async () => {
  await addSchedule(an, [an])
  await makeDueFor(1)
  await send()
  await expect.poll(() => smtp.mails.length).toBe(1)
  const { data } = smtp.mails[0]!
  const day = (await yesterday()).split('-').toReversed().join('/')
  const text = textIn(data)
  expect(text).toContain(`Doanh số vé điện toán, ${day}`)
  expect(text).toContain('Bộ lọc: Theo: Điểm bán')
  expect(text).toContain(`Số đơn: ${market.all_pos.length}`)
  const [head, ...rows] = await attachment(data)
  expect(head).toContain('Điểm bán')
  expect(head).not.toContain('Ngày')
  expect(rows.find((row) => row[0] === 'Tổng cộng')).toContain(market.all_pos.length)
  expect(rows.length).toBeGreaterThan(market.all_pos.length)
})

test('interrupted mails are sent once when their retry is due; moments older than two days are not sent', async () => {
  await addSchedule(an, [bich])
  await makeDueFor(30)
  await queueDueReports(office.db)
  const { rows } = await sql<{ due: number }>`select count(distinct due_at) as due from report_mail`.execute(office.db)
  expect(rows[0]!.due).toBe(2)
  // Reserved by a program that was killed before the mail server answered.
  await runInDb(sql`update report_mail set tries = 1, next_try_at = clock_timestamp() + interval '2 minutes'`)
  await send()
  expect(smtp.mails).toEqual([])
  await makeRetriesDue()
  await Promise.all(Array.from({ length: 5 }, send))
  await expect.poll(() => smtp.mails.length).toBe(2)
  const numbers = smtp.mails.map(({ data }) => /^Message-ID: <(bao-cao-\d+-\d+-\d+)@example\.vn>$/m.exec(data)![1])
  expect(new Set(numbers).size).toBe(2)
})

test('a failed mail is retried when it is due, and the list shows its error until it is sent', async () => {
  await addSchedule(an, [bich])
  await makeDueFor(1)
  smtp.refuse(1_000)
  await send()
  await send()
  await expect.poll(states).toMatchObject([{ status: 1, tries: 1, fault: expect.stringContaining('try again later') }])
  expect((await scheduleOf(an)).last_fault).toContain('try again later')
  smtp.refuse(0)
  await makeRetriesDue()
  await send()
  await expect.poll(states).toEqual([{ status: 2, tries: 2, fault: null }])
  expect((await scheduleOf(an)).last_fault).toBeNull()
})

test('a mailed report has only the sales that its owner may see', async () => {
  const [partner_id] = market.partners as [number]
  const posCount = market.all_pos.filter((pos) => pos.partner_id === partner_id).length
  expect(posCount).toBeLessThan(market.all_pos.length)
  await addSchedule(em, [em])
  await makeDueFor(1)
  await send()
  await expect.poll(() => smtp.mails.length).toBe(1)
  expect(textIn(smtp.mails[0]!.data)).toContain(`Số đơn: ${posCount}\n`)
})

test('a schedule stops when its owner loses the right, tells the owner why, and resumes only with the right', async () => {
  const { report_schedule_id } = await addSchedule(an, [bich])
  await makeDueFor(1)
  await office.grant(an, [salesXsdtPage.view])
  await send()
  expect(smtp.mails).toEqual([])
  expect(await scheduleOf(an)).toMatchObject({
    status: scheduleStatus.stopped,
    stopped_reason: expect.stringContaining('không còn quyền'),
    next_at: null,
  })
  const { items } = await an.call(notifications.list, {})
  expect(items[0]).toMatchObject({ url: salesXsdtPage.url, reason: expect.stringContaining('không còn quyền') })
  await expect(an.call(schedules.resume, { report_schedule_id })).rejects.toMatchObject({ error: 'no_right' })
  await office.grant(an, sales_rights)
  expect(await an.call(schedules.resume, { report_schedule_id })).toMatchObject({ status: scheduleStatus.runs })
  // Earlier due moments are not sent later.
  await send()
  expect(smtp.mails).toEqual([])
})

test('a schedule stops when its owner is locked', async () => {
  const gone = await office.hire(sales_rights)
  await runInDb(sql`update app_user set email = ${mailOf(gone)} where user_id = ${gone.user_id}`)
  await addSchedule(gone, [bich])
  await makeDueFor(1)
  await runInDb(sql`update app_user set status = 0 where user_id = ${gone.user_id}`)
  await send()
  expect(smtp.mails).toEqual([])
  const { rows } = await sql<object>`select status, stopped_reason from report_schedule`.execute(office.db)
  expect(rows).toEqual([{ status: 3, stopped_reason: 'Tài khoản của người đặt lịch đã bị khóa hoặc xóa.' }])
})

test('a recipient who lost the right gets no mail, while the others do', async () => {
  await addSchedule(an, [an, bich])
  await makeDueFor(1)
  await office.grant(bich, [])
  await send()
  await expect.poll(recipients).toEqual([mailOf(an)])
  expect((await scheduleOf(an)).last_fault).toContain('không có quyền xem báo cáo này')
  await office.grant(bich, [salesXsdtPage.view])
})

test('only people with the right and an address can be recipients; partners cannot choose the head office', async () => {
  const { items } = await an.call(schedules.recipients, { report: 'sales', page_size: 300 })
  const whyNot = ({ user_id }: Person) => items.find((item) => item.user_id === user_id)?.why_not
  expect([an, bich, chi, dung, em].map(whyNot)).toEqual([
    null,
    null,
    'Không có quyền xem báo cáo này',
    'Chưa có email',
    'Chỉ được xem một phần số liệu này',
  ])
  for (const recipient of [chi, dung, em])
    await expect(addSchedule(an, [recipient])).rejects.toMatchObject({
      data: { fields: { recipients: expect.any(String) } },
    })
  await expect(addSchedule(em, [an])).rejects.toMatchObject({ error: 'user_not_found' })
})

test('a schedule without the right to export, with invalid values or without a mail server is refused', async () => {
  await expect(addSchedule(an, [an], { report: 'sales_xskt' })).rejects.toMatchObject({ error: 'no_right' })
  await expect(addSchedule(an, [an], { query: 'pos_id=abc' })).rejects.toMatchObject({ error: 'request_invalid' })
  await expect(addSchedule(an, [an], { frequency: frequency.weekly, on_day: 8 })).rejects.toMatchObject({
    data: { fields: { on_day: 'Tuần chỉ có 7 ngày' } },
  })
  configureMail(null)
  expect(mailFrom()).toBeNull()
  await expect(addSchedule(an, [an])).rejects.toMatchObject({ error: 'action_invalid' })
})

test('twenty parallel schedules do not exceed the limit of one person', async () => {
  for (let n = 0; n < max_schedules - 3; n++) await addSchedule(an, [an])
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => addSchedule(an, [an])))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused).toHaveLength(17)
  for (const reason of refused)
    expect(reason).toMatchObject({
      data: { fields: { report: `Mỗi người đặt được ${max_schedules} lịch, hãy xóa bớt` } },
    })
  expect(await an.call(schedules.list, { page_size: 1 })).toMatchObject({ total: max_schedules })
})

test('a paused schedule sends nothing, and people can neither see nor change schedules of others', async () => {
  const { report_schedule_id } = await addSchedule(an, [an])
  expect((await bich.call(schedules.list, {})).items).toEqual([])
  for (const call of [schedules.pause, schedules.resume, schedules.delete])
    await expect(bich.call(call, { report_schedule_id })).rejects.toMatchObject({ error: 'not_found' })
  await makeDueFor(1)
  await queueDueReports(office.db)
  expect(await an.call(schedules.pause, { report_schedule_id })).toMatchObject({ status: scheduleStatus.paused })
  await send()
  expect(smtp.mails).toEqual([])
  await an.call(schedules.delete, { report_schedule_id })
  expect((await an.call(schedules.list, {})).items).toEqual([])
})

test('a schedule whose status changes while a call waits is refused, and stays as it became', async () => {
  const { report_schedule_id } = await addSchedule(an, [an])
  let pausing: Promise<string | null> | undefined
  await office.write(async (db) => {
    await sql`
      update report_schedule set status = ${scheduleStatus.stopped}, stopped_reason = 'Người đặt lịch đã bị khóa.'
      where report_schedule_id = ${report_schedule_id}`.execute(db)
    pausing = an.call(schedules.pause, { report_schedule_id }).then(
      () => null,
      ({ error }: { error: string }) => error,
    )
    await untilWaiting(db)
  })
  expect(await pausing).toBe('changed_by_other')
  expect(await scheduleOf(an)).toMatchObject({ status: scheduleStatus.stopped })
})

test('a schedule is due at its set time, and its report covers the days before', async () => {
  const dues = async (every: number, on_day: number, after: string, report_period: number) => {
    const { rows } = await sql<{ due: string; from_date: string; to_date: string }>`
      select to_char(due at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD HH24:MI') as due, from_date::text, to_date::text
      from report_due_after(${every}::smallint, ${on_day}::smallint, '07:00', ${after}::timestamptz) due, report_days(${report_period}::smallint, due)`.execute(
      office.db,
    )
    return Object.values(rows[0]!)
  }
  expect(await dues(1, 1, '2026-11-22T06:59:59+07:00', 1)).toEqual(['2026-11-22 07:00', '2026-11-21', '2026-11-21'])
  expect(await dues(1, 1, '2026-11-22T07:00:00+07:00', 1)).toEqual(['2026-11-23 07:00', '2026-11-22', '2026-11-22'])
  // A week begins on Monday.
  expect(await dues(2, 1, '2026-11-22T12:00:00+07:00', 2)).toEqual(['2026-11-23 07:00', '2026-11-16', '2026-11-22'])
  expect(await dues(2, 7, '2026-11-22T12:00:00+07:00', 2)).toEqual(['2026-11-29 07:00', '2026-11-16', '2026-11-22'])
  expect(await dues(3, 1, '2026-12-01T07:00:00+07:00', 3)).toEqual(['2027-01-01 07:00', '2026-12-01', '2026-12-31'])
  expect(await dues(3, 28, '2026-03-01T00:00:00+07:00', 3)).toEqual(['2026-03-28 07:00', '2026-02-01', '2026-02-28'])
})
