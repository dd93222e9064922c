/** The draws of games and stations: created ahead from the calendar, with a state by the database's clock. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#server/database/pool.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { periodPage, resultPage } from '#features/results/pages.contract.ts'
import { categories } from '#features/results/product/category.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, sell, setGamePeriod } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { periods_fingerprint } from './periods-fingerprint.server.ts'
import { period, periodPhase, type ListedPeriodRow } from './period.contract.ts'
import { periodStatus } from './period-fields.contract.ts'
import { nextChange } from './period.rules.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([resultPage.view, ...periodPage.rights])
})
afterAll(() => office.close())

const inProgram = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))
const make = (category: number, from: string, until = from) =>
  inProgram(sql`select make_game_periods(${category}::smallint, ${from}, ${until})`)
const drawsOf = async (category: (typeof product)[keyof typeof product], date: string) =>
  (await an.call(period.ofDay, { category, date })).items
/** The time of day in Viet Nam, in the format of the answer. */
const hourOf = (moment: string) => new Date(Date.parse(moment) + 7 * 3_600_000).toISOString().slice(11, 19)

describe('the calendar of the games', () => {
  test('has 119 draws of Keno a day, every eight minutes from 06:08 to 21:52, and 159 of Bingo18', async () => {
    const day = await dayFromNow(office.db, 1)
    const keno = await drawsOf(product.keno, day)
    expect(keno).toHaveLength(119)
    expect([hourOf(keno[0]!.draw_at), hourOf(keno[118]!.draw_at)]).toEqual(['06:08:00', '21:52:00'])
    expect(
      keno.every(
        ({ draw_at }, index) => index === 0 || Date.parse(draw_at) - Date.parse(keno[index - 1]!.draw_at) === 480_000,
      ),
    ).toBe(true)
    expect(await drawsOf(product.bingo18, day)).toHaveLength(159)
  })

  test('creates draws two days ahead for games that draw every few minutes, two weeks for the others', async () => {
    const [second, third, fourteenth, fifteenth] = await Promise.all(
      [2, 3, 14, 15].map((n) => dayFromNow(office.db, n)),
    )
    expect(await drawsOf(product.keno, second!)).toHaveLength(119)
    expect(await drawsOf(product.keno, third!)).toEqual([])
    expect(await drawsOf(product.lotto535, fourteenth!)).toHaveLength(2)
    expect(await drawsOf(product.lotto535, fifteenth!)).toEqual([])
    expect(await drawsOf(product.max4d, second!)).toEqual([])
  })

  test.each([
    [product.mega645, '2026-06-10', 'M645-01521', '18:00:00'],
    [product.power655, '2026-07-23', 'P655-01375', '18:00:00'],
    [product.max3d, '2026-07-22', 'MAX3D-01110', '18:00:00'],
    [product.max3d_pro, '2026-07-23', 'MAX3DPRO-00756', '18:00:00'],
  ] as const)(
    'numbers the draws of product %i as its operator does: on %s the draw is %s',
    async (category, day, code, hour) => {
      await make(category, day)
      const [draw] = await drawsOf(category, day)
      expect(draw).toMatchObject({ period_code: code })
      expect(hourOf(draw!.draw_at)).toBe(hour)
    },
  )

  test('numbers draws equally, whether they are created day by day, at once or backwards', async () => {
    const days = ['2026-11-02', '2026-11-03', '2026-11-04'] as const
    await make(product.keno, days[2])
    await make(product.keno, days[0])
    await make(product.keno, days[1])
    const codes = (await Promise.all(days.map((day) => drawsOf(product.keno, day))))
      .flat()
      .map(({ period_code }) => period_code)
    const numbers = codes.map((code) => Number(code.replace('KENO-', '')))
    expect(numbers).toEqual(Array.from({ length: 3 * 119 }, (_, index) => numbers[0]! + index))
    await make(product.keno, days[0], days[2])
    expect(await drawsOf(product.keno, days[1])).toHaveLength(119)
  })

  test('has no draws on a closed day, and the numbering continues after it', async () => {
    await inProgram(sql`insert into game_closed_day values (${product.power655}, '2027-02-06', 'Nghỉ Tết')`)
    await make(product.power655, '2027-02-04', '2027-02-09')
    const codes = async (day: string) => (await drawsOf(product.power655, day)).map(({ period_code }) => period_code)
    const [before, closed, after] = await Promise.all(['2027-02-04', '2027-02-06', '2027-02-09'].map(codes))
    expect(closed).toEqual([])
    expect(Number(after![0]!.slice(-5))).toBe(Number(before![0]!.slice(-5)) + 1)
  })

  test('keeps the numbering continuous when a day between existing draws is closed', async () => {
    const codes = async (day: string) =>
      (await drawsOf(product.power655, day)).map(({ period_code }) => Number(period_code.slice(-5)))
    await make(product.power655, '2027-03-02', '2027-03-06')
    const [last] = await codes('2027-03-06')
    await inProgram(sql`insert into game_closed_day values (${product.power655}, '2027-03-04', 'Nghỉ')`)
    await make(product.power655, '2027-03-02', '2027-03-11')
    expect([...(await codes('2027-03-09')), ...(await codes('2027-03-11'))]).toEqual([last! + 1, last! + 2])
  })

  test('opens each draw of a quick game in the second in which the previous one stops, overnight too', async () => {
    const [first, second] = await drawsOf(product.keno, await dayFromNow(office.db, 1))
    expect(hourOf(first!.open_at)).toBe('21:51:00')
    expect([second!.open_at, second!.stop_at, second!.print_at].map(hourOf)).toEqual([
      '06:07:00',
      '06:15:00',
      '06:15:30',
    ])
  })

  test('has as many draws after they are created again', async () => {
    const count = async () => (await sql`select from draw_period`.execute(office.db)).rows.length
    const before = await count()
    await makeCalendar(office.db)
    expect(await count()).toBe(before)
  })
})

/** Sets the hours of one draw of a game that draws every day around now, in seconds. */
async function shift(seconds: { open: number; stop: number; print: number; draw: number }, cancelled_at = sql`null`) {
  const { items } = await an.call(period.list, {
    category: product.dt123,
    phase: periodPhase.next,
    sort: '-draw_at',
  })
  const { period_id } = items[0]!
  const secondsFromNow = (n: number) => sql`now() + make_interval(secs => ${n})`
  await inProgram(sql`update draw_period set open_at = ${secondsFromNow(seconds.open)}, return_until = ${secondsFromNow(seconds.stop)}, stop_at = ${secondsFromNow(seconds.stop)},
    print_at = ${secondsFromNow(seconds.print)}, draw_at = ${secondsFromNow(seconds.draw)}, cancelled_at = ${cancelled_at} where period_id = ${period_id}`)
  return (await an.call(period.list, { period_id })).items[0]!
}

describe('the state of a draw', () => {
  test.each([
    ['before it opens', 10, 20, 30, 40, periodStatus.upcoming, 'Mở bán'],
    ['while it sells', -10, 20, 30, 40, periodStatus.open, 'Ngừng nhận'],
    ['after the stop, while tickets are printed', -20, -10, 30, 40, periodStatus.stopped, 'Hết giờ in'],
    ['after the printing', -30, -20, -10, 40, periodStatus.print_over, 'Quay'],
    ['after the stop where nothing is printed later', -30, -10, -10, 40, periodStatus.stopped, 'Quay'],
    ['after the draw', -40, -30, -20, -10, periodStatus.drawing, undefined],
  ] as const)('%s', async (_, open, stop, print, draw, status, next) => {
    const row = await shift({ open, stop, print, draw })
    expect(row.status).toBe(status)
    expect(nextChange(row)?.what).toBe(next)
  })

  test('is cancelled for a cancelled draw, even during its hours of sale', async () => {
    const row = await shift({ open: -10, stop: 20, print: 30, draw: 40 }, sql`now()`)
    expect(row.status).toBe(periodStatus.cancelled)
    expect(nextChange(row)).toBe(null)
  })
})

describe('the list of draws', () => {
  test('has on the tab of current draws those that are open or open within ten minutes, the next draw first', async () => {
    const { items } = await an.call(period.list, { phase: periodPhase.now, page_size: 300 })
    const now = Date.now()
    expect(items.length).toBeGreaterThan(10)
    for (const draw of items) {
      expect(Date.parse(draw.draw_at)).toBeGreaterThan(now - 1_000)
      expect(Date.parse(draw.open_at)).toBeLessThanOrEqual(now + 601_000)
    }
    const draws = items.map(({ draw_at }) => Date.parse(draw_at))
    expect(draws).toEqual(draws.toSorted((a, b) => a - b))
  })

  test('is filtered by line, product, station and days, and searched by name and code', async () => {
    const [today, next] = [await dayFromNow(office.db, 0), await dayFromNow(office.db, 2)]
    const all = async (filters: object) => (await an.call(period.list, { page_size: 300, ...filters })).items
    expect(new Set((await all({ line: 'xskt' })).map(({ line }) => line))).toEqual(new Set(['xskt']))
    const stations = await all({ area_id: 1 })
    expect(stations.length).toBeGreaterThan(0)
    expect(stations.every(({ area_id, return_until }) => area_id === 1 && return_until !== null)).toBe(true)
    const lotto = await all({ category: product.lotto535, from_date: today, to_date: next })
    expect(lotto).toHaveLength(6)
    expect(
      lotto.every(
        ({ area_id, return_until, name }) => area_id === null && return_until === null && name === 'Lotto 5/35',
      ),
    ).toBe(true)
    expect(new Set((await all({ keyword: 'lotto' })).map(({ name }) => name))).toEqual(new Set(['Lotto 5/35']))
    expect((await all({ keyword: lotto[0]!.period_code.toLowerCase() })).map(({ period_id }) => period_id)).toEqual([
      lotto[0]!.period_id,
    ])
    expect((await all({ keyword: 'ho chi minh' })).every(({ name }) => name === 'TP. Hồ Chí Minh')).toBe(true)
    await expect(all({ from_date: next, to_date: today })).rejects.toMatchObject({ code: 22 })
  })

  test('answers each kind of search with a year of draws in the table, and current draws use an index', async () => {
    const owner = createClient(office.database_url)
    await owner.connect()
    // Without the audit trigger, which is slow for a hundred thousand rows.
    await owner.query('set session_replication_role = replica')
    await owner.query(`select make_game_periods(category::smallint, current_date - month * 31, current_date - month * 31 + 30)
      from generate_series(1, 12) month, unnest(array[16, 17]) category`)
    await owner.end()
    await sql`analyze draw_period`.execute(office.db)
    const currentDraws = await an.call(period.list, { phase: periodPhase.now })
    const deep = await an.call(period.list, { page_index: 400, part: 'rows' })
    const matches = await an.call(period.list, { keyword: 'keno', phase: periodPhase.past })
    expect((await an.call(period.list, { keyword: 'không có' })).total).toBe(0)
    expect(currentDraws.items.length).toBeGreaterThan(10)
    expect(deep.items).toHaveLength(20)
    expect(matches).toMatchObject({ total: 10_000, total_capped: true })
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
      select from draw_period where draw_at > now() and open_at <= now() order by draw_at limit 20`.execute(office.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('draw_period_by_draw')
  }, 120_000)
})

test('past draws without a result that are not cancelled are listed, newest first, page by page', async () => {
  const [before, day] = [await dayFromNow(office.db, -3), await dayFromNow(office.db, -2)]
  await make(product.lotto535, before, day)
  const lotto_draws = [...(await drawsOf(product.lotto535, before)), ...(await drawsOf(product.lotto535, day))]
  const [first, cancelled, third, last] = lotto_draws.map(({ period_id }) => period_id)
  await inProgram(
    sql`update draw_period set cancelled_at = now(), cancel_reason = 'Thử' where period_id = ${cancelled}`,
  )
  const waiting = async (filters: object = {}) =>
    an.call(period.awaitingResult, { category: product.lotto535, page_size: 300, ...filters })
  const { items, total } = await waiting()
  expect(total).toBe(items.length)
  expect(items.every(({ status, category }) => status === periodStatus.drawing && category === product.lotto535)).toBe(
    true,
  )
  const draws = items.map(({ draw_at }) => Date.parse(draw_at))
  expect(draws).toEqual(draws.toSorted((a, b) => b - a))
  expect(
    items.map(({ period_id }) => period_id).filter((id) => lotto_draws.some(({ period_id }) => period_id === id)),
  ).toEqual([last, third, first])
  expect((await waiting({ page_index: 2, page_size: 1 })).items).toEqual([items[1]])
  // A cancelled draw is not among the choices of its day either.
  expect((await drawsOf(product.lotto535, before)).map(({ period_id }) => period_id)).toEqual([first])
  const stranger = await office.hire([transactionPage.view])
  await expect(stranger.call(period.awaitingResult, { category: product.keno })).rejects.toMatchObject({ code: 169 })
})

test('sales are shown to people who may see sales, within their scope; draws without sales are left out', async () => {
  const pos = await openPos(office)
  const draw = await setGamePeriod(office, product.keno, 'open')
  for (let n = 0; n < 2; n++) await sell(office, pos, { period_id: draw })
  await order(office, pos, { period_id: draw })
  const [unsold] = await drawsOf(product.lotto535, await dayFromNow(office.db, 1))
  const input = { period_ids: [draw, unsold!.period_id, 2_000_000_000] }
  const sold = { items: [{ period_id: draw, orders: 2, quantity: 2, amount: 20_000 }] }
  const rights = [transactionPage.view]
  expect(await (await office.hire(rights)).call(period.sales, input)).toEqual(sold)
  expect(await (await office.hire(rights, { partner_id: pos.partner_id })).call(period.sales, input)).toEqual(sold)
  const other = await openPos(office)
  const stranger = await office.hire(rights, { partner_id: other.partner_id })
  expect(await stranger.call(period.sales, input)).toEqual({ items: [] })
  await expect(an.call(period.sales, input)).rejects.toMatchObject({ code: 169 })
  const listed = async (person: Person, period_id: number, with_sales = true) => {
    const [{ orders, quantity, amount }] = (await person.call(period.list, { period_id, with_sales })).items as [
      ListedPeriodRow,
    ]
    return [orders, quantity, amount]
  }
  const seller = await office.hire([...rights, periodPage.view])
  expect(await listed(seller, draw)).toEqual([2, 2, 20_000])
  expect(await listed(seller, unsold!.period_id)).toEqual([0, 0, 0])
  expect(await listed(seller, draw, false)).toEqual([null, null, null])
  expect(await listed(await office.hire([periodPage.view]), draw)).toEqual([null, null, null])
})

test('each product has its play types', async () => {
  const { items } = await an.call(categories.list, {})
  expect(items.map(({ category }) => category)).toEqual(Object.values(product))
  const byNumber = new Map(items.map((row) => [row.category, row]))
  expect(byNumber.get(product.keno)).toMatchObject({
    category_name: 'Keno',
    line: 'xsdt',
    price_unit: 10_000,
    status: 1,
  })
  expect(byNumber.get(product.keno)!.play_types.map(({ label }) => label)).toContain('Bậc 10')
  expect(byNumber.get(product.max4d)).toMatchObject({ status: 0, play_types: [] })
  expect(byNumber.get(product.south)!.play_types.map(({ label }) => label)).toEqual(['Vé thường', 'Vé cặp nguyên'])
})

test('the fingerprint of draws changes with any draw, however far in the future', async () => {
  const day = await dayFromNow(office.db, 9)
  const [far] = await drawsOf(product.dt123, day)
  await office.write(async (db) => {
    // Read in one transaction, so that the clock is the same.
    const fingerprint = async () => (await sql`select (${periods_fingerprint}) as seen`.execute(db)).rows[0]
    const before = await fingerprint()
    const setColumn = (column: string, moment: ReturnType<typeof sql>) =>
      sql`update draw_period set ${sql.ref(column)} = ${moment} where period_id = ${far!.period_id}`.execute(db)
    await setColumn('cancel_requested_at', sql`now()`)
    expect(await fingerprint()).not.toEqual(before)
    await setColumn('cancel_requested_at', sql`null`)
    expect(await fingerprint()).toEqual(before)
    // An earlier opening, as after a change of the calendar.
    await setColumn('open_at', sql`open_at - interval '1 minute'`)
    expect(await fingerprint()).not.toEqual(before)
    await setColumn('open_at', sql`open_at + interval '1 minute'`)
    expect(await fingerprint()).toEqual(before)
  })
})
