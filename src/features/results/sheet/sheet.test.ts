/** Staff and apps see only confirmed results. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, setGamePeriod } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { sql } from 'kysely'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { sheet } from './sheet.contract.ts'

let office: Office
let an: Person
let binh: Person
let till: ReturnType<typeof openTill>
let day: string
let period_id: number

beforeAll(async () => {
  office = await openOffice()
  const rights = [...resultPage.rights, sheetPage.view]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  till = openTill(office, await openPos(office))
  day = await dayFromNow(office.db, -1)
  period_id = await setGamePeriod(office, product.mega645, 'open')
  await office.write((db) =>
    sql`update draw_period set open_date = ${day}, period_code = 'TEST-01592', open_at = now() - interval '2 days', return_until = now() - interval '26 hours',
      stop_at = now() - interval '26 hours', print_at = now() - interval '26 hours', draw_at = now() - interval '25 hours'
      where period_id = ${period_id}`.execute(db),
  )
})
afterAll(() => office.close())

const numbers = { main: ['03', '09', '17', '22', '27', '32'] }
const published = { jackpot: { winners: 1, amount: 23_970_104_000 }, second: { winners: 1_283, amount: 0 } }

test('an entered result is hidden until it is confirmed, and then in the sheet, the last results and the channel', async () => {
  const input = { category: product.mega645, date: day }
  const { result_id } = await an.call(result.add, { period_id, numbers, published, accept_warnings: true })
  const before = (await binh.call(sheet.byDay, input)).items.find((draw) => draw.period_id === period_id)
  expect(before).toMatchObject({ numbers: null, published: null, is_waiting: true })
  expect((await binh.call(sheet.latest, { category: product.mega645 })).items).toEqual([])
  await expect(till.call(channel.resultOfPeriod, { period_id })).rejects.toMatchObject({ code: 148 })

  await binh.call(result.confirm, { result_id, numbers, published })
  const after = (await an.call(sheet.byDay, input)).items.find((draw) => draw.period_id === period_id)
  expect(after).toMatchObject({ numbers, confirmed_by_name: binh.user_name })
  expect(after?.tiers[0]).toMatchObject({ tier: 'jackpot', winners: 1, amount: 23_970_104_000, ours: 0 })
  expect(after?.tiers.find(({ tier }) => tier === 'first')).toMatchObject({ amount: 10_000_000, winners: null })
  expect(after?.tiers.find(({ tier }) => tier === 'second')).toMatchObject({ amount: 300_000, winners: 1_283 })
  expect((await an.call(sheet.latest, {})).items.map((draw) => draw.period_id)).toEqual([period_id])

  expect(await till.call(channel.resultOfPeriod, { period_id })).toMatchObject({ numbers, published, category: 11 })
  expect(await till.call(channel.latestResults, {})).toMatchObject({ items: [{ period_id, numbers }] })
  expect(await till.call(channel.latestResults, { category: product.keno })).toEqual({ items: [] })
  await expect(till.call(channel.resultOfPeriod, { period_id: 2_000_000_000 })).rejects.toMatchObject({ code: 137 })
})

test('earlier draws of a game are found by code, day and numbers', async () => {
  const find = async (search: string) =>
    (await an.call(sheet.latest, { category: product.mega645, draws: 10, search })).items.map((draw) => draw.period_id)
  const [year, month, date] = day.split('-')
  const { next_draw_at } = await an.call(sheet.latest, { category: product.mega645 })
  for (const search of ['#1592', '01592', `${date}/${month}`, `${date}/${month}/${year}`, '3 9 17', '32'])
    expect(await find(search), search).toEqual([period_id])
  for (const search of ['#99999', `${date}/${month}/2019`, '3 10', 'kỳ']) expect(await find(search), search).toEqual([])
  expect(Date.parse(next_draw_at!)).toBeGreaterThan(Date.now())
})
