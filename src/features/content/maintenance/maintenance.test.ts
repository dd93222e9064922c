/** Links of live draws, and maintenance: overlaps are reported before saving, and its products are not sold while it lasts. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentAt } from '#server/record/moment.ts'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, setGamePeriod } from '../../../testing/orders.ts'
import { openStore } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'
import { link } from '../link/link.contract.ts'
import { linkPage, maintenancePage } from '../pages.contract.ts'
import { maintenance } from './maintenance.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...linkPage.rights, ...maintenancePage.rights])
})
afterAll(() => office.close())

const fromNow = (minutes: number) => momentAt(Date.now() + minutes * 60_000)
const work = (from: number, to: number, overrides: object = {}) => ({
  start_at: fromNow(from),
  end_at: fromNow(to),
  content: 'Nâng cấp máy chủ, mong quý khách quay lại sau.',
  ...overrides,
})
const years_from_now = 60 * 24 * 365 * 2

test('a product has one link of its live draws, and links can be filtered by product', async () => {
  const added = await an.call(link.add, { link_name: 'Keno', category: product.keno, url: 'https://veso.example/keno' })
  const duplicate = { link_name: 'Keno 2', category: product.keno, url: added.url }
  await expect(an.call(link.add, duplicate)).rejects.toMatchObject({ code: 9045 })
  const other = await an.call(link.add, { ...duplicate, category: product.mega645 })
  expect((await an.call(link.list, { category: product.mega645 })).items).toEqual([other])
  const off = await an.call(link.update, { link_id: added.link_id, version: 1, status: 0 })
  expect([off.status, off.version]).toEqual([0, 2])
  await an.call(link.delete, { link_id: added.link_id })
})

test('a maintenance that overlaps another one is refused until the person accepts the overlap', async () => {
  const first = await an.call(
    maintenance.add,
    work(years_from_now, years_from_now + 60, { categories: [product.keno] }),
  )
  const meeting = work(years_from_now + 30, years_from_now + 90)
  await expect(an.call(maintenance.add, meeting)).rejects.toMatchObject({
    code: 9046,
    data: { fields: { accept_hits: expect.stringContaining('trùng lịch') } },
  })
  await an.call(maintenance.add, { ...meeting, categories: [product.mega645] })
  const accepted = await an.call(maintenance.add, { ...meeting, accept_hits: true })
  expect(accepted.categories).toEqual([])
  const { maintenance_id } = first
  const moved = await an.call(maintenance.update, { maintenance_id, version: 1, status: 0 })
  expect(moved.version).toBe(2)
  await expect(
    an.call(maintenance.update, { maintenance_id, version: 2, end_at: first.start_at }),
  ).rejects.toMatchObject({ code: 9047 })
})

test('during a maintenance the channel refuses orders for its product only, with its text and its end; staff can still call', async () => {
  const till = openTill(office, await openPos(office))
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const [five] = playTypesOf(product.keno).filter(({ label }) => label === 'Bậc 5')
  const lines = [{ play_type: five!.play_type, numbers: '01 02 03 04 05' }]
  const other = {
    category: product.lotto535,
    period_id: await setGamePeriod(office, product.lotto535, 'open'),
    lines: [{ play_type: 1505, numbers: '05 12 20 30 35 | 07' }],
  }
  const order = () => ({ transid: randomUUID(), vendor_code: 'POS', category: product.keno, period_id, lines })
  // Keno is not drawn at every hour, so the test opens a period that stops within the maintenance.
  const now = work(-5, 90, { categories: [product.keno] })
  await expect(an.call(maintenance.add, now)).rejects.toMatchObject({
    data: { fields: { accept_hits: expect.stringMatching(/\d+ kỳ Keno/) } },
  })
  const { maintenance_id } = await an.call(maintenance.add, { ...now, accept_hits: true })
  const { body } = await till.raw(channel.create, order())
  expect(body).toMatchObject({ error: { code: 9048, message: now.content }, data: { until: expect.any(String) } })
  const sold = await till.raw(channel.create, { transid: randomUUID(), vendor_code: 'POS', ...other })
  expect(sold.body.error.code).toBe(0)
  const stranger = await office.hire([])
  expect((await stranger.call(maintenance.upcoming, {})).items).toMatchObject([{ maintenance_id }])
  await an.call(maintenance.delete, { maintenance_id })
  await expect.poll(async () => (await till.raw(channel.create, order())).body.error.code, { timeout: 5_000 }).toBe(0)
})

test('an order or purchase that was accepted before a maintenance is answered again during it, and no other one', async () => {
  const till = openTill(office, await openPos(office))
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const { play_type } = playTypesOf(product.keno).find(({ label }) => label === 'Bậc 5')!
  const board = {
    vendor_code: 'POS',
    category: product.keno,
    period_id,
    lines: [{ play_type, numbers: '01 02 03 04 05' }],
  }
  const request = { transid: randomUUID(), ...board }
  const purchase_request = { transid: randomUUID(), ...board, draws: 1 }
  const accepted = await till.call(channel.create, request)
  const purchase = await till.call(channel.createPurchase, purchase_request)
  const { maintenance_id } = await an.call(maintenance.add, { ...work(-5, 90), accept_hits: true })
  const codeOf = async (transid: string) => (await till.raw(channel.create, { ...request, transid })).body.error.code
  // The windows are read about once a second.
  await expect.poll(() => codeOf(randomUUID()), { timeout: 5_000 }).toBe(9048)
  expect(await till.call(channel.create, request)).toEqual(accepted)
  expect(await till.call(channel.createPurchase, purchase_request)).toEqual(purchase)
  expect(await codeOf(purchase_request.transid)).toBe(115)
  const { body } = await till.raw(channel.createPurchase, { ...purchase_request, transid: randomUUID() })
  expect(body.error.code).toBe(9048)
  await an.call(maintenance.delete, { maintenance_id })
})

test('people of a partner or a base store neither begin maintenance nor end it, whatever their rights', async () => {
  const { maintenance_id } = await an.call(maintenance.add, work(2 * years_from_now, 2 * years_from_now + 60))
  const { partner_id } = await openPos(office)
  for (const place of [{ partner_id }, { base_id: await openStore(office, []) }]) {
    const person = await office.hire(maintenancePage.rights, place)
    const refused = [
      person.call(maintenance.add, work(-1, 60, { accept_hits: true })),
      person.call(maintenance.update, { maintenance_id, status: 0 }),
      person.call(maintenance.delete, { maintenance_id }),
    ]
    await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 169 })))
  }
  await an.call(maintenance.delete, { maintenance_id })
})
