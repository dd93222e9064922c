/** People are told of what others decided about their work, of what failed and what is due: each once, only their own, and only if they want it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { infoOf } from '#contract/schema.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { auditedTables } from '#features/access/audit/audited.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { dues } from '../../../services.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { forgetOldNotifications, notifyDue } from './notification-due.jobs.ts'
import { notificationKind, notifications } from './notification.contract.ts'

let office: Office
let maker: Person
let checker: Person

beforeAll(async () => {
  office = await openOffice()
  maker = await office.hire('admin')
  checker = await office.hire('admin')
})
afterAll(() => office.close())

const requestOne = async () => {
  const { account_id } = await openTestWallet(office)
  return maker.call(wallets.increasedAmount, { account_id, amount: 50_000_000, reason: 'Bù giao dịch lỗi' })
}
const rejectOne = async () => {
  await requestOne()
  const [one] = (await checker.call(wallets.adjustments, { status: 1, sort: '-created_at' })).items
  await checker.call(wallets.rejectAdjustment, {
    adjustment_id: one!.adjustment_id,
    version: one!.version,
    reason: 'Sai số tiền',
  })
  return one!
}
const unreadOf = (person: Person) => person.call(notifications.unread, {})
const inDb = (work: ReturnType<typeof sql>) => asProgram(office.db, 'program test', (db) => work.execute(db))

test('whoever made something is told what another person decided, why, and where it is', async () => {
  const { adjustment_code } = await rejectOne()
  const { unread, newest } = await unreadOf(maker)
  expect(unread).toBe(1)
  expect(newest).toMatchObject({
    kind: notificationKind.decided,
    title: `Điều chỉnh số dư ${adjustment_code}`,
    state: 'Đã từ chối',
    reason: 'Sai số tiền',
    by_name: expect.any(String),
    url: '/danh-sach-tai-khoan-vi',
    search: { tab: 'adjustments', status: '*' },
    read_at: null,
  })
  expect(await unreadOf(checker)).toEqual({ unread: 0, newest: null })
})

test('nobody is told of what they did themselves', async () => {
  const before = (await unreadOf(maker)).unread
  await requestOne()
  const [one] = (await maker.call(wallets.adjustments, { status: 1, sort: '-created_at' })).items
  await maker.call(wallets.rejectAdjustment, {
    adjustment_id: one!.adjustment_id,
    version: one!.version,
    reason: 'Nhập nhầm',
  })
  expect((await unreadOf(maker)).unread).toBe(before)
})

describe('what was read', () => {
  test('is counted no more, and stays in the list', async () => {
    await rejectOne()
    const { unread, newest } = await unreadOf(maker)
    await maker.call(notifications.read, { notification_id: newest!.notification_id })
    expect((await unreadOf(maker)).unread).toBe(unread - 1)
    const { items } = await maker.call(notifications.list, { is_unread: false })
    expect(items.map(({ notification_id }) => notification_id)).toContain(newest!.notification_id)
  })

  test('is everything up to the newest that was seen: what came since stays unread', async () => {
    await rejectOne()
    const seen = (await unreadOf(maker)).newest!
    await rejectOne()
    await maker.call(notifications.readAll, { up_to: seen.notification_id })
    expect((await unreadOf(maker)).unread).toBe(1)
  })

  test('is only one’s own: of somebody else’s there is none', async () => {
    await rejectOne()
    const { newest } = await unreadOf(maker)
    const { notification_id } = newest!
    await expect(checker.call(notifications.read, { notification_id })).rejects.toMatchObject({
      code: expect.any(Number),
    })
    await checker.call(notifications.readAll, { up_to: newest!.notification_id })
    expect((await unreadOf(maker)).newest).toEqual(newest)
    expect((await checker.call(notifications.list, {})).items).toEqual([])
  })
})

test('a kind that is not wanted is not told, until it is wanted again', async () => {
  const before = (await unreadOf(maker)).unread
  const { decided } = notificationKind
  expect(await maker.call(notifications.change, { muted: [decided, decided] })).toEqual({ muted: [decided] })
  await rejectOne()
  expect((await unreadOf(maker)).unread).toBe(before)
  expect(await maker.call(notifications.change, { muted: [] })).toEqual({ muted: [] })
  await rejectOne()
  expect((await unreadOf(maker)).unread).toBe(before + 1)
})

test('of twenty decisions at once each is told once', async () => {
  const before = (await unreadOf(maker)).unread
  const { account_id } = await openTestWallet(office)
  const made = await Promise.all(
    Array.from({ length: 20 }, () =>
      maker.call(wallets.increasedAmount, { account_id, amount: 50_000_000, reason: 'Bù giao dịch lỗi' }),
    ),
  )
  const waiting = (await checker.call(wallets.adjustments, { status: 1, page_size: 50 })).items
  const rejected = await Promise.allSettled(
    waiting.map(({ adjustment_id, version }) =>
      checker.call(wallets.rejectAdjustment, { adjustment_id, version, reason: 'Trùng' }),
    ),
  )
  const done = rejected.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeGreaterThanOrEqual(made.length)
  expect((await unreadOf(maker)).unread).toBe(before + done)
})

test('a slip that nobody has approved is told to its maker before the sale stops, once', async () => {
  const area_id = stations.tphcm
  const open_date = await dayFromNow(office.db, 1)
  await openStore(office, [area_id])
  await setPeriod(office, area_id, open_date, 'open')
  await maker.call(ticketImport.create, { area_id, open_date, tickets: [{ number: '123456' }] })
  const dueOnes = async () =>
    (await maker.call(notifications.list, {})).items.filter(({ kind }) => kind === notificationKind.due)
  const stopsIn = (hours: number) =>
    inDb(sql`update draw_period set open_at = now() - interval '2 days', return_until = now() + make_interval(hours => ${hours}::integer),
      stop_at = now() + make_interval(hours => ${hours}::integer), print_at = now() + make_interval(hours => ${hours}::integer),
      draw_at = now() + interval '9 hours' where area_id = ${area_id} and open_date = ${open_date}`)
  await stopsIn(5)
  await notifyDue(office.db, dues)
  expect(await dueOnes()).toEqual([])
  await stopsIn(1)
  await Promise.all(Array.from({ length: 5 }, () => notifyDue(office.db, dues)))
  expect(await dueOnes()).toMatchObject([
    {
      title: expect.stringMatching(/^Phiếu nhập vé PN\d+$/),
      state: null,
      url: storeTicketPage.url,
      due_at: expect.any(String),
    },
  ])
})

test('after ninety days it is forgotten', async () => {
  await sql`update notification set created_at = created_at - interval '91 days' where user_id = ${maker.user_id}`.execute(
    office.db,
  )
  await forgetOldNotifications(office.db)
  expect((await maker.call(notifications.list, {})).items).toEqual([])
})

test('every state that is told has its words, and every thing a page', async () => {
  const { rows } = await sql<{ table_name: string; states: string }>`
    select tgrelid::regclass::text as table_name, encode(tgargs, 'escape') as states
    from pg_trigger where tgname = 'notifies' and tgparentid = 0 order by 1`.execute(office.db)
  expect(rows.length).toBeGreaterThan(10)
  for (const { table_name, states } of rows) {
    const { row, opened } = auditedTables[table_name]!
    expect([table_name, opened !== undefined]).toEqual([table_name, true])
    const labelled = infoOf(row!.shape['status']!)?.options?.map(({ value }) => value)
    for (const state of [...states.matchAll(/\d+(?=[,}])/g)].map(([digits]) => Number(digits)))
      expect([table_name, labelled]).toEqual([table_name, expect.arrayContaining([state])])
  }
})
