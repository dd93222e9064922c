/** Notifications of decisions, failures and due work: each person gets their own, each once, and none of a muted kind. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { infoOf } from '#contract/schema.ts'
import { auditedTables } from '#features/access/audit/audited.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { dues } from '../../../services.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { deleteOldNotifications, notifyDue } from './notification-due.jobs.ts'
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
  return maker.call(walletAdjustment.increase, { account_id, amount: 50_000_000, reason: 'Bù giao dịch lỗi' })
}
const rejectOne = async () => {
  await requestOne()
  const [adjustment] = (await checker.call(walletAdjustment.list, { status: 1, sort: '-created_at' })).items
  await checker.call(walletAdjustment.reject, {
    adjustment_id: adjustment!.adjustment_id,
    version: adjustment!.version,
    reason: 'Sai số tiền',
  })
  return adjustment!
}
const unreadOf = (person: Person) => person.call(notifications.unread, {})
const inDb = (work: ReturnType<typeof sql>) => office.write((db) => work.execute(db))

test('the creator of a request is notified of its decision with the reason and a link; whoever decided is not', async () => {
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

test('nobody is notified of their own decision', async () => {
  const before = (await unreadOf(maker)).unread
  await requestOne()
  const [adjustment] = (await maker.call(walletAdjustment.list, { status: 1, sort: '-created_at' })).items
  await maker.call(walletAdjustment.reject, {
    adjustment_id: adjustment!.adjustment_id,
    version: adjustment!.version,
    reason: 'Nhập nhầm',
  })
  expect((await unreadOf(maker)).unread).toBe(before)
})

describe('reading notifications', () => {
  test('removes a read one from the unread count and keeps it in the list', async () => {
    await rejectOne()
    const { unread, newest } = await unreadOf(maker)
    await maker.call(notifications.read, { notification_id: newest!.notification_id })
    expect((await unreadOf(maker)).unread).toBe(unread - 1)
    const { items } = await maker.call(notifications.list, { is_unread: false })
    expect(items.map(({ notification_id }) => notification_id)).toContain(newest!.notification_id)
  })

  test('up to the newest seen one leaves later ones unread', async () => {
    await rejectOne()
    const newest = (await unreadOf(maker)).newest!
    await rejectOne()
    await maker.call(notifications.readAll, { up_to: newest.notification_id })
    expect((await unreadOf(maker)).unread).toBe(1)
  })

  test('affects only one’s own: those of another person are refused or stay unread', async () => {
    await rejectOne()
    const { newest } = await unreadOf(maker)
    const { notification_id } = newest!
    await expect(checker.call(notifications.read, { notification_id })).rejects.toMatchObject({
      code: errors.not_found[0],
    })
    await checker.call(notifications.readAll, { up_to: newest!.notification_id })
    expect((await unreadOf(maker)).newest).toEqual(newest)
    expect((await checker.call(notifications.list, {})).items).toEqual([])
  })
})

test('a muted kind of notification is not sent until it is unmuted', async () => {
  const before = (await unreadOf(maker)).unread
  const { decided } = notificationKind
  expect(await maker.call(notifications.change, { muted: [decided, decided] })).toEqual({ muted: [decided] })
  await rejectOne()
  expect((await unreadOf(maker)).unread).toBe(before)
  expect(await maker.call(notifications.change, { muted: [] })).toEqual({ muted: [] })
  await rejectOne()
  expect((await unreadOf(maker)).unread).toBe(before + 1)
})

test('each of twenty parallel decisions causes exactly one notification', async () => {
  const before = (await unreadOf(maker)).unread
  const { account_id } = await openTestWallet(office)
  const adjustments = await Promise.all(
    Array.from({ length: 20 }, () =>
      maker.call(walletAdjustment.increase, { account_id, amount: 50_000_000, reason: 'Bù giao dịch lỗi' }),
    ),
  )
  const waiting = (await checker.call(walletAdjustment.list, { status: 1, page_size: 50 })).items
  const rejected = await Promise.allSettled(
    waiting.map(({ adjustment_id, version }) =>
      checker.call(walletAdjustment.reject, { adjustment_id, version, reason: 'Trùng' }),
    ),
  )
  const done = rejected.filter(({ status }) => status === 'fulfilled').length
  expect(done).toBeGreaterThanOrEqual(adjustments.length)
  expect((await unreadOf(maker)).unread).toBe(before + done)
})

test('the creator of a slip that nobody has approved is notified once, shortly before its sale stops', async () => {
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

test('a notification is deleted after ninety days', async () => {
  await sql`update notification set created_at = created_at - interval '91 days' where user_id = ${maker.user_id}`.execute(
    office.db,
  )
  await deleteOldNotifications(office.db)
  expect((await maker.call(notifications.list, {})).items).toEqual([])
})

test('every state that causes a notification has a label, and every such table has a page to open', async () => {
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
