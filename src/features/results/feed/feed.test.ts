/** An hour of Keno and Bingo18 by feed, with every fault: each draw gets one result, and no wrong result is confirmed. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../../gateway-simulator/simulator.ts'
import { drawnNumbers } from '../../../gateway-simulator/feed-draws.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { openResultFeed } from '#server/gateways/result-feed.ts'
import { kenoResult } from '#features/settings/keno-result/keno-result.contract.ts'
import { systemConfigPage } from '#features/settings/pages.contract.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { alarmKind, feed } from './feed.contract.ts'
import { receiveResults } from './receive-results.server.ts'

const seed = 'một giờ Keno'
const policy = { timeout_ms: 2_000, breaker_threshold: 1_000 }
const feeds = [openResultFeed('test_first', policy), openResultFeed('test_second', policy)] as const

let office: Office
let an: Person
let binh: Person
/** Midnight of yesterday, so that all hours of the test are over whenever it runs. */
let midnight: number
let simulator: Simulator | null = null

beforeAll(async () => {
  office = await openOffice()
  const rights = [...systemConfigPage.rights, ...resultPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  const yesterday = await dayFromNow(office.db, -1)
  midnight = Date.parse(`${yesterday}T00:00:00+07:00`)
  await office.write((db) =>
    sql`select make_game_periods(category, current_date - 1, current_date - 1) from game where category in (16, 17)`.execute(
      db,
    ),
  )
})
afterAll(() => office.close())
afterEach(() => simulator?.close())

interface Draw {
  period_id: number
  period_code: string
  category: number
}

/** An hour of yesterday with its draws; `play` runs the feed once for each of these minutes. */
interface Hour {
  draws: Draw[]
  play(from: number, to: number, parallel?: number): Promise<void>
}

async function beginHour(hour: number, options: Parameters<typeof openSimulator>[0], rule: object = {}): Promise<Hour> {
  const momentOf = (minute: number) => midnight + (hour * 60 + minute) * 60_000
  let minute = 0
  simulator = await openSimulator({ seed, now: () => momentOf(minute), ...options })
  await switchOn(simulator, rule, iso(momentOf(0)))
  const { rows: draws } = await sql<Draw>`
    select period_id, period_code, category from draw_period
    where category in (16, 17) and draw_at >= ${iso(momentOf(0))} and draw_at < ${iso(momentOf(60))} order by draw_at, category`.execute(
    office.db,
  )
  const receive = () =>
    receiveResults({ main: office.db, feeds, now: iso(momentOf(minute)), enqueue: async () => undefined }).catch(
      () => undefined,
    )
  return {
    draws,
    async play(from, to, parallel = 1) {
      for (minute = from; minute <= to; minute++) await Promise.all(Array.from({ length: parallel }, receive))
    },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

async function switchOn({ feeds: { first, second } }: Simulator, rule: object, started_at: string): Promise<void> {
  const { version } = await an.call(kenoResult.get, {})
  const saved = await an.call(kenoResult.update, {
    status: 1,
    first_url: first.url,
    first_key: first.key,
    second_url: second.url,
    second_key: second.key,
    confirm_by: 2,
    wait_seconds: 180,
    when_late: 1,
    when_contradicting: 1,
    ...rule,
    version,
  })
  await binh.call(kenoResult.confirm, { version: saved.version })
  await office.write((db) => sql`update result_feed set started_at = ${started_at}`.execute(db))
}

/** The drawn numbers, from the simulator. */
function truth({ category, period_code }: Draw): string[] {
  return drawnNumbers(category === 16 ? 'keno' : 'bingo18', period_code.split('-')[1]!, seed)
}

interface DrawWithResult extends Draw {
  status: number | null
  numbers: { main: string[] } | null
  entered: number
}

/** The draws with their results, and how often a result was entered for each. */
async function drawsWithResults(draws: readonly Draw[]): Promise<DrawWithResult[]> {
  const { rows } = await sql<DrawWithResult>`
    select p.period_id, p.period_code, p.category, r.status, r.numbers,
      (select count(*) from draw_result_step s where s.result_id = r.result_id and s.act = 1) as entered
    from draw_period p left join draw_result r using (period_id)
    where p.period_id = any (${draws.map(({ period_id }) => period_id)}::integer[]) order by p.draw_at, p.category`.execute(
    office.db,
  )
  return rows
}

const alarmsOf = async (draws: readonly Draw[]) => {
  const ids = new Set(draws.map(({ period_id }) => period_id))
  const { items } = await an.call(feed.alarms, { page_size: 300 })
  return items.filter(({ period_id }) => ids.has(period_id))
}

test('with all faults and parallel queries each draw is confirmed once with its true numbers or has an alarm', async () => {
  const faults = {
    feed_late: 0.15,
    feed_double: 0.1,
    feed_contradiction: 0.08,
    feed_missing: 0.15,
    lost_request: 0.1,
    lost_answer: 0.1,
    error: 0.1,
    forged: 0.05,
  }
  const hour = await beginHour(8, { faults })
  expect(hour.draws.length).toBeGreaterThanOrEqual(17)
  await hour.play(1, 80, 2)

  const [draws, alarms] = [await drawsWithResults(hour.draws), await alarmsOf(hour.draws)]
  const confirmed = draws.filter(({ status }) => status === 2)
  expect(confirmed.length).toBeGreaterThanOrEqual(8)
  for (const draw of confirmed) expect(draw.numbers).toEqual({ main: truth(draw) })
  for (const draw of confirmed) expect(draw.entered).toBe(1)
  const missed = draws.filter(({ status }) => status !== 2).map(({ period_id }) => period_id)
  expect(alarms.map(({ period_id }) => period_id).sort()).toEqual(missed.sort())
  expect(new Set(alarms.map(({ kind }) => kind))).toEqual(new Set(Object.values(alarmKind)))
})

test('without faults all draws of an hour are confirmed two minutes after it, without a person and without alarms', async () => {
  const hour = await beginHour(11, {})
  await hour.play(1, 62)
  const draws = await drawsWithResults(hour.draws)
  expect(draws.map(({ numbers }) => numbers?.main)).toEqual(hour.draws.map(truth))
  const { items } = await an.call(result.list, { category: 16, page_size: 10 })
  expect(items[0]).toMatchObject({ source: 4, entered_by: null, confirmed_by_name: null, status: 2 })
  expect(await alarmsOf(hour.draws)).toEqual([])
})

test('a result of a person stays, and a contradicting report raises an alarm that can be dismissed with a reason', async () => {
  const hour = await beginHour(13, { feed_delay_ms: 120_000 })
  const [draw] = hour.draws as [Draw]
  const twenty = Array.from({ length: 20 }, (_, i) => String(i + 1).padStart(2, '0'))
  const triple = truth(draw).includes('1') ? ['2', '2', '2'] : ['1', '1', '1']
  const numbers = { main: draw.category === 16 ? twenty : triple }
  const entered = await an.call(result.add, { period_id: draw.period_id, numbers, accept_warnings: true })
  await binh.call(result.confirm, { result_id: entered.result_id, numbers })
  await hour.play(1, 20)
  expect((await drawsWithResults([draw]))[0]).toMatchObject({ status: 2, numbers, entered: 1 })
  expect(await alarmsOf([draw])).toMatchObject([{ kind: alarmKind.contradicting, confirmed: numbers.main }])
  await binh.call(feed.dismiss, { period_id: draw.period_id, reason: 'Đã xem lại băng quay, nguồn báo nhầm kỳ' })
  expect(await alarmsOf([draw])).toEqual([])
})

test('where people confirm, the feed enters the result, and its numbers are hidden until they are confirmed', async () => {
  const hour = await beginHour(15, {}, { confirm_by: 3 })
  await hour.play(1, 10)
  const [draw] = hour.draws as [Draw]
  expect((await drawsWithResults([draw]))[0]).toMatchObject({ status: 1, entered: 1 })
  const { items } = await an.call(result.list, { status: 1, category: draw.category as 16, page_size: 300 })
  const waiting = items.find(({ period_id }) => period_id === draw.period_id)!
  expect(waiting.numbers).toBeNull()
  const confirmed = await an.call(result.confirm, { result_id: waiting.result_id, numbers: { main: truth(draw) } })
  expect(confirmed).toMatchObject({ status: 2, confirmed_by_name: an.user_name })
})
