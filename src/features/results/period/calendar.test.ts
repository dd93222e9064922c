/** Closed days of games: their draws are removed, later ones are renumbered, and no order is lost. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { product, type Game } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { gameCalendar } from './calendar.contract.ts'
import { periodCancel } from './cancel.contract.ts'
import { period } from './period.contract.ts'

let office: Office
let an: Person
let today: string
let tomorrow: string
let after: string

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...periodPage.rights])
  ;[today, tomorrow, after] = (await Promise.all([0, 1, 2].map((n) => dayFromNow(office.db, n)))) as [
    string,
    string,
    string,
  ]
})
afterAll(() => office.close())

const reason = 'Nghỉ Tết Nguyên đán'
const drawsOf = async (category: Game, date: string) => (await an.call(period.ofDay, { category, date })).items
const numbersOf = async (category: Game, date: string) =>
  (await drawsOf(category, date)).map(({ period_code }) => Number(period_code.split('-')[1]))
const close = (categories: Game[], from_date: string, to_date = from_date) =>
  an.call(gameCalendar.close, { categories, from_date, to_date, reason })
const closedDaysOf = async (category: Game) =>
  (await an.call(gameCalendar.list, {})).items.find((item) => item.category === category)!.closed_days
const inProgram = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))

test('the calendar has the draw times of each game and its closed days from today on', async () => {
  await inProgram(sql`insert into game_closed_day values (${product.lotto535}, current_date - 1, 'Đã qua')`)
  const { items } = await an.call(gameCalendar.list, {})
  expect(items.map(({ category }) => category)).not.toContain(product.max4d)
  expect(items.find(({ category }) => category === product.keno)).toEqual({
    category: product.keno,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    first_draw: '06:08',
    last_draw: '21:52',
    every_minutes: 8,
    stop_seconds: 60,
    print_seconds: 30,
    closed_days: [],
  })
  expect(await closedDaysOf(product.lotto535)).toEqual([])
})

test('a closed day has no draws, later draws are renumbered without a gap, and opening the day restores its draws', async () => {
  const [before, last] = [await drawsOf(product.keno, tomorrow), (await numbersOf(product.keno, today)).at(-1)!]
  const later = await drawsOf(product.keno, after)
  expect(await close([product.keno], tomorrow)).toEqual({ removed: 238, made: 119 })
  expect(await closedDaysOf(product.keno)).toEqual([{ day: tomorrow, reason }])
  expect(await drawsOf(product.keno, tomorrow)).toEqual([])
  const moved = await drawsOf(product.keno, after)
  expect(await numbersOf(product.keno, after)).toEqual(Array.from({ length: 119 }, (_, n) => last + 1 + n))
  expect(moved[0]!.open_at).toBe(before[0]!.open_at)
  expect(moved[0]!.draw_at).toBe(later[0]!.draw_at)

  expect(await an.call(gameCalendar.open, { category: product.keno, day: tomorrow })).toEqual({
    removed: 119,
    made: 238,
  })
  const codes = (rows: { period_code: string; open_at: string }[]) => rows.map((row) => [row.period_code, row.open_at])
  expect(codes(await drawsOf(product.keno, tomorrow))).toEqual(codes(before))
  expect(codes(await drawsOf(product.keno, after))).toEqual(codes(later))
  await expect(an.call(gameCalendar.open, { category: product.keno, day: tomorrow })).rejects.toMatchObject({
    code: 9005,
  })
})

test('several games can be closed for several days at once, also beyond the days whose draws exist', async () => {
  const [from, to] = [await dayFromNow(office.db, 13), await dayFromNow(office.db, 20)]
  await close([product.dt123, product.than_tai4], from, to)
  for (const category of [product.dt123, product.than_tai4]) {
    expect(await closedDaysOf(category)).toHaveLength(8)
    expect(await drawsOf(category, from)).toEqual([])
    expect(await drawsOf(category, await dayFromNow(office.db, 12))).toHaveLength(1)
  }
  // Closing the same day again changes only the reason.
  await an.call(gameCalendar.close, { categories: [product.dt123], from_date: from, to_date: from, reason: 'Bảo trì' })
  expect((await closedDaysOf(product.dt123))[0]).toEqual({ day: from, reason: 'Bảo trì' })
})

test('the counts of a change do not include draws that have become due in the meantime', async () => {
  const game = product.than_tai4
  await inProgram(sql`delete from draw_period where category = ${game} and open_date = current_date + 14`)
  const closed = await close([game], after)
  expect(closed.made - closed.removed).toBe(-1)
  await inProgram(sql`delete from draw_period where category = ${game} and open_date = current_date + 14`)
  const opened = await an.call(gameCalendar.open, { category: game, day: after })
  expect(opened.made - opened.removed).toBe(1)
})

test('a day with a sold draw cannot be closed until that draw is cancelled', async () => {
  const pos = await openPos(office)
  const [first] = await drawsOf(product.bingo18, tomorrow)
  const { period_id, period_code } = first!
  await inProgram(sql`update draw_period set open_at = now() - interval '1 minute' where period_id = ${period_id}`)
  await sell(office, pos, {
    category: product.bingo18,
    period_id,
    boards: [{ play_type: 1701, numbers: '1', stake: 1 }],
  })
  const before = await numbersOf(product.bingo18, tomorrow)
  await expect(close([product.keno, product.bingo18], tomorrow, after)).rejects.toMatchObject({
    code: 9013,
    data: { fields: { from_date: expect.stringContaining(period_code) } },
  })
  expect(await closedDaysOf(product.keno)).toEqual([])
  expect(await numbersOf(product.bingo18, tomorrow)).toEqual(before)
  await inProgram(sql`update draw_period set cancelled_at = now() where period_id = ${period_id}`)
  await close([product.bingo18], tomorrow)
  expect(await drawsOf(product.bingo18, tomorrow)).toEqual([])
  const { items } = await an.call(period.list, { period_id })
  expect(items).toMatchObject([{ period_code, status: 5 }])
  await an.call(gameCalendar.open, { category: product.bingo18, day: tomorrow })
  expect(await numbersOf(product.bingo18, tomorrow)).toEqual(before.slice(1))
})

test('days with an open request to cancel a draw can be neither closed nor opened', async () => {
  await close([product.loto], tomorrow)
  const [requested] = await drawsOf(product.loto, after)
  const { period_id, period_code } = requested!
  const cancel_requested_at = (await an.call(periodCancel.ask, { period_id, cancel_reason: reason }))
    .cancel_requested_at!
  const message = expect.stringContaining(period_code)
  await expect(close([product.keno, product.loto], after)).rejects.toMatchObject({
    code: 123,
    data: { fields: { from_date: message } },
  })
  const open = () => an.call(gameCalendar.open, { category: product.loto, day: tomorrow })
  await expect(open()).rejects.toMatchObject({ code: 123, message })
  expect((await an.call(period.list, { period_id })).items).toMatchObject([{ period_code, cancel_requested_at }])
  expect(await closedDaysOf(product.loto)).toMatchObject([{ day: tomorrow }])
  await an.call(periodCancel.reject, { period_id, cancel_requested_at })
  await open()
  expect(await drawsOf(product.loto, tomorrow)).toHaveLength(1)
})

test('closing is refused for today, too many or reversed days, no game, a game not on sale, and people of partners', async () => {
  const far = await dayFromNow(office.db, 40)
  const fieldOf = (field: string) => ({ code: 3, data: { fields: { [field]: expect.any(String) } } })
  await expect(close([product.keno], today, tomorrow)).rejects.toMatchObject(fieldOf('from_date'))
  await expect(close([product.keno], after, far)).rejects.toMatchObject(fieldOf('to_date'))
  await expect(close([product.keno], after, tomorrow)).rejects.toMatchObject({ code: 22 })
  await expect(close([], tomorrow)).rejects.toMatchObject(fieldOf('categories'))
  await expect(close([product.max4d], tomorrow)).rejects.toMatchObject({ code: 150 })
  await expect(an.call(gameCalendar.open, { category: product.lotto535, day: today })).rejects.toMatchObject({
    code: 9005,
  })
  const { partner_id } = await openPos(office)
  const operator = await office.hire([...periodPage.rights], { partner_id })
  const input = { categories: [product.keno], from_date: tomorrow, to_date: tomorrow, reason }
  await expect(operator.call(gameCalendar.close, input)).rejects.toMatchObject({ code: 169 })
  await expect(operator.call(gameCalendar.open, { category: product.keno, day: tomorrow })).rejects.toMatchObject({
    code: 169,
  })
})

test('closing a day waits for orders that are being created', async () => {
  const client = createClient(office.database_url)
  await client.connect()
  await client.query('begin')
  await client.query('select lock_periods()')
  const closing = close([product.lotto535], tomorrow)
  await untilWaiting(office.db)
  await client.query('commit')
  await client.end()
  await closing
  expect(await drawsOf(product.lotto535, tomorrow)).toEqual([])
})
