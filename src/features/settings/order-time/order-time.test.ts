/** Changes of order times: the channel applies them, the calendar of draws shows them, and they can be reverted. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import { gameCalendar } from '#features/results/period/calendar.contract.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { orderTimeTab } from '#features/settings/pages.contract.ts'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, setGamePeriod } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'
import { orderTime, type OrderTimes } from './order-time.contract.ts'

let office: Office
let an: Person
let binh: Person
let tomorrow: string
let after: string

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...orderTimeTab.rights, ...periodPage.rights])
  binh = await office.hire([...orderTimeTab.rights])
  ;[tomorrow, after] = (await Promise.all([1, 2].map((n) => dayFromNow(office.db, n)))) as [string, string]
})
afterAll(() => office.close())

const rowOf = async (category: Product) =>
  (await an.call(orderTime.list, {})).items.find((item) => item.category === category)!
const setTimes = async (category: Product, from_day: string, times: OrderTimes, by = an) =>
  by.call(orderTime.update, { category, from_day, times, reason: 'Thử', version: (await rowOf(category)).version })
const inProgram = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))
const stopsOf = async (category: Product, day: string) => {
  const { rows } = await sql<{ stop: number; print: number }>`
    select distinct extract(epoch from draw_at - stop_at)::integer as stop, extract(epoch from draw_at - print_at)::integer as print
    from draw_period where category = ${category} and open_date = ${day} and period_code not like 'THU-%'`.execute(
    office.db,
  )
  return rows
}

test('after the stop is moved forward new orders are refused with 156, and accepted ones stay', async () => {
  const pos = await openPos(office)
  const till = openTill(office, pos)
  // A draw that takes place in about an hour, whatever the time is now.
  const period_id = await setGamePeriod(office, product.mega645, 'open')
  await inProgram(sql`update draw_period set open_date = ${tomorrow} where period_id = ${period_id}`)
  const six = playTypesOf(product.mega645).find(({ label }) => label === 'Cơ bản')!
  const order = () =>
    till.call(channel.create, {
      vendor_code: 'POS',
      category: product.mega645,
      period_id,
      lines: [{ play_type: six.play_type, numbers: '01 02 03 04 05 06', stake: 1 }],
    })
  const { order_id } = await order()
  await setTimes(product.mega645, tomorrow, { stop_seconds: 10_800, print_seconds: 600, open_seconds: 300 })
  await expect(order()).rejects.toMatchObject({ code: 156 })
  expect(await till.call(channel.status, { order_id })).toMatchObject({ status: 1 })
  await setTimes(product.mega645, tomorrow, { stop_seconds: 900, print_seconds: 600, open_seconds: 300 })
  await expect(order()).resolves.toMatchObject({ period_id })
})

test('a change applies to draws from its day on, when the calendar of games shows it too', async () => {
  const before = await stopsOf(product.lotto535, tomorrow)
  await setTimes(product.lotto535, after, { stop_seconds: 420, print_seconds: 240, open_seconds: 120 })
  expect(await stopsOf(product.lotto535, tomorrow)).toEqual(before)
  expect(await stopsOf(product.lotto535, after)).toEqual([{ stop: 420, print: 240 }])
  expect((await rowOf(product.lotto535)).planned).toEqual([
    { from_day: after, stop_seconds: 420, print_seconds: 240, open_seconds: 120 },
  ])
  await inProgram(sql`update order_time set from_day = current_date where category = ${product.lotto535}`)
  await makeCalendar(office.db)
  const { items } = await an.call(gameCalendar.list, {})
  expect(items.find(({ category }) => category === product.lotto535)).toMatchObject({
    stop_seconds: 420,
    print_seconds: 240,
  })
  expect(await rowOf(product.lotto535)).toMatchObject({ stop_seconds: 420, open_seconds: 120, planned: [] })
})

test('a change applies to the stations of a region, and a stop before the end of returns is refused with 145', async () => {
  const row = await rowOf(product.north)
  expect(row).toMatchObject({ line: 'xskt', stop_seconds: 900, print_seconds: 900, open_seconds: null })
  await setTimes(product.north, after, { stop_seconds: 1_500, print_seconds: 600, open_seconds: null })
  expect(await stopsOf(product.north, after)).toEqual([{ stop: 1_500, print: 600 }])
  await inProgram(sql`update order_time set from_day = current_date where category = ${product.north}`)
  await makeCalendar(office.db)
  expect(await rowOf(product.north)).toMatchObject({ stop_seconds: 1_500, print_seconds: 600 })
  await expect(
    setTimes(product.north, after, { stop_seconds: 7_200, print_seconds: 600, open_seconds: null }),
  ).rejects.toMatchObject({ code: 145, data: { fields: { stop_seconds: expect.any(String) } } })
})

test.each([
  [145, { stop_seconds: 86_400, print_seconds: 600, open_seconds: 300 }],
  [152, { stop_seconds: 900, print_seconds: 600, open_seconds: 86_400 }],
  [173, { stop_seconds: 60, print_seconds: 30, open_seconds: 120 }],
  [174, { stop_seconds: 900, print_seconds: 60, open_seconds: 300 }],
  [175, { stop_seconds: 300, print_seconds: 600, open_seconds: 60 }],
] as const)('%i: inconsistent times are refused at their field, and nothing is saved', async (code, times) => {
  const { version } = await rowOf(product.mega645)
  await expect(setTimes(product.mega645, tomorrow, times)).rejects.toMatchObject({
    code,
    data: { fields: expect.any(Object) },
  })
  expect((await rowOf(product.mega645)).version).toBe(version)
})

test('153: times of a region that are not whole minutes are refused', async () => {
  const times = { stop_seconds: 900, print_seconds: 630, open_seconds: null }
  await expect(setTimes(product.south, tomorrow, times)).rejects.toMatchObject({ code: 153 })
})

test('140: today cannot be changed; of twenty parallel changes one succeeds; a change can be reverted', async () => {
  const today = await dayFromNow(office.db, 0)
  const times = { stop_seconds: 1_200, print_seconds: 600, open_seconds: 300 }
  await expect(setTimes(product.max3d, today, times)).rejects.toMatchObject({ code: 140 })
  const { version } = await rowOf(product.max3d)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? an : binh).call(orderTime.update, { category: product.max3d, from_day: after, times, version }),
    ),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { history } = await an.call(orderTime.list, {})
  const [last] = history.filter(({ item }) => item === String(product.max3d))
  expect(last).toMatchObject({ from_day: after, before: { stop_seconds: 900 }, after: times })
  await setTimes(product.max3d, after, last!.before as unknown as OrderTimes)
  expect((await rowOf(product.max3d)).planned).toEqual([])
  expect(new Set((await stopsOf(product.max3d, after)).map(({ stop }) => stop))).not.toContain(1_200)
})

test('the preview of a change has the days, draws and orders that it affects', async () => {
  const effect = await an.call(orderTime.effect, { category: product.keno, from_day: tomorrow, stop_seconds: 120 })
  expect(effect).toMatchObject({ days: 3, orders: 0, amount: 0 })
  expect(effect.periods).toBeGreaterThan(0)
})

test('only the head office can change the times', async () => {
  const pos = await openPos(office)
  const operator = await office.hire([...orderTimeTab.rights], { partner_id: pos.partner_id })
  const times = { stop_seconds: 1_200, print_seconds: 600, open_seconds: 300 }
  await expect(setTimes(product.power655, after, times, operator)).rejects.toMatchObject({ code: 169 })
})
