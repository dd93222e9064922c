/** Sorting the list of points of sale by every default column. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from './pos.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights])
})
afterAll(() => office.close())

let count = 0
const addPos = (fields: object) => {
  const defaults = { pos_code: `HCM${++count}`, pos_name: `Quầy ${count}`, province_id: 79, district_id: 771 }
  return an.call(pos.add, { ...defaults, address: 'Ấp 1', ...fields })
}
const addPartner = (partner_name: string) => an.call(partner.add, { partner_code: `DL${++count}`, partner_name })

test('the list of points of sale accepts each sort key, in the same order with a keyword and in pages', async () => {
  const [one, two] = [await addPartner('Đại lý Ân'), await addPartner('Đại lý Bình')]
  const first = await addPos({ partner_id: one.partner_id, address: 'Ấp 1', phone_int: '0903111001' })
  const second = await addPos({ partner_id: two.partner_id, address: 'Bến Ngự', status: 2 })
  const third = await addPos({ address: 'Đường Láng', phone_int: '0903111000', district_id: 760 })
  const device = { device_code: 'SN-XEP-1', device_name: 'Máy bán vé', device_type: 1, status: 1 } as const
  await an.call(pos.addDevice, { pos_id: second.pos_id, ...device })
  const ids = async (sort: string, keyword?: string, page_size = 20) => {
    const { items } = await an.call(pos.list, { sort: sort as 'status', keyword, page_size })
    return items.map(({ pos_id }) => [first, second, third].findIndex((row) => row.pos_id === pos_id) + 1)
  }
  expect(await ids('address')).toEqual([1, 2, 3])
  expect(await ids('-address')).toEqual([3, 2, 1])
  expect((await ids('partner_name')).slice(0, 2)).toEqual([1, 2])
  expect((await ids('phone_number')).slice(0, 2)).toEqual([3, 1])
  expect((await ids('-device_count'))[0]).toBe(2)
  expect((await ids('-status'))[0]).toBe(2)
  expect((await ids('district_name'))[0]).toBe(3)
  expect(await ids('device_count')).toEqual([1, 3, 2])
  expect(await ids('pos_name')).toEqual([1, 2, 3])
  for (const sort of [
    'pos_code',
    'pos_name',
    '-pos_name',
    'pos_group_name',
    'created_at',
    'updated_at',
    '-district_name',
  ]) {
    expect((await ids(sort)).toSorted()).toEqual([1, 2, 3])
    // A word that fits all of them leaves them in the same order.
    expect(await ids(sort, 'quầy')).toEqual(await ids(sort))
    expect(await ids(sort, 'quầy', 2)).toEqual((await ids(sort)).slice(0, 2))
  }
})
