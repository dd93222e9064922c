/** Payment sources, products and prices of sale groups, and limits of an order's value: the channel applies them from the next order on. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { orderPrice } from '#features/settings/order-price/order-price.contract.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import {
  groupPrice,
  productGroup,
  saleGroup,
  saleGroupPayment,
} from '#features/settings/sale-group/sale-group.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { idOf, openPos, setGamePeriod, stockSet, stockTickets } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { openTill } from '../../../testing/till.ts'

let office: Office
let an: Person
let binh: Person
let keno: number
let tomorrow: string

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...distributionTab.rights])
  binh = await office.hire([...distributionTab.rights])
  keno = await setGamePeriod(office, product.keno, 'open')
  tomorrow = await dayFromNow(office.db, 1)
})
afterAll(() => office.close())

const momo = 2
const viettel = 3
const [bac] = playTypesOf(product.keno)

let groups = 0
/** A point of sale in a new group, and one without a group. */
async function openGroup() {
  const name = `Nhóm bán ${process.pid} ${++groups}`
  const group_id = await office.write((db) =>
    idOf(db, sql`insert into pos_group (pos_group_name) values (${name}) returning pos_group_id as id`),
  )
  const [inside, outside] = [await openPos(office, { pos_group_id: group_id }), await openPos(office)]
  const tillOf = (pos: typeof inside) => {
    const till = openTill(office, pos)
    const buy = (vendor_code = 'POS', stake = 1) =>
      till.call(channel.create, {
        vendor_code,
        msisdn: '84901234567',
        category: product.keno,
        period_id: keno,
        lines: [{ play_type: bac!.play_type, numbers: '01', stake }],
      })
    return { ...till, buy }
  }
  return { group_id, pos: inside, till: tillOf(inside), other: tillOf(outside) }
}

test('1024: a group accepts only its payment sources; without any it accepts all, as do points of sale without group', async () => {
  const { group_id, till, other } = await openGroup()
  await till.buy('MOMO')
  const membership = { group_id, payment_vendor_id: viettel }
  await an.call(saleGroupPayment.add, membership)
  await expect(till.buy('MOMO')).rejects.toMatchObject({
    code: 1024,
    data: { fields: { vendor_code: expect.any(String) } },
  })
  await till.buy('VIETTEL')
  await other.buy('MOMO')
  await expect(an.call(saleGroupPayment.add, membership)).rejects.toMatchObject({ code: 1023 })
  await expect(an.call(saleGroupPayment.remove, { group_id, payment_vendor_id: momo })).rejects.toMatchObject({
    code: 1024,
  })
  await expect(an.call(saleGroupPayment.add, { group_id, payment_vendor_id: 999 })).rejects.toMatchObject({ code: 149 })
  const { items, history } = await an.call(saleGroupPayment.remove, membership)
  expect(items.filter(({ is_in_group }) => is_in_group)).toEqual([])
  expect(history[0]).toMatchObject({
    created_by_name: an.user_name,
    before: { payment_vendor_ids: [viettel] },
    after: { payment_vendor_ids: [] },
  })
  await till.buy('MOMO')
})

test('1025: a group sells only its products, and its devices get only these', async () => {
  const { group_id, till, other } = await openGroup()
  await till.buy()
  const mega = { group_id, product_id: product.mega645 }
  await an.call(productGroup.add, mega)
  await expect(till.buy()).rejects.toMatchObject({ code: 1025, message: expect.stringContaining('không bán') })
  await other.buy()
  await expect(an.call(productGroup.add, mega)).rejects.toMatchObject({ code: 1022 })
  const both = { group_id, product_id: product.keno }
  await expect(an.call(productGroup.remove, both)).rejects.toMatchObject({ code: 1025 })
  await an.call(productGroup.add, both)
  await till.buy()
  const productsFor = async (seller: typeof till) =>
    new Set((await seller.call(channel.openPeriods, {})).items.map(({ category }) => category))
  await expect.poll(() => productsFor(till), { timeout: 5_000 }).toEqual(new Set([product.mega645, product.keno]))
  expect((await productsFor(other)).size).toBeGreaterThan(2)
})

test('a group price applies from the next order on and is sent to devices; a planned one applies from its day on', async () => {
  const { group_id, till, other } = await openGroup()
  expect(await till.buy('POS', 2)).toMatchObject({ amount: 20_000 })
  const before = await an.call(groupPrice.list, { group_id })
  const setPrice = (price: number | null, version: number, options = {}) =>
    an.call(groupPrice.update, { group_id, prices: [{ category: product.keno, price }], version, ...options })
  const { version } = await setPrice(9_500, before.version, { reason: 'Khai trương' })
  expect(await till.buy('POS', 2)).toMatchObject({ amount: 19_000, total: 19_000 })
  expect(await other.buy('POS', 2)).toMatchObject({ amount: 20_000 })
  const priceForTill = async () =>
    (await till.call(channel.openPeriods, {})).items.find(({ category }) => category === product.keno)!.price_unit
  await expect.poll(priceForTill, { timeout: 5_000 }).toBe(9_500)
  const ahead = await setPrice(9_000, version, { from_day: tomorrow })
  expect(ahead.items.find(({ category }) => category === product.keno)).toMatchObject({
    usual_price: 10_000,
    price: 9_500,
    planned: [{ from_day: tomorrow, price: 9_000 }],
  })
  expect(await till.buy()).toMatchObject({ amount: 9_500 })
  // Planning the price that already applies removes the planned change.
  const dropped = await setPrice(9_500, ahead.version, { from_day: tomorrow })
  expect(dropped.items.find(({ category }) => category === product.keno)!.planned).toEqual([])
  await setPrice(null, dropped.version)
  expect(await till.buy()).toMatchObject({ amount: 10_000 })
  const yesterday = await dayFromNow(office.db, -1)
  await expect(setPrice(1, dropped.version + 1, { from_day: yesterday })).rejects.toMatchObject({
    code: 140,
    data: { fields: { from_day: expect.any(String) } },
  })
})

test('an order pays the planned group price once its day has come', async () => {
  const { group_id, till } = await openGroup()
  const { version } = await an.call(groupPrice.list, { group_id })
  const plan = { group_id, prices: [{ category: product.keno, price: 8_000 }], from_day: tomorrow, version }
  await an.call(groupPrice.update, plan)
  // Moves the planned change into the past, as if the day had come.
  await office.write((db) =>
    sql`update group_price set from_at = clock_timestamp() where pos_group_id = ${group_id}`.execute(db),
  )
  expect(await till.buy()).toMatchObject({ amount: 8_000 })
})

test('paper tickets have the price of their group, and whole sets keep their own', async () => {
  const { group_id, till } = await openGroup()
  const day = await dayFromNow(office.db, 0)
  const base_id = await openStore(office, [stations.tphcm])
  await setPeriod(office, stations.tphcm, day, 'open')
  const place = { area_id: stations.tphcm, open_date: day, base_id }
  const number = await stockTickets(office, place, 5)
  const ticket_group_id = await stockSet(office, place, '77')
  const { version } = await an.call(groupPrice.list, { group_id })
  await an.call(groupPrice.update, { group_id, prices: [{ category: product.south, price: 10_500 }], version })
  const buy = (line: object) =>
    till.call(channel.create, { vendor_code: 'POS', area_id: stations.tphcm, open_date: day, lines: [line] })
  expect(await buy({ number, quantity: 2 })).toMatchObject({ amount: 21_000 })
  expect(await buy({ ticket_group_id })).toMatchObject({ amount: 95_000 })
})

test('124: an order below the minimum or above the maximum of its product is refused from the next one on', async () => {
  const { till } = await openGroup()
  const rowOf = ({ items }: Awaited<ReturnType<typeof now>>) => items.find(({ category }) => category === product.keno)!
  const now = () => an.call(orderPrice.list, {})
  const setBounds = async (minimum: number, maximum: number | null, options = {}) =>
    rowOf(
      await an.call(orderPrice.update, {
        category: product.keno,
        minimum,
        maximum,
        version: rowOf(await now()).version,
        ...options,
      }),
    )
  await till.buy()
  await setBounds(20_000, 50_000)
  await expect(till.buy('POS', 1)).rejects.toMatchObject({
    code: 124,
    message: 'Mỗi đơn tối thiểu 20.000 đ.',
    data: { fields: { lines: 'Mỗi đơn tối thiểu 20.000 đ.' } },
  })
  await till.buy('POS', 2)
  await till.buy('POS', 5)
  await expect(till.buy('POS', 6)).rejects.toMatchObject({ code: 124, message: 'Mỗi đơn tối đa 50.000 đ.' })
  expect(await setBounds(0, null, { from_day: tomorrow })).toMatchObject({
    minimum: 20_000,
    maximum: 50_000,
    planned: [{ from_day: tomorrow, minimum: 0, maximum: null }],
  })
  await expect(till.buy('POS', 6)).rejects.toMatchObject({ code: 124 })
  await expect(setBounds(2, 1)).rejects.toMatchObject({ code: 23, data: { fields: { maximum: expect.any(String) } } })
  await setBounds(0, null)
  await till.buy('POS', 6)
  const { history } = await now()
  expect(history[0]).toMatchObject({ item: String(product.keno), before: { minimum: 20_000, maximum: 50_000 } })
})

test('of twenty parallel changes of a group or of bounds one succeeds, and people of partners are refused', async () => {
  const { group_id, pos } = await openGroup()
  const settled = async (tries: Promise<unknown>[]) =>
    (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
  const twenty = Array.from({ length: 20 }, (_, n) => (n % 2 ? an : binh))
  const source = { group_id, payment_vendor_id: momo }
  expect(await settled(twenty.map((person) => person.call(saleGroupPayment.add, source)))).toBe(1)
  expect(await settled(twenty.map((person) => person.call(saleGroupPayment.remove, source)))).toBe(1)
  const { version } = await an.call(groupPrice.list, { group_id })
  const change = { group_id, prices: [{ category: product.keno, price: 9_000 }], version }
  expect(await settled(twenty.map((person) => person.call(groupPrice.update, change)))).toBe(1)
  const boundsOfKeno = async () =>
    (await an.call(orderPrice.list, {})).items.find(({ category }) => category === product.keno)!
  const bounds = { category: product.keno, minimum: 0, version: (await boundsOfKeno()).version }
  const maxima = twenty.map((person, n) => person.call(orderPrice.update, { ...bounds, maximum: 1_000_000 + n }))
  expect(await settled(maxima)).toBe(1)
  await an.call(orderPrice.update, { ...bounds, maximum: null, version: (await boundsOfKeno()).version })
  const operator = await office.hire([...distributionTab.rights], { partner_id: pos.partner_id })
  await expect(operator.call(saleGroupPayment.add, source)).rejects.toMatchObject({ code: 169 })
  await expect(operator.call(groupPrice.update, change)).rejects.toMatchObject({ code: 169 })
  await expect(an.call(saleGroupPayment.add, { ...source, group_id: 2_000_000_000 })).rejects.toMatchObject({
    data: { fields: { group_id: 'Nhóm điểm bán không tồn tại.' } },
  })
  const { items } = await an.call(saleGroup.list, {})
  expect(items.find((item) => item.group_id === group_id)).toMatchObject({ pos_count: 1, sources: 0, prices: 1 })
})
