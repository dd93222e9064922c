/** The sales channel: authentication, repeated requests and malformed input. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, setGamePeriod, type SellingPos } from '../../../testing/orders.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openTill } from '../../../testing/till.ts'
import { countInProcess } from '#server/http/rate-limit.ts'
import { tokenBuckets } from './token-buckets.server.ts'
import { channel, channel as calls } from './channel.contract.ts'

let office: Office
let pos: SellingPos
let till: ReturnType<typeof openTill>
let period_id: number
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
  till = openTill(office, pos)
  period_id = await setGamePeriod(office, product.keno, 'open')
})
afterAll(() => office.close())

const [five] = playTypesOf(product.keno).filter(({ label }) => label === 'Bậc 5')
const board = { play_type: five!.play_type, numbers: '01 02 03 04 05', stake: 2 }
const keno = () => ({ vendor_code: 'POS', category: product.keno, period_id, lines: [board] })
const orders = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sale_order`.execute(office.db)
  return rows[0]!.n
}
const write = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))

test('an order is created, paid from a wallet, and its status returned', async () => {
  const { msisdn } = await openTestWallet(office, { balance: 50_000 })
  const answer = await till.call(channel.create, {
    ...keno(),
    vendor_code: 'WALLET',
    msisdn,
    user_pos_id: pos.user_pos_id,
  })
  expect(answer).toMatchObject({ amount: 20_000, quantity: 2, status: 1, period_id })
  const { order_id } = answer
  const paid = await till.call(channel.pay, { order_id })
  expect(paid).toMatchObject({ order_id, status: 4, paid_at: expect.any(String) })
  expect(await till.call(channel.status, { order_id })).toMatchObject({
    status: 4,
    lines: [{ numbers: '01 02 03 04 05', quantity: 2, amount: 20_000 }],
  })
})

test('a quick pick is returned as one, and only a board can be a quick pick', async () => {
  const chosen = { ...board, quick_pick: true }
  const { order_id } = await till.call(channel.create, { ...keno(), lines: [chosen, board] })
  const { lines } = await till.call(channel.status, { order_id })
  expect(lines.map(({ quick_pick }) => quick_pick)).toEqual([true, false])
  const tickets = {
    vendor_code: 'POS',
    area_id: 21,
    open_date: '2026-11-22',
    lines: [{ number: '1', quick_pick: true }],
  }
  const { body } = await till.raw(channel.create, { transid: randomUUID(), ...tickets })
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { lines: expect.stringMatching(/quick_pick/) } } })
})

test('an order of another point of sale is answered as not found', async () => {
  const { order_id } = await till.call(channel.create, keno())
  const other = openTill(office, await openPos(office))
  for (const attempt of [
    () => other.call(channel.status, { order_id }),
    () => other.call(channel.pay, { order_id }),
    () => other.call(channel.cancel, { order_id }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 1021 })
  expect(await till.call(channel.cancel, { order_id, reason: 'Khách đổi ý' })).toMatchObject({ status: 13 })
})

describe('a request is refused', () => {
  const attempt = () => till.raw(channel.create, { transid: randomUUID(), ...keno() })
  const refused = async (answer: Promise<Awaited<ReturnType<typeof attempt>>>) => {
    const before = await orders()
    const { status, body } = await answer
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: { code: 1, message: 'Yêu cầu không được chấp nhận.' }, data: null },
    })
    expect(await orders()).toBe(before)
  }
  const request = () => ({ transid: randomUUID(), ...keno() })

  test('with another key, an unknown device, a device without a key, or a timestamp that is too old or in the future', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    await refused(till.raw(channel.create, request(), { private_key: privateKey }))
    await refused(till.raw(channel.create, request(), { device_code: 'KHÔNG-CÓ' }))
    await refused(till.raw(channel.create, request(), { apart: -301 }))
    await refused(till.raw(channel.create, request(), { apart: 302 }))
    const keyless = await openPos(office)
    await write(sql`update pos_device set public_key = null where device_id = ${keyless.device_id}`)
    await refused(openTill(office, keyless).raw(channel.create, request()))
  })

  test('with a signature over another body, path or method, or with a missing or malformed header', async () => {
    const { method, path } = channel.create
    const body = JSON.stringify(request())
    await refused(till.send({ method, path, body }, { over: { body: JSON.stringify(request()) } }))
    await refused(till.send({ method, path, body }, { over: { path: channel.pay.path } }))
    await refused(till.send({ method, path, body }, { over: { method: 'PUT' } }))
    for (const name of ['x-device', 'x-timestamp', 'x-signature'])
      await refused(till.send({ method, path, body }, { headers: { [name]: null } }))
    for (const nonsense of ['', 'A', '%', '%00', '%ff', 'x'.repeat(500), '%ED%A0%80'])
      await refused(till.send({ method, path, body }, { headers: { 'x-device': nonsense } }))
    for (const nonsense of ['', 'abc', `${'A'.repeat(86)}==`])
      await refused(till.send({ method, path, body }, { headers: { 'x-signature': nonsense } }))
    for (const nonsense of ['', '1', '1e9', '99999999999999999999'])
      await refused(till.send({ method, path, body }, { headers: { 'x-timestamp': nonsense } }))
  })

  test('from the next request on once the device, its point of sale or its partner is locked', async () => {
    const my_pos = await openPos(office)
    const myTill = openTill(office, my_pos)
    const { order_id } = await myTill.call(channel.create, keno())
    await write(sql`update pos_device set status = 0 where device_id = ${my_pos.device_id}`)
    await refused(myTill.raw(channel.pay, { transid: randomUUID(), order_id }))
    await write(sql`update pos_device set status = 1 where device_id = ${my_pos.device_id}`)
    await write(sql`update pos set status = 2 where pos_id = ${my_pos.pos_id}`)
    await refused(myTill.raw(channel.status, { order_id }))
    await write(sql`update pos set status = 1 where pos_id = ${my_pos.pos_id}`)
    await myTill.call(channel.status, { order_id })
    await write(sql`update partner set status = 0 where partner_id = ${my_pos.partner_id}`)
    await refused(myTill.raw(channel.status, { order_id }))
  })

  test('with the old key once the device has another one', async () => {
    const my_pos = await openPos(office)
    const fresh = await openPos(office)
    const myTill = openTill(office, my_pos)
    await myTill.call(channel.openPeriods, {})
    await write(sql`update pos_device set public_key = null where device_id = ${fresh.device_id}`)
    const raw = Buffer.from(
      generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!,
      'base64url',
    ).toString('base64')
    await write(sql`update pos_device set public_key = ${raw} where device_id = ${my_pos.device_id}`)
    await refused(myTill.raw(channel.openPeriods, {}))
  })

  test('with a session of staff instead of a signature', async () => {
    const an = await office.hire('admin')
    const response = await fetch(office.url + channel.openPeriods.path, {
      headers: { authorization: `Bearer ${an.token}` },
    })
    expect(await response.json()).toMatchObject({ error: { code: 1 } })
  })
})

describe('a repeated transid', () => {
  test('with the same request returns the first answer, also after the order was paid', async () => {
    const request = { transid: randomUUID(), ...keno() }
    const first = await till.call(channel.create, request)
    const { order_id } = first
    const pay = { transid: randomUUID(), order_id }
    const paid = await till.call(channel.pay, pay)
    expect(await till.call(channel.create, request)).toEqual(first)
    expect(await till.call(channel.pay, pay)).toEqual(paid)
  })

  test('with another request or another call is refused', async () => {
    const request = { transid: randomUUID(), ...keno() }
    const { order_id } = await till.call(channel.create, request)
    await expect(till.call(channel.create, { ...request, lines: [{ ...board, stake: 1 }] })).rejects.toMatchObject({
      code: 115,
    })
    await expect(till.call(channel.pay, { transid: request.transid, order_id })).rejects.toMatchObject({ code: 115 })
  })

  test('returns the first refusal even if the request has become possible; a new transid is decided anew', async () => {
    const later = await setGamePeriod(office, product.keno, 'upcoming')
    const request = { ...keno(), period_id: later }
    const refused_request = { transid: randomUUID(), ...request }
    const first = await till.raw(channel.create, refused_request)
    expect(first.body.error.code).toBe(114)
    await write(sql`update draw_period set open_at = now() - interval '1 minute' where period_id = ${later}`)
    expect((await till.raw(channel.create, refused_request)).body).toEqual(first.body)
    const unknown = { transid: randomUUID(), ...request, vendor_code: 'KHÔNG' }
    const at_field = await till.raw(channel.create, unknown)
    expect(at_field.body).toMatchObject({ error: { code: 149 }, data: { fields: { vendor_code: expect.any(String) } } })
    expect((await till.raw(channel.create, unknown)).body).toEqual(at_field.body)
    expect(await till.call(channel.create, request)).toMatchObject({ period_id: later })
  })

  test('never makes a payment that was refused, because the vendor has been told to refund it', async () => {
    const { order_id } = await till.call(channel.create, { ...keno(), vendor_code: 'MOMO' })
    const pay = { transid: randomUUID(), order_id, vendor_ref: randomUUID() }
    const stop = (moment: ReturnType<typeof sql>) =>
      write(sql`update draw_period set return_until = ${moment}, stop_at = ${moment} where period_id = ${period_id}`)
    await stop(sql`now() - interval '1 second'`)
    await expect(till.call(channel.pay, pay)).rejects.toMatchObject({ code: 156 })
    await stop(sql`now() + interval '1 hour'`)
    await expect(till.call(channel.pay, pay)).rejects.toMatchObject({ code: 156 })
    expect(await till.call(channel.status, { order_id })).toMatchObject({ status: 1 })
    const new_payment = { ...pay, transid: randomUUID() }
    expect(await till.call(channel.pay, new_payment)).toMatchObject({ order_id, status: 4 })
  })

  test('creates one order out of fifty parallel requests, and a hundred different requests create a hundred', async () => {
    const before = await orders()
    const request = { transid: randomUUID(), ...keno() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => till.call(channel.create, request)))
    expect(new Set(answers.map(({ order_id }) => order_id)).size).toBe(1)
    expect(await orders()).toBe(before + 1)
    const new_orders = await Promise.all(Array.from({ length: 100 }, () => till.call(channel.create, keno())))
    expect(new Set(new_orders.map(({ order_id }) => order_id)).size).toBe(100)
    expect(await orders()).toBe(before + 101)
  })
})

describe('malformed input', () => {
  const { method, path } = calls.create
  const refusedWith = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const answer = await till.send({ method, path, body }, { headers })
    expect(answer.status).toBeLessThan(500)
    return answer
  }

  test('is refused if it is no JSON object, broken text, too large or of another content type', async () => {
    for (const body of ['', '{', 'null', '[]', '1', '"x"', '{"transid":"\\u0000aaaaaaaa"}'])
      expect((await refusedWith(body)).body.error.code).toBe(3)
    expect((await refusedWith(new Uint8Array([0x7b, 0xff, 0x7d]))).body.error.code).toBe(3)
    expect((await refusedWith('x'.repeat(70_000))).status).toBe(413)
    expect((await refusedWith('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('is refused with the names of its missing and invalid fields', async () => {
    const fieldsOf = async (request: Record<string, unknown>) => {
      const { body } = await till.raw(channel.create, { transid: randomUUID(), vendor_code: 'POS', ...request })
      return [body.error.code, Object.keys((body.data as { fields: object }).fields)]
    }
    expect(await fieldsOf({ lines: [board] })).toEqual([3, ['category']])
    expect(await fieldsOf({ ...keno(), area_id: 21 })).toEqual([3, ['area_id']])
    expect(await fieldsOf({ area_id: 21, lines: [{ number: '1' }] })).toEqual([3, ['open_date']])
    expect(await fieldsOf({ ...keno(), lines: [] })).toEqual([3, ['lines']])
    expect(await fieldsOf({ ...keno(), lines: [{ number: '1' }] })).toEqual([3, ['lines']])
    expect(await fieldsOf({ ...keno(), full_name: '\ud800' })).toEqual([3, ['full_name']])
    expect(await fieldsOf({ ...keno(), full_name: 'a\u0000b' })).toEqual([3, ['full_name']])
    expect(await fieldsOf({ ...keno(), msisdn: '12' })).toEqual([6, ['msisdn']])
    expect(await fieldsOf({ ...keno(), transid: 'x' })).toEqual([3, ['transid']])
    expect(await fieldsOf({ ...keno(), lines: Array.from({ length: 51 }, () => board) })).toEqual([3, ['lines']])
  })

  test('is refused with the names of unknown fields and of fields that do not belong together', async () => {
    const refusalOf = async (request: Record<string, unknown>) => {
      const { body } = await till.raw(channel.create, { transid: randomUUID(), vendor_code: 'POS', ...request })
      return [body.error.code, (body.data as { fields: object }).fields]
    }
    expect(await refusalOf({ ...keno(), periodId: 7, feee: 1 })).toEqual([
      3,
      { periodId: 'Không có trường này', feee: 'Không có trường này' },
    ])
    expect(await refusalOf({ ...keno(), lines: [board, { ...board, stakes: 5 }] })).toEqual([
      3,
      { lines: 'Dòng 2: không có trường stakes' },
    ])
    expect(await refusalOf({ ...keno(), lines: [{ ...board, quantity: 5 }] })).toEqual([
      3,
      { lines: 'Dòng 1: quantity không dùng cho loại dòng này' },
    ])
    const tickets = { area_id: 21, open_date: '2026-12-01' }
    expect(await refusalOf({ ...tickets, lines: [{ number: '123456', stake: 5 }] })).toEqual([
      3,
      { lines: 'Dòng 1: stake không dùng cho loại dòng này' },
    ])
    expect(await refusalOf({ ...tickets, lines: [{ ticket_group_id: 1, quantity: 2 }] })).toEqual([
      3,
      { lines: 'Dòng 1: quantity không dùng cho loại dòng này' },
    ])
    expect(await refusalOf({ ...tickets, period_id: 7, lines: [{ number: '1' }] })).toEqual([
      3,
      { period_id: 'Chỉ dùng khi mua trò chơi' },
    ])
    expect(await refusalOf({ ...keno(), open_date: '2026-12-01' })).toEqual([
      3,
      { open_date: 'Chỉ dùng khi mua vé của đài' },
    ])
    const { body } = await till.raw(channel.openPeriods, { lines: 'xsdt' })
    expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { lines: 'Không có trường này' } } })
  })

  test('is refused if an order number is out of range', async () => {
    for (const order_id of [0, -1, 1.5, 1e308, 2 ** 53, 991_231_999_999_999])
      for (const call of [channel.pay, channel.cancel]) {
        const { status, body } = await till.raw(call, { transid: randomUUID(), order_id })
        expect(status).toBe(200)
        expect([3, 1021]).toContain(body.error.code)
      }
    const { body } = await till.raw(channel.status, { order_id: '9999999999999999999' })
    expect(body.error.code).toBe(3)
  })
})

test('a clock that is set back blocks neither the rate limit of devices nor that of people', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const allows = tokenBuckets()
  const mayCall = () => countInProcess('people', 'set-back', 2)
  expect([allows(1), mayCall()]).toEqual([true, true])
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  expect([allows(1), mayCall(), mayCall()]).toEqual([true, true, false])
})

test('a device may send two hundred requests a second, and four hundred in one burst', () => {
  let clock = 0
  const allows = tokenBuckets(() => clock)
  const granted = (n: number) => Array.from({ length: n }, () => allows(1)).filter(Boolean).length
  expect(granted(500)).toBe(400)
  clock = 1_000
  expect(granted(500)).toBe(200)
  expect(allows(2)).toBe(true)
})
