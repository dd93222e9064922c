/** Fees of customers' groups: what an order pays, from when on a change applies, and that no two rules hold for one amount. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'
import { groupType, groupVip } from '../group-vip/group-vip.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { feeTime, groupVipFee } from './fee.contract.ts'

let office: Office
let an: Person
let pos: SellingPos
let till: ReturnType<typeof openTill>
let period_id: number
let vendors: Record<string, number>

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...customerGroupPage.rights, ...transactionPage.rights])
  pos = await openPos(office)
  till = openTill(office, pos)
  period_id = await setGamePeriod(office, product.keno, 'open')
  const { items } = await an.call(paymentVendor.list, {})
  vendors = Object.fromEntries(items.map((vendor) => [vendor.vendor_code, vendor.payment_vendor_id]))
})
afterAll(() => office.close())

const [five] = playTypesOf(product.keno).filter(({ label }) => label === 'Bậc 5')
const lines = [{ play_type: five!.play_type, numbers: '01 02 03 04 05', stake: 1 }]

let groups = 0
async function newGroup(msisdn?: string): Promise<number> {
  const { group_vip_id } = await an.call(groupVip.add, { name: `Nhóm phí ${++groups}`, type: groupType.vip })
  if (msisdn !== undefined)
    await office.write((db) =>
      sql`insert into group_vip_account (group_vip_id, msisdn) values (${group_vip_id}, ${msisdn})`.execute(db),
    )
  return group_vip_id
}

/** Creates an order of 10.000 đ through the channel and returns its fee. */
const feeOfNewOrder = async (msisdn: string, vendor_code = 'MOMO') =>
  (await till.call(channel.create, { vendor_code, category: product.keno, period_id, msisdn, lines })).fee

/** Moves the rules into the past by some days, the earliest first, so that none overlaps another one. */
const daysPass = (group_vip_id: number, days: number) =>
  office.write(async (db) => {
    const { rows } = await sql<{ fee_id: number }>`
      select fee_id from group_vip_fee where group_vip_id = ${group_vip_id} order by holds_from`.execute(db)
    for (const { fee_id } of rows)
      await sql`update group_vip_fee set holds_from = holds_from - make_interval(days => ${days}::integer),
        holds_to = holds_to - make_interval(days => ${days}::integer) where fee_id = ${fee_id}`.execute(db)
  })

test('a new fee applies from the next order on, and an existing order keeps its fee', async () => {
  const msisdn = '84912600001'
  const group_vip_id = await newGroup(msisdn)
  expect(await feeOfNewOrder(msisdn)).toBe(0)
  const payment_vendor_id = vendors.MOMO!
  const fee = await an.call(groupVipFee.add, { group_vip_id, payment_vendor_id, fee_rate: 80, fee_least: 500 })
  expect(fee).toMatchObject({ time: feeTime.now, holds_to: null, vendor_name: expect.any(String) })
  expect(await feeOfNewOrder(msisdn)).toBe(500)
  const { order_id } = await till.call(channel.create, {
    vendor_code: 'MOMO',
    category: product.keno,
    period_id,
    msisdn,
    lines,
  })
  const changed = await an.call(groupVipFee.update, { fee_id: fee.fee_id, version: 1, fee_fixed: 1_000 })
  expect(changed).toMatchObject({ fee_id: fee.fee_id, fee_fixed: 1_000, fee_rate: 80, version: 2 })
  expect(await feeOfNewOrder(msisdn)).toBe(1_080)
  expect((await till.call(channel.status, { order_id })).fee).toBe(500)
  expect(await feeOfNewOrder(msisdn, 'POS')).toBe(0)
  const { items: past } = await an.call(groupVipFee.list, { group_vip_id, time: feeTime.past })
  expect(past).toMatchObject([{ fee_fixed: 0, fee_least: 500, holds_to: changed.holds_from }])
  await an.call(groupVipFee.delete, { fee_id: fee.fee_id })
  expect(await feeOfNewOrder(msisdn)).toBe(0)
  expect(await errorCodeOf(an.call(groupVipFee.update, { fee_id: fee.fee_id, fee_fixed: 1 }))).toBe(122)
})

test('a customer who is in no active VIP group pays the fee of the default group', async () => {
  const msisdn = '84912600002'
  const vip = await newGroup(msisdn)
  const [rest] = (await an.call(groupVip.list, { type: groupType.rest })).items
  const { fee_id } = await an.call(groupVipFee.add, { group_vip_id: rest!.group_vip_id, fee_fixed: 700 })
  expect(await feeOfNewOrder(msisdn)).toBe(0)
  expect(await feeOfNewOrder('84912600099')).toBe(700)
  await an.call(groupVip.update, { group_vip_id: vip, status: 0 })
  expect(await feeOfNewOrder(msisdn)).toBe(700)
  await an.call(groupVipFee.delete, { fee_id })
})

test('a scheduled change of a fee can be tried for its day, and orders pay it once the day has come', async () => {
  const msisdn = '84912600003'
  const group_vip_id = await newGroup(msisdn)
  const payment_vendor_id = vendors.MOMO!
  const now = await an.call(groupVipFee.add, { group_vip_id, payment_vendor_id, fee_fixed: 1_000 })
  const effective_from = await dayFromNow(office.db, 3)
  const coming = await an.call(groupVipFee.update, { fee_id: now.fee_id, fee_fixed: 600, effective_from })
  expect(coming).toMatchObject({ time: feeTime.coming, follows: now.fee_id, holds_to: null })
  expect(coming.holds_from.slice(0, 10)).toBe(effective_from)
  expect(await an.call(groupVipFee.detail, { fee_id: now.fee_id })).toMatchObject({ holds_to: coming.holds_from })
  const order = { group_vip_id, amount: 10_000, payment_vendor_id, category: product.keno }
  expect(await an.call(groupVipFee.try, order)).toMatchObject({ fee: 1_000, rule: { fee_id: now.fee_id } })
  expect(await an.call(groupVipFee.try, { ...order, on: effective_from })).toMatchObject({
    fee: 600,
    rule: { fee_id: coming.fee_id },
  })
  expect(await feeOfNewOrder(msisdn)).toBe(1_000)
  // The rule that holds until then can still change; a second scheduled change is refused with the day of the first.
  await an.call(groupVipFee.update, { fee_id: now.fee_id, fee_fixed: 900 })
  expect(await feeOfNewOrder(msisdn)).toBe(900)
  await expect(an.call(groupVipFee.update, { fee_id: now.fee_id, fee_fixed: 1, effective_from })).rejects.toMatchObject(
    { code: 122, message: expect.stringContaining(effective_from.split('-').reverse().join('/')) },
  )
  await daysPass(group_vip_id, 3)
  expect(await feeOfNewOrder(msisdn)).toBe(600)
  expect(await an.call(groupVipFee.try, order)).toMatchObject({ fee: 600 })
})

test('moving or deleting a scheduled change leaves no day without a fee', async () => {
  const group_vip_id = await newGroup()
  const [in_3, in_5, in_8] = [
    await dayFromNow(office.db, 3),
    await dayFromNow(office.db, 5),
    await dayFromNow(office.db, 8),
  ]
  const { fee_id } = await an.call(groupVipFee.add, { group_vip_id, fee_fixed: 1_000 })
  const coming = await an.call(groupVipFee.update, { fee_id, fee_fixed: 2_000, effective_from: in_5 })
  const feeOn = async (on: string) =>
    (
      await an.call(groupVipFee.try, {
        group_vip_id,
        amount: 1,
        payment_vendor_id: vendors.MOMO!,
        category: product.keno,
        on,
      })
    ).fee
  expect([await feeOn(in_3), await feeOn(in_5), await feeOn(in_8)]).toEqual([1_000, 2_000, 2_000])
  await an.call(groupVipFee.update, { fee_id: coming.fee_id, effective_from: in_8 })
  expect([await feeOn(in_3), await feeOn(in_5), await feeOn(in_8)]).toEqual([1_000, 1_000, 2_000])
  await an.call(groupVipFee.update, { fee_id: coming.fee_id, effective_from: in_3, fee_fixed: 3_000 })
  expect([await feeOn(in_3), await feeOn(in_5), await feeOn(in_8)]).toEqual([3_000, 3_000, 3_000])
  await an.call(groupVipFee.delete, { fee_id: coming.fee_id })
  expect([await feeOn(in_3), await feeOn(in_8)]).toEqual([1_000, 1_000])
  await an.call(groupVipFee.delete, { fee_id, effective_from: in_5 })
  expect([await feeOn(in_3), await feeOn(in_5)]).toEqual([1_000, 0])
})

test('a planned end is moved, and a change before it keeps it', async () => {
  const group_vip_id = await newGroup()
  const days = await Promise.all([3, 5, 8, 9].map((offset) => dayFromNow(office.db, offset)))
  const [in_3, in_5, in_8, in_9] = days as [string, string, string, string]
  const { fee_id } = await an.call(groupVipFee.add, { group_vip_id, fee_fixed: 1_000 })
  const feesOfDays = () =>
    Promise.all(
      days.map((on) =>
        an.call(groupVipFee.try, {
          group_vip_id,
          amount: 1,
          payment_vendor_id: vendors.MOMO!,
          category: product.keno,
          on,
        }),
      ),
    ).then((answers) => answers.map(({ fee }) => fee))
  await an.call(groupVipFee.delete, { fee_id, effective_from: in_5 })
  expect(await feesOfDays()).toEqual([1_000, 0, 0, 0])
  const next = await an.call(groupVipFee.add, { group_vip_id, fee_fixed: 3_000, effective_from: in_8 })
  const end = (effective_from: string) => an.call(groupVipFee.delete, { fee_id, effective_from })
  expect(await errorCodeOf(end(in_9))).toBe(2003)
  await an.call(groupVipFee.delete, { fee_id: next.fee_id })
  await end(in_9)
  expect(await feesOfDays()).toEqual([1_000, 1_000, 1_000, 0])
  const change = (effective_from: string) => an.call(groupVipFee.update, { fee_id, fee_fixed: 2_000, effective_from })
  await expect(change(in_9)).rejects.toMatchObject({ data: { fields: { effective_from: expect.any(String) } } })
  await change(in_8)
  expect(await feesOfDays()).toEqual([1_000, 1_000, 2_000, 0])
  expect(await errorCodeOf(end(in_3))).toBe(122)
})

test('an invalid fee rule is refused at its field', async () => {
  const group_vip_id = await newGroup()
  const add = (rule: Partial<InputOf<typeof groupVipFee.add>>) => an.call(groupVipFee.add, { group_vip_id, ...rule })
  await expect(add({ from_value: 2, to_value: 1 })).rejects.toMatchObject({
    code: 22,
    data: { fields: { to_value: expect.any(String) } },
  })
  await expect(add({ fee_least: 2, fee_most: 1 })).rejects.toMatchObject({
    code: 23,
    data: { fields: { fee_most: expect.any(String) } },
  })
  await add({ from_value: 0, to_value: 100_000 })
  await expect(add({ from_value: 100_000 })).rejects.toMatchObject({
    code: 2003,
    message: 'Trùng với quy tắc 0 đ – 100.000 đ.',
  })
  await add({ from_value: 100_001 })
  await expect(add({ payment_vendor_id: 2_000_000_000 })).rejects.toMatchObject({ code: 149 })
  await expect(add({ effective_from: await dayFromNow(office.db, 0) })).rejects.toMatchObject({
    code: 3,
    data: { fields: { effective_from: expect.any(String) } },
  })
  await expect(an.call(groupVipFee.add, { group_vip_id: 2_000_000_000 })).rejects.toMatchObject({
    code: 128,
    data: { fields: { group_vip_id: 'Nhóm khách hàng không tồn tại.' } },
  })
})

test('of twenty parallel rules for overlapping amounts exactly one is added', async () => {
  const group_vip_id = await newGroup()
  const add = (n: number) =>
    errorCodeOf(an.call(groupVipFee.add, { group_vip_id, from_value: n * 10, to_value: 1_000 + n }))
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 19 }, () => 2003)])
  const { items } = await an.call(groupVipFee.list, { group_vip_id })
  expect(items).toHaveLength(1)
  // The constraint of the table refuses it without the handler, too.
  const { fee_id } = items[0]!
  await expect(
    office.write((db) =>
      sql`insert into group_vip_fee (group_vip_id, from_value) select group_vip_id, from_value + 1 from group_vip_fee where fee_id = ${fee_id}`.execute(
        db,
      ),
    ),
  ).rejects.toMatchObject({ constraint: 'group_vip_fee__threshold_duplicate' })
})

test('of twenty parallel updates of one version exactly one succeeds', async () => {
  const group_vip_id = await newGroup()
  const { fee_id, version } = await an.call(groupVipFee.add, { group_vip_id, fee_fixed: 1 })
  const change = (fee_fixed: number) => errorCodeOf(an.call(groupVipFee.update, { fee_id, version, fee_fixed }))
  const codes = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n + 2)))
  expect(codes.filter((code) => code === 0)).toEqual([0])
  expect((await an.call(groupVipFee.list, { group_vip_id, time: feeTime.past })).items).toHaveLength(1)
})

test('the preview of a change shows what last week’s orders would have paid', async () => {
  const msisdn = '84912600004'
  const group_vip_id = await newGroup(msisdn)
  const payment_vendor_id = vendors.MOMO!
  const { fee_id } = await an.call(groupVipFee.add, { group_vip_id, payment_vendor_id, fee_fixed: 500 })
  const today = [
    await sell(office, pos, { vendor_code: 'MOMO', msisdn }),
    await sell(office, pos, { vendor_code: 'POS', msisdn }),
    await sell(office, pos, { vendor_code: 'MOMO', msisdn: '84912600098' }),
  ]
  const lastWeek = (fee_fixed: number) =>
    an.call(groupVipFee.lastWeek, { group_vip_id, without: fee_id, is_changed: true, payment_vendor_id, fee_fixed })
  expect(await lastWeek(800)).toMatchObject({ order_count: 0, paid: 0, difference: 0, dearest: [] })
  // Copies of the same orders, made two days ago.
  await office.write((db) =>
    sql`insert into sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, partner_id, device_id, msisdn, handling, quantity, amount, fee,
        payment_vendor_id)
      select first_order_id(current_date - 2) + 900000 + order_id % 100000, ordered_at - interval '2 days', category, period_id, open_date, pos_id, partner_id, device_id,
        msisdn, handling, quantity, amount, fee, payment_vendor_id
      from sale_order where order_id = any (${today}::bigint[])`.execute(db),
  )
  await office.write((db) =>
    sql`update sale_order set status = 2, paid_at = now() where order_id < first_order_id(current_date - 1)`.execute(
      db,
    ),
  )
  expect(await lastWeek(800)).toMatchObject({
    order_count: 2,
    paid: 500,
    would_pay: 800,
    difference: 300,
    cheaper: 0,
    same: 1,
    dearer: 1,
    dearest: [{ amount: 10_000, paid: 500, would_pay: 800 }],
    from_date: await dayFromNow(office.db, -7),
    to_date: await dayFromNow(office.db, -1),
  })
  expect(await lastWeek(0)).toMatchObject({ would_pay: 0, difference: -500, cheaper: 1, dearer: 0 })
  expect(await an.call(groupVipFee.lastWeek, { group_vip_id, without: fee_id })).toMatchObject({ would_pay: 0 })
  const on = await dayFromNow(office.db, 4)
  await an.call(groupVipFee.update, { fee_id, fee_fixed: 650, effective_from: on })
  expect(await an.call(groupVipFee.lastWeek, { group_vip_id, on })).toMatchObject({ would_pay: 650 })
  // Moved to an earlier day, on which the rule that it follows would still be in force.
  const [coming] = (await an.call(groupVipFee.list, { group_vip_id, time: feeTime.coming })).items
  const moved = { without: coming!.fee_id, is_changed: true, payment_vendor_id, on: await dayFromNow(office.db, 2) }
  expect(await an.call(groupVipFee.lastWeek, { group_vip_id, ...moved, fee_fixed: 300 })).toMatchObject({
    would_pay: 300,
  })
})

test('people of a partner or a base store change no fees, whatever their rights', async () => {
  const group_vip_id = await newGroup()
  const terms = { group_vip_id, from_value: 0, to_value: 50_000, fee_fixed: 500 }
  const { fee_id } = await an.call(groupVipFee.add, terms)
  for (const place of [{ partner_id: pos.partner_id }, { base_id: await openStore(office, []) }]) {
    const person = await office.hire(customerGroupPage.rights, place)
    const attempts = [
      person.call(groupVipFee.add, { ...terms, from_value: 50_001, to_value: null }),
      person.call(groupVipFee.update, { fee_id, fee_fixed: 0 }),
      person.call(groupVipFee.delete, { fee_id }),
    ]
    expect(await Promise.all(attempts.map(errorCodeOf))).toEqual([169, 169, 169])
    expect(await person.call(groupVipFee.detail, { fee_id })).toMatchObject({ fee_fixed: 500, time: feeTime.now })
  }
})
