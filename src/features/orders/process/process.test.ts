/** Processing of orders by people: who holds an order, for how long, and what is required before it is finished. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors, type Failure } from '#contract/errors.ts'
import { handling, orderStatus } from '#features/orders/order/order.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, sell, setGamePeriod, type SellingPos, type TestOrder } from '../../../testing/orders.ts'
import * as work from '../../../testing/processing.ts'
import { finish, idsOf, listOf, photo, refusal, release, show, take, takeNext } from '../../../testing/processing.ts'
import { untilWaiting } from '../../../testing/waits.ts'
import { processStatus, transactionProcess as process } from './process.contract.ts'

let office: Office
let pos: SellingPos
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  an = await office.hire(work.online_rights)
  binh = await office.hire(work.online_rights)
})
afterAll(() => office.close())
beforeEach(() => work.emptyQueues(office))

const execute = (statement: ReturnType<typeof sql>) => work.runAsProgram(office, statement)
const waiting = (fields: TestOrder = {}) => work.waiting(office, pos, fields)
const leave = (process_id: number) => work.leave(office, process_id)
const detail = (process_id: number) => work.detailOf(an, process_id)

describe('an order', () => {
  test('is taken, given a photo and finished, and its details show each step', async () => {
    const process_id = await waiting({ msisdn: '84912345678', full_name: 'Trần Bình Minh' })
    expect(await detail(process_id)).toMatchObject({
      status: processStatus.waiting,
      order_status: orderStatus.paid,
      handling: handling.online,
      numbers: '01 02 03 04 05 06 07 08 09 10',
      msisdn: '84912345678',
      taken_by: null,
      hold_until: null,
      image_count: 0,
      lines: [{ line_no: 1, numbers: '01 02 03 04 05 06 07 08 09 10', quantity: 1, amount: 10_000 }],
    })
    await take(an, process_id)
    const row = await detail(process_id)
    expect(row).toMatchObject({ status: processStatus.processing, taken_by: an.user_id, taken_by_name: an.user_name })
    expect(Date.parse(row.hold_until!) - Date.parse(row.taken_at!)).toBeGreaterThan(14 * 60_000)
    const image = await photo(an)
    expect(await show(an, process_id, image)).toMatchObject({ images: [image], image_count: 1 })
    expect(await finish(an, process_id)).toMatchObject({ done: 1, skipped: 0 })
    expect(await detail(process_id)).toMatchObject({
      status: processStatus.done,
      order_status: orderStatus.done,
      taken_by: an.user_id,
      finished_at: expect.any(String),
    })
  })

  test('that a device prints or that is unpaid is not in the queue and cannot be taken', async () => {
    const [printed, unpaid] = [
      await sell(office, pos),
      await order(office, pos, { handling: handling.online, msisdn: '84901234567' }),
    ]
    expect(idsOf(await listOf(an, { status: processStatus.waiting }))).toEqual([])
    for (const process_id of [printed, unpaid]) expect(await refusal(take(an, process_id))).toBe('order_not_found')
  })

  test('cannot be finished without a photo, and refuses a photo that was never uploaded', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    expect(await refusal(finish(an, process_id))).toBe('ticket_image_not_found')
    expect(await refusal(show(an, process_id, '/files/order/tu-nghi-ra.webp'))).toBe('request_invalid')
    const image = await photo(an)
    await show(an, process_id, image)
    await an.call(process.updateImage, { process_id, image, remove: true })
    expect(await refusal(finish(an, process_id))).toBe('ticket_image_not_found')
  })

  test('keeps each photo once, and at most ten', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    const image = await photo(an)
    await show(an, process_id, image)
    expect(await show(an, process_id, image)).toMatchObject({ images: [image] })
    for (let count = 1; count < 10; count++) await show(an, process_id)
    expect(await refusal(show(an, process_id))).toBe('request_invalid')
  })

  test('refuses a photo of another order until it is removed there', async () => {
    const [first, second] = [await waiting(), await waiting()]
    await take(an, first, second)
    const image = await photo(an)
    await show(an, first, image)
    const failure = await show(an, second, image).catch((error: Failure) => error)
    expect(failure).toMatchObject({
      code: errors.request_invalid[0],
      data: { fields: { image: 'Ảnh này đã dùng cho một đơn khác. Hãy chụp và tải lên ảnh vé của chính đơn này.' } },
    })
    expect(await detail(second)).toMatchObject({ images: [] })
    expect(await refusal(finish(an, second))).toBe('ticket_image_not_found')
    await an.call(process.updateImage, { process_id: first, image, remove: true })
    expect(await show(an, second, image)).toMatchObject({ images: [image] })
  })

  test('is the only one of four that gets a photo added to all of them in parallel', async () => {
    const ids = [await waiting(), await waiting(), await waiting(), await waiting()]
    await take(an, ...ids)
    const image = await photo(an)
    const attempts = await Promise.allSettled(ids.map((process_id) => show(an, process_id, image)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const rows = await Promise.all(ids.map(detail))
    expect(rows.flatMap(({ images }) => images)).toEqual([image])
  })

  test('that somebody holds cannot be taken, released, changed or finished by another person, who sees the holder’s name', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    const failure = await take(binh, process_id).catch((error: Failure) => error)
    expect((failure as Failure).message).toBe(`Đơn đang được ${an.user_name} xử lý.`)
    expect(await refusal(take(binh, process_id))).toBe('order_locked')
    expect(await refusal(release(binh, process_id))).toBe('order_locked')
    expect(await refusal(show(binh, process_id))).toBe('order_locked')
    expect(await refusal(finish(binh, process_id))).toBe('order_locked')
    expect(await detail(process_id)).toMatchObject({ taken_by: an.user_id })
  })

  test('can be worked on only after it was taken', async () => {
    const process_id = await waiting()
    expect(await refusal(show(an, process_id))).toBe('action_invalid')
    expect(await refusal(finish(an, process_id))).toBe('action_invalid')
    expect(await refusal(release(an, process_id))).toBe('action_invalid')
  })

  test('that was released waits again with its photos and can be taken by anybody', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    await show(an, process_id)
    await release(an, process_id)
    expect(await detail(process_id)).toMatchObject({ status: processStatus.waiting, taken_by: null, image_count: 1 })
    await take(binh, process_id)
    await finish(binh, process_id)
    expect(await detail(process_id)).toMatchObject({ status: processStatus.done, taken_by: binh.user_id })
  })

  test('is unchanged if its holder takes it again', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    const { taken_at, version } = await detail(process_id)
    await take(an, process_id)
    expect(await detail(process_id)).toMatchObject({ taken_at, version })
  })

  test('that has lapsed waits again, and its holder can still finish it until somebody else takes it', async () => {
    const [untouched, retaken] = [await waiting(), await waiting()]
    await take(an, untouched, retaken)
    for (const process_id of [untouched, retaken]) await show(an, process_id)
    for (const process_id of [untouched, retaken]) await leave(process_id)
    expect(await detail(untouched)).toMatchObject({
      status: processStatus.waiting,
      is_lapsed: true,
      taken_by: an.user_id,
    })
    expect(idsOf(await listOf(binh, { status: processStatus.waiting }))).toEqual([untouched, retaken])
    expect(await refusal(finish(binh, untouched))).toBe('action_invalid')
    await take(binh, retaken)
    expect(await refusal(finish(an, retaken))).toBe('order_locked')
    await finish(an, untouched)
    expect(await detail(untouched)).toMatchObject({ status: processStatus.done, taken_by: an.user_id })
  })

  test('that has lapsed is held again if its holder takes it again', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    await leave(process_id)
    await take(an, process_id)
    expect(await detail(process_id)).toMatchObject({
      status: processStatus.processing,
      is_lapsed: false,
      taken_by: an.user_id,
    })
    expect(await refusal(take(binh, process_id))).toBe('order_locked')
  })

  test('that has lapsed cannot be taken again after its print time', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const process_id = await waiting({ period_id })
    await take(an, process_id)
    await leave(process_id)
    await execute(sql`update draw_period set return_until = now() - interval '3 minutes', stop_at = now() - interval '2 minutes',
      print_at = now() - interval '1 minute' where period_id = ${period_id}`)
    expect(await refusal(take(an, process_id))).toBe('period_closed')
  })

  test('is held from the last action on it', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    await leave(process_id)
    await show(an, process_id)
    expect(await detail(process_id)).toMatchObject({ status: processStatus.processing, is_lapsed: false })
    expect(await refusal(take(binh, process_id))).toBe('order_locked')
  })

  test('whose print time is over can be neither taken nor finished, and is listed as late', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const [untaken, taken] = [await waiting({ period_id }), await waiting({ period_id })]
    await take(an, taken)
    await show(an, taken)
    await execute(sql`update draw_period set return_until = now() - interval '3 minutes', stop_at = now() - interval '2 minutes',
      print_at = now() - interval '1 minute' where period_id = ${period_id}`)
    expect(await refusal(take(an, untaken))).toBe('period_closed')
    expect(await refusal(finish(an, taken))).toBe('period_closed')
    expect(await takeNext(binh)).toEqual({ process_id: null })
    expect(idsOf(await listOf(an, { status: processStatus.late }))).toEqual([untaken])
    await release(an, taken)
    expect(idsOf(await listOf(an, { status: processStatus.late }))).toEqual([untaken, taken])
  })

  test('of a cancelled draw can only be released, is not the next one for anybody, and has a queue of its own', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const [taken, untaken] = [await waiting({ period_id }), await waiting({ period_id })]
    await take(an, taken)
    await show(an, taken)
    await execute(
      sql`update draw_period set cancelled_at = now(), cancel_reason = 'Không quay' where period_id = ${period_id}`,
    )
    expect(await takeNext(binh)).toEqual({ process_id: null })
    expect(await refusal(take(binh, untaken))).toBe('period_closed')
    expect(await refusal(finish(an, taken))).toBe('period_closed')
    expect(await refusal(show(an, taken))).toBe('period_closed')
    await release(an, taken)
    expect(idsOf(await listOf(an, { status: processStatus.cancelled }))).toEqual([taken, untaken])
    expect(idsOf(await listOf(an, { status: processStatus.waiting }))).toEqual([])
    expect(await an.call(process.summary, { handling: handling.online })).toMatchObject({ waiting: 0, cancelled: 2 })
    expect(await detail(taken)).toMatchObject({ status: processStatus.cancelled, taken_by: null })
  })

  test('is finished only after a change of its print time that is in progress, and refused if it is then over', async () => {
    const period_id = await setGamePeriod(office, product.keno, 'open')
    const process_id = await waiting({ period_id })
    await take(an, process_id)
    await show(an, process_id)
    const { promise: moved, resolve: commit } = Promise.withResolvers<void>()
    const { promise: moving, resolve: signalStart } = Promise.withResolvers<void>()
    const change = office.write(async (db) => {
      await sql`update draw_period set return_until = now() - interval '3 minutes', stop_at = now() - interval '2 minutes',
        print_at = now() - interval '1 minute' where period_id = ${period_id}`.execute(db)
      signalStart()
      await moved
    })
    await moving
    const finished = refusal(finish(an, process_id))
    await untilWaiting(office.db)
    commit()
    await change
    expect(await finished).toBe('period_closed')
  })

  test('that is reported, refunded or calculated cannot be worked on', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    const becomes = (status: number) =>
      execute(sql`update sale_order set status = ${status} where order_id = ${process_id}`)
    await becomes(orderStatus.reported)
    expect(await refusal(finish(an, process_id))).toBe('action_invalid')
    expect(await detail(process_id)).toMatchObject({ status: processStatus.stopped })
    await becomes(orderStatus.lost)
    expect(await refusal(finish(an, process_id))).toBe('order_calculated')
    await becomes(orderStatus.refunded)
    expect(await refusal(take(an, process_id))).toBe('action_invalid')
    expect(await refusal(take(an, 261_122_999_999_999))).toBe('order_not_found')
  })
})

describe('several people in parallel', () => {
  test('never take the same order, neither by number nor as the next one', async () => {
    const team = await Promise.all(Array.from({ length: 8 }, () => office.hire(work.online_rights)))
    const queue: number[] = []
    for (let n = 0; n < 12; n++) queue.push(await waiting())
    const got = new Map<number, number[]>()
    const won = (process_id: number, { user_id }: Person) =>
      got.set(process_id, [...(got.get(process_id) ?? []), user_id])
    await Promise.all(
      team.map(async (person, index) => {
        for (let turn = 0; turn < 6; turn++) {
          if ((turn + index) % 2 === 0) {
            const { process_id } = await takeNext(person)
            if (process_id !== null) won(process_id, person)
          } else {
            const process_ids = queue.filter((_, place) => (place * 7 + turn + index) % 3 === 0)
            const { rows } = await person.call(process.take, { process_ids })
            for (const row of rows) if (row.outcome === 'done') won(row.id, person)
          }
        }
      }),
    )
    expect([...got.keys()].toSorted()).toEqual(queue)
    for (const [process_id, people] of got) {
      expect(new Set(people).size, `order ${process_id}`).toBe(1)
      expect(await detail(process_id)).toMatchObject({ taken_by: people[0] })
    }
  })

  test('cannot take over the same lapsed order', async () => {
    const team = await Promise.all(Array.from({ length: 6 }, () => office.hire(work.online_rights)))
    const process_id = await waiting()
    await take(an, process_id)
    await leave(process_id)
    const attempts = await Promise.allSettled(team.map((person) => take(person, process_id)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('either finish a lapsed order or take it over, never both', async () => {
    const process_id = await waiting()
    await take(an, process_id)
    await show(an, process_id)
    await leave(process_id)
    const [finish_result, take_result] = await Promise.allSettled([finish(an, process_id), take(binh, process_id)])
    expect([finish_result.status, take_result.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await detail(process_id)).toMatchObject({
      taken_by: finish_result.status === 'fulfilled' ? an.user_id : binh.user_id,
    })
  })
})

describe('the next order', () => {
  test('is the oldest that waits, and none if none waits', async () => {
    const [first, second] = [await waiting(), await waiting()]
    expect(await takeNext(an)).toEqual({ process_id: first })
    expect(await takeNext(an)).toEqual({ process_id: second })
    expect(await takeNext(binh)).toEqual({ process_id: null })
    await release(an, first)
    expect(await takeNext(binh)).toEqual({ process_id: first })
  })

  test('is taken once if the same request is repeated', async () => {
    const [first, second] = [await waiting(), await waiting()]
    const options = { transid: randomUUID() }
    const ask = () => an.call(process.takeNext, { handling: handling.online }, options)
    expect([await ask(), await ask()]).toEqual([{ process_id: first }, { process_id: first }])
    expect(await takeNext(binh)).toEqual({ process_id: second })
  })
})
