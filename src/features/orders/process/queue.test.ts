/** The queues of orders: visibility, sorting, filters and bulk actions. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import type { InputOf } from '#contract/call.ts'
import { createClient } from '#server/database/pool.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { handling } from '#features/orders/order/order.contract.ts'
import { heldPage, transactionPage } from '#features/orders/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod, type SellingPos, type TestOrder } from '../../../testing/orders.ts'
import * as work from '../../../testing/processing.ts'
import {
  detailOf,
  finish,
  idsOf,
  listOf,
  online_rights,
  refusal,
  show,
  take,
  takeNext,
} from '../../../testing/processing.ts'
import { dayFromNow, stations } from '../../../testing/tickets.ts'
import { processStatus, transactionProcess as process } from './process.contract.ts'

let office: Office
let pos: SellingPos
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  an = await office.hire(online_rights)
  binh = await office.hire(online_rights)
})
afterAll(() => office.close())
beforeEach(() => work.emptyQueues(office))

const waiting = (fields: TestOrder = {}) => work.waiting(office, pos, fields)

describe('the queue', () => {
  test('lists the newest finished order first, and its summary counts each state', async () => {
    const ids = [await waiting(), await waiting(), await waiting()]
    const before = await an.call(process.summary, { handling: handling.online })
    expect(before).toMatchObject({ waiting: 3, processing: 0, late: 0, mine: 0, oldest_at: expect.any(String) })
    await take(an, ids[0]!, ids[2]!)
    expect(await an.call(process.summary, { handling: handling.online })).toMatchObject({
      waiting: 1,
      processing: 2,
      mine: 2,
    })
    for (const process_id of [ids[0]!, ids[2]!]) await show(an, process_id)
    await finish(an, ids[0]!, ids[2]!)
    const done = idsOf(await listOf(an, { status: processStatus.done }))
    expect(done.slice(0, 2)).toEqual([ids[2], ids[0]])
    expect(await listOf(an, { status: processStatus.waiting })).toMatchObject({
      total: 1,
      sums: { quantity: 1, amount: 10_000, fee: 0, total: 10_000 },
    })
    expect(await an.call(process.summary, { handling: handling.online })).toMatchObject({
      waiting: 1,
      done: before.done! + 2,
    })
    const today = { from_date: await dayFromNow(office.db, 0), to_date: await dayFromNow(office.db, 0) }
    const of_today = { handling: handling.online, ...today }
    expect(await an.call(process.summary, of_today)).toMatchObject({ waiting: 1, done: before.done! + 2 })
    const tomorrow = await dayFromNow(office.db, 1)
    const future_days = { handling: handling.online, from_date: tomorrow, to_date: tomorrow }
    expect(await an.call(process.summary, future_days)).toMatchObject({ waiting: 0, done: 0, oldest_at: null })
    const reversed_days = { handling: handling.online, from_date: tomorrow, to_date: today.to_date }
    await expect(an.call(process.summary, reversed_days)).rejects.toMatchObject({ code: 22 })
    // Finished orders are counted only on request.
    const open = await an.call(process.summary, { handling: handling.online, open_only: true })
    expect(open).toMatchObject({ waiting: 1, done: null })
  })

  test('can be filtered by holder and product, and searched by phone number, order number and point of sale', async () => {
    const [own_order, other_order, lotto] = [
      await waiting({ msisdn: '84987654321' }),
      await waiting(),
      await waiting({
        category: product.lotto535,
        boards: [{ play_type: 1505, numbers: '05 12 20 30 35 | 07', stake: 1 }],
      }),
    ]
    await take(an, own_order)
    await take(binh, other_order)
    expect(idsOf(await listOf(an, { mine: true }))).toEqual([own_order])
    expect(idsOf(await listOf(an, { category: product.lotto535, status: processStatus.waiting }))).toEqual([lotto])
    for (const keyword of ['0987 654 321', '+84 987.654.321', String(own_order), String(own_order).slice(-9)])
      expect(idsOf(await listOf(an, { keyword, status: processStatus.processing }))).toEqual([own_order])
    expect(idsOf(await listOf(an, { keyword: pos.pos_code.toLowerCase(), status: processStatus.waiting }))).toEqual([
      lotto,
    ])
    for (const keyword of ['%', '_'])
      expect(idsOf(await listOf(an, { keyword, status: processStatus.waiting }))).toEqual([])
  })

  test('can be filtered by point of sale, partner and station, and searched by customer name', async () => {
    const other = await openPos(office)
    const [own_order, foreign] = [
      await waiting({ full_name: 'Nguyễn Thị Đào' }),
      await work.waiting(office, other, { full_name: 'Trần Văn Bảy' }),
    ]
    const search = async (input: InputOf<typeof process.list>) =>
      idsOf(await listOf(an, { status: processStatus.waiting, ...input }))
    expect(await search({ pos_id: pos.pos_id })).toEqual([own_order])
    expect(await search({ partner_id: other.partner_id })).toEqual([foreign])
    expect(await search({ area_id: stations.tphcm })).toEqual([])
    expect(await search({ keyword: 'thi dao' })).toEqual([own_order])
    const { items } = await an.call(process.pos, { keyword: other.pos_code })
    expect(items.map(({ pos_id }) => pos_id)).toEqual([other.pos_id])
  })

  test('can be sorted by payment time and by total', async () => {
    const boards = [1, 2].map(() => ({ play_type: 1505, numbers: '05 12 20 30 35 | 07', stake: 1 }))
    const [small, large] = [await waiting(), await waiting({ category: product.lotto535, boards })]
    const sorted = async (sort: 'paid_at' | 'total' | '-total') =>
      idsOf(await listOf(an, { status: processStatus.waiting, sort }))
    expect(await sorted('paid_at')).toEqual([small, large])
    expect(await sorted('total')).toEqual([small, large])
    expect(await sorted('-total')).toEqual([large, small])
  })

  test('can be sorted by the time that is left until its orders are due', async () => {
    const [late_period, soon_period] = [
      await setGamePeriod(office, product.keno, 'open'),
      await setGamePeriod(office, product.keno, 'open'),
    ]
    await work.runAsProgram(
      office,
      sql`update draw_period set print_at = print_at + interval '5 minutes' where period_id = ${late_period}`,
    )
    // The order that is due later is the older one, so that sorting by number or payment gives another order.
    const [late, soon] = [await waiting({ period_id: late_period }), await waiting({ period_id: soon_period })]
    const sorted = async (sort: 'due_at' | '-due_at') =>
      (await listOf(an, { status: processStatus.waiting, sort })).items
    const items = await sorted('due_at')
    expect(idsOf({ items })).toEqual([soon, late])
    expect(items[0]!.due_at < items[1]!.due_at).toBe(true)
    expect(idsOf({ items: await sorted('-due_at') })).toEqual([late, soon])
  })

  test('refuses a search over more days than allowed', async () => {
    const days = { from_date: '2026-01-01', to_date: '2026-11-22' }
    expect(await refusal(listOf(an, days))).toBe('search_time_exceeded')
    expect(await refusal(listOf(an, { from_date: '2026-11-22', to_date: '2026-11-21' }))).toBe('from_exceeds_to')
    expect((await listOf(an, { from_date: '2026-01-01', to_date: '2026-01-31' })).total).toBe(0)
  })

  test('returns the days that were searched where the range is limited', async () => {
    const today = await dayFromNow(office.db, 0)
    const last = { searched_from: await dayFromNow(office.db, -91), searched_to: today, search_days: 92 }
    expect(await listOf(an)).toMatchObject(last)
    expect(await listOf(an, { status: processStatus.stopped, part: 'totals' })).toMatchObject(last)
    expect(await listOf(an, { status: processStatus.done, from_date: today })).toMatchObject({
      searched_from: today,
      searched_to: today,
    })
    expect(await listOf(an, { status: processStatus.waiting })).not.toHaveProperty('searched_from')
  })
})

describe('many orders', () => {
  test('are finished together as previewed, each with its own outcome', async () => {
    const [ready, without_photo, of_binh] = [await waiting(), await waiting(), await waiting()]
    await take(an, ready, without_photo)
    await take(binh, of_binh)
    await show(an, ready)
    const input = { ids: [ready, without_photo, of_binh], expected: 3, action: 'finish' as const }
    const preview = await an.call(process.finishPreview, input)
    expect(preview).toMatchObject({ done: 1, skipped: 2, amount: 10_000 })
    const run = await an.call(process.finish, { ...input, seen: preview.seen })
    expect(run.rows.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['done', null],
      ['skipped', errors.ticket_image_not_found[0]],
      ['skipped', errors.order_locked[0]],
    ])
  })

  test('are released by filter, unless their number has changed', async () => {
    const ids = [await waiting(), await waiting()]
    await take(an, ...ids)
    const filter = { handling: handling.online, mine: true }
    const input = { filter, expected: 1, action: 'release' as const }
    expect(await refusal(an.call(process.release, input))).toBe('changed_by_other')
    expect(await an.call(process.release, { ...input, expected: 2 })).toMatchObject({ done: 2 })
  })

  test('are left as they are if one has changed since the preview or the action is another one', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    const input = { ids: [process_id], expected: 1, action: 'release' as const }
    const other = { ...input, action: 'finish' as 'release' }
    expect(await refusal(an.call(process.release, other))).toBe('request_invalid')
    const { seen } = await an.call(process.releasePreview, input)
    await show(an, process_id)
    expect(await refusal(an.call(process.release, { ...input, seen }))).toBe('changed_by_other')
  })
})

test('a bulk action whose search takes too long is refused, and nothing is changed', { timeout: 30_000 }, async () => {
  const slow = await openOffice()
  const client = createClient(slow.database_url)
  try {
    const process_id = await work.waiting(slow, await openPos(slow))
    const cuong = await slow.hire(online_rights)
    await take(cuong, process_id)
    await client.connect()
    await client.query(`create or replace function vn_fold(value text) returns text language plpgsql as $$
      begin perform pg_sleep(20); return value; end $$`)
    const filter = { handling: handling.online, mine: true, keyword: 'thi dao' }
    const reason = await refusal(cuong.call(process.release, { filter, expected: 1 }))
    expect(reason).toBe('search_time_exceeded')
    expect(await detailOf(cuong, process_id)).toMatchObject({ status: processStatus.processing })
  } finally {
    await client.end()
    await slow.close()
  }
})

describe('rights', () => {
  test('on the page of one queue give no access to the other', async () => {
    const held_order = await waiting({ handling: handling.held })
    expect(idsOf(await an.call(process.list, { status: processStatus.waiting }))).not.toContain(held_order)
    expect(await refusal(detailOf(an, held_order))).toBe('order_not_found')
    expect(await refusal(take(an, held_order))).toBe('no_right')
    expect(await refusal(an.call(process.takeNext, { handling: handling.held }))).toBe('no_right')
    const keeper = await office.hire([heldPage.view, heldPage.work])
    await take(keeper, held_order)
    expect(await refusal(finish(keeper, held_order))).toBe('no_right')
  })

  test('on the page of one queue show the history of its orders only', async () => {
    const [online, held_order, printed] = [
      await waiting(),
      await waiting({ handling: handling.held }),
      await sell(office, pos),
    ]
    const keeper = await office.hire([heldPage.view])
    const clerk = await office.hire([transactionPage.view])
    const historyOf = (person: Person, order_id: number) =>
      person.call(recordHistory.history, { table_name: 'sale_order', row_id: String(order_id) })
    await expect(historyOf(keeper, held_order)).resolves.toHaveProperty('items')
    for (const order_id of [online, printed]) expect(await refusal(historyOf(keeper, order_id))).toBe('not_found')
    await expect(historyOf(an, online)).resolves.toHaveProperty('items')
    expect(await refusal(historyOf(an, held_order))).toBe('not_found')
    for (const order_id of [online, held_order, printed])
      await expect(historyOf(clerk, order_id)).resolves.toHaveProperty('items')
  })

  test('of a partner’s people cover only the points of sale of that partner', async () => {
    const theirs = await openPos(office)
    const own_order = await work.waiting(office, theirs)
    const foreign = await waiting()
    const partner_user = await office.hire(online_rights, { partner_id: theirs.partner_id })
    expect(idsOf(await listOf(partner_user, { status: processStatus.waiting }))).toEqual([own_order])
    expect(await refusal(take(partner_user, foreign))).toBe('order_not_found')
    expect(await takeNext(partner_user)).toEqual({ process_id: own_order })
    expect(await takeNext(partner_user)).toEqual({ process_id: null })
    expect(await partner_user.call(process.summary, { handling: handling.online })).toMatchObject({
      waiting: 0,
      mine: 1,
    })
  })
})
