/** Payment sources: the channel refuses a closed one from the next order on, and their order applies everywhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { channel } from '#features/orders/channel/channel.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { paymentSourceTab } from '#features/settings/pages.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, setGamePeriod, type SellingPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { paymentSource } from './payment-source.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...paymentSourceTab.rights])
  binh = await office.hire([...paymentSourceTab.rights])
  pos = await openPos(office)
})
afterAll(() => office.close())

const now = () => an.call(paymentSource.list, {})
type Sources = Awaited<ReturnType<typeof now>>
const plainOf = ({ items }: Sources) =>
  items.map(({ payment_vendor_id, vendor_name, status }) => ({ payment_vendor_id, vendor_name, status }))

test('149: a closed source is refused from the next order on, and accepted again when it is open', async () => {
  const till = openTill(office, pos)
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const [type] = playTypesOf(product.keno)
  const order = () =>
    till.call(channel.create, {
      vendor_code: 'MOMO',
      category: product.keno,
      period_id,
      lines: [{ play_type: type!.play_type, numbers: '01', stake: 1 }],
    })
  await order()
  const before = await now()
  const momo = before.items.find(({ vendor_code }) => vendor_code === 'MOMO')!
  const closed = plainOf(before).map((row) =>
    row.payment_vendor_id === momo.payment_vendor_id ? { ...row, status: 0 as const } : row,
  )
  const after = await an.call(paymentSource.update, {
    vendors: closed,
    reason: 'MoMo bảo trì',
    version: before.version,
  })
  await expect(order()).rejects.toMatchObject({ code: 149 })
  const [change] = after.history
  expect(change).toMatchObject({ created_by_name: an.user_name, reason: 'MoMo bảo trì' })
  const { vendors } = change!.before as { vendors: typeof closed }
  await binh.call(paymentSource.update, { vendors, version: after.version })
  await expect(order()).resolves.toMatchObject({ period_id })
})

test('the list of vendors has the saved order and names of payment sources', async () => {
  const before = await now()
  const vendors = plainOf(before).toReversed()
  vendors[0]!.vendor_name = 'Tiền mặt ở quầy'
  await an.call(paymentSource.update, { vendors, version: before.version })
  const { items } = await binh.call(paymentVendor.list, {})
  expect(items.map(({ payment_vendor_id }) => payment_vendor_id)).toEqual(
    vendors.map(({ payment_vendor_id }) => payment_vendor_id),
  )
  expect(items[0]!.vendor_name).toBe('Tiền mặt ở quầy')
})

test('of twenty parallel changes one succeeds, and a missing, repeated or equally named source is refused', async () => {
  const { version, ...rest } = await now()
  const vendors = plainOf({ version, ...rest })
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? an : binh).call(paymentSource.update, { vendors, version })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const next = await now()
  const update = (rows: typeof vendors) => an.call(paymentSource.update, { vendors: rows, version: next.version })
  await expect(update(vendors.slice(1))).rejects.toMatchObject({ code: 149 })
  await expect(update([...vendors.slice(1), vendors[1]!])).rejects.toMatchObject({ code: 149 })
  await expect(update(vendors.map((row) => ({ ...row, vendor_name: 'Một' })))).rejects.toMatchObject({
    data: { fields: { vendors: 'Hai nguồn không được cùng tên.' } },
  })
  const operator = await office.hire([...paymentSourceTab.rights], { partner_id: pos.partner_id })
  await expect(operator.call(paymentSource.update, { vendors, version: next.version })).rejects.toMatchObject({
    code: 169,
  })
})
