/** A flood of requests to the channel does not slow down staff, and cached answers stay correct. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { createClient } from '#server/database/pool.ts'
import { product } from '#features/results/product/product.contract.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { bannerPage } from '#features/content/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, setGamePeriod, type SellingPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { channel } from './channel.contract.ts'
import { cacheOpenPeriods } from './open-periods.server.ts'

type OpenPeriodsAnswer = AnswerOf<typeof channel.openPeriods>

let office: Office
let staff: Person
let pos: SellingPos
beforeAll(async () => {
  office = await openOffice()
  staff = await office.hire(bannerPage.rights)
  pos = await openPos(office)
  await setGamePeriod(office, product.keno, 'open')
})
afterAll(() => office.close())

test('a list of staff is answered promptly while sixty look-ups of the channel wait for a lock', async () => {
  const order_id = await order(office, pos)
  const till = openTill(office, pos)
  const client = createClient(office.database_url)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('lock table draw_period in access exclusive mode')
    const requests = Array.from({ length: 60 }, (_, n) =>
      n % 2 === 0 ? till.raw(channel.status, { order_id }) : till.raw(channel.openPeriods, {}),
    )
    await untilWaiting(office.db, 2)
    const since = performance.now()
    expect((await staff.call(banner.list, {})).items).toEqual([])
    // Less than the lock timeout of five seconds.
    expect(performance.now() - since).toBeLessThan(2_500)
    await client.query('rollback')
    // Requests that found the queue full get 503, all others are answered.
    for (const { status, body } of await Promise.all(requests))
      expect([
        [200, 0],
        [503, 999],
      ]).toContainEqual([status, body.error.code])
  } finally {
    await client.end()
  }
})

test('the open periods are read once a second and answered with the current clock, without those that have stopped', async () => {
  let [clock, reads] = [5_000, 0]
  const draw = (period_id: number, stop_at: string) =>
    ({ period_id, stop_at, line: period_id === 1 ? 'xskt' : 'xsdt' }) as OpenPeriodsAnswer['items'][number]
  const selling = cacheOpenPeriods(
    async () => {
      reads++
      const items = [draw(1, '2026-11-22T16:00:00.500+07:00'), draw(2, '2026-11-22T18:00:00+07:00')]
      return { now: '2026-11-22T16:00:00.1234+07:00', items, groups: [] }
    },
    () => clock,
  )
  const openIds = async (line?: 'xskt' | 'xsdt') => {
    const { now, items } = await selling({ line })
    return [now, items.map(({ period_id }) => period_id)]
  }
  expect(await Promise.all([openIds(), openIds('xskt'), openIds('xsdt')])).toEqual([
    ['2026-11-22T16:00:00.123+07:00', [1, 2]],
    ['2026-11-22T16:00:00.123+07:00', [1]],
    ['2026-11-22T16:00:00.123+07:00', [2]],
  ])
  clock += 400
  expect(await openIds()).toEqual(['2026-11-22T16:00:00.523+07:00', [2]])
  expect(reads).toBe(1)
  clock += 600
  await openIds()
  expect(reads).toBe(2)
})

test('requests during a slow read share it, and its clock starts when the answer arrives', async () => {
  let clock = 0
  let reads = 0
  const answers: (() => void)[] = []
  const selling = cacheOpenPeriods(
    async () => {
      reads++
      await new Promise<void>((resolve) => answers.push(resolve))
      return { now: '2026-11-22T16:00:00.123+07:00', items: [], groups: [] }
    },
    () => clock,
  )
  const early = selling({})
  clock += 4_000
  const late = selling({})
  answers[0]!()
  const { now } = await early
  expect([now, (await late).now, reads]).toEqual(['2026-11-22T16:00:00.123+07:00', now, 1])
})

test('a failed read is reported to those who waited for it, and is not cached', async () => {
  let is_broken = true
  const selling = cacheOpenPeriods(async () => {
    if (is_broken) throw new Error('away')
    return { now: '2026-11-22T16:00:00+07:00', items: [], groups: [] }
  })
  const both = await Promise.allSettled([selling({}), selling({})])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  is_broken = false
  expect((await selling({})).items).toEqual([])
})
