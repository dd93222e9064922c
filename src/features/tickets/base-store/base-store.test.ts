/** Base stores: each has stations of its own; the head office opens and configures them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { baseStore } from './base-store.contract.ts'
import { baseStoreChange } from './base-store-change.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...baseStorePage.rights])
})
afterAll(() => office.close())

let count = 0
const draft = (overrides: object = {}) => ({ base_code: `K${++count}`, base_name: `Kho số ${count}`, ...overrides })
const open = (overrides: object = {}) => an.call(baseStoreChange.add, draft(overrides))

test('a new store has its stations in order, and is found by station and by address', async () => {
  const kho = await open({ area_ids: [23, 22], phone_int: '0902125001', address: '5 Nguyễn Huệ, Cao Lãnh' })
  expect(kho).toMatchObject({ area_names: ['Cà Mau', 'Đồng Tháp'], phone_number: '84902125001', user_count: 0 })
  expect((await an.call(baseStore.list, { area_id: 22 })).items).toEqual([kho])
  expect((await an.call(baseStore.list, { keyword: 'nguyen hue' })).items).toEqual([kho])
})

test('a duplicate store code is refused with 9011 at its field', async () => {
  const { base_code } = await open()
  await expect(open({ base_code })).rejects.toMatchObject({
    code: 9011,
    data: { fields: { base_code: expect.any(String) } },
  })
})

test('a store with a station of another store is refused with 160, which names both, and nothing is saved', async () => {
  const { base_name } = await open({ area_ids: [30] })
  const { total } = await an.call(baseStore.list, {})
  await expect(open({ area_ids: [30, 31] })).rejects.toMatchObject({
    code: 160,
    data: { fields: { area_ids: `Đài quay đã được gán cho kho khác. Tây Ninh đã thuộc ${base_name}.` } },
  })
  expect((await an.call(baseStore.list, {})).total).toBe(total)
  expect((await open({ area_ids: [31] })).area_names).toEqual(['An Giang'])
})

test('of twenty parallel changes that give one station to twenty stores one succeeds, and the others are refused with 160', async () => {
  const stores = await inParallel(() => open())
  const codes = await inParallel((n) => {
    const { base_id, version } = stores[n]!
    return errorCodeOf(an.call(baseStoreChange.update, { base_id, version, area_ids: [40] }))
  })
  expect(codes.toSorted()).toEqual(onceOf('draw_station_assigned'))
  const { items } = await an.call(baseStore.list, { area_id: 40 })
  expect(items.map(({ base_id }) => base_id)).toEqual([stores[codes.indexOf(0)]!.base_id])
})

test('the list has all stores where no page size is sent', async () => {
  const { items, total } = await an.call(baseStore.list, {})
  expect(total).toBeGreaterThan(20)
  expect(items).toHaveLength(total!)
})

test('an unknown station is refused at its field', async () => {
  await expect(open({ area_ids: [4000] })).rejects.toMatchObject({
    code: 3,
    data: { fields: { area_ids: expect.any(String) } },
  })
})

test('a change with an outdated version is refused with 9001 and the current store', async () => {
  const { base_id, version } = await open()
  await an.call(baseStoreChange.update, { base_id, version, base_name: 'Kho mới' })
  await expect(an.call(baseStoreChange.update, { base_id, version, base_name: 'Kho khác' })).rejects.toMatchObject({
    code: 9001,
    data: { current: { base_name: 'Kho mới' } },
  })
})

test('fields that a change omits keep their values, and null empties them', async () => {
  const kho = await open({ area_ids: [35], address: '1 Lê Lợi', partial_import: true })
  const { base_id, version } = kho
  const changed = await an.call(baseStoreChange.update, { base_id, version, return_time: '14:00' })
  expect(changed).toMatchObject({ area_ids: [35], address: '1 Lê Lợi', partial_import: true, return_time: '14:00' })
  const emptied = await an.call(baseStoreChange.update, {
    base_id,
    version: changed.version,
    area_ids: [],
    address: null,
  })
  expect(emptied).toMatchObject({ area_ids: [], address: null, return_time: '14:00' })
})

test('people of a store see and edit only their own store, and cannot change its stations and settings (169)', async () => {
  const ownStore = await open({ area_ids: [38] })
  const other = await open()
  const keeper = await office.hire([...baseStorePage.rights], { base_id: ownStore.base_id })
  expect((await keeper.call(baseStore.list, {})).items.map(({ base_id }) => base_id)).toEqual([ownStore.base_id])
  await expect(keeper.call(baseStoreChange.add, draft())).rejects.toMatchObject({ code: 169 })
  await expect(
    keeper.call(baseStoreChange.update, { base_id: other.base_id, version: other.version, note: 'x' }),
  ).rejects.toMatchObject({ code: 9005 })
  for (const ruled of [
    { area_ids: [] },
    { auto_approve: true },
    { partial_import: true },
    { status: 0 as const },
    { base_code: 'X' },
  ]) {
    const { base_id, version } = ownStore
    await expect(keeper.call(baseStoreChange.update, { base_id, version, ...ruled })).rejects.toMatchObject({
      code: 169,
    })
  }
  const { base_id, version } = ownStore
  expect(await keeper.call(baseStoreChange.update, { base_id, version, note: 'Cửa sau' })).toMatchObject({
    note: 'Cửa sau',
  })
})

test('people of a store see only accounts of their store, and cannot move one out of it', async () => {
  const [ownStore, other] = [await open(), await open()]
  const keeper = await office.hire([...accountPage.rights], { base_id: ownStore.base_id })
  const person = { password: 'Đường-hoa-72', full_name: 'Lê Văn Kho', list_group: [] }
  const added = await keeper.call(account.add, { ...person, user_name: 'nguoicuakho' })
  expect(added).toMatchObject({ base_id: ownStore.base_id })
  expect((await keeper.call(account.list, {})).items.map(({ base_id }) => base_id)).toEqual([
    ownStore.base_id,
    ownStore.base_id,
  ])
  const { user_id, version } = added
  await expect(keeper.call(account.update, { user_id, version, base_id: null })).rejects.toMatchObject({ code: 122 })
  await expect(keeper.call(account.update, { user_id, version, base_id: other.base_id })).rejects.toMatchObject({
    code: 3,
  })
  await expect(keeper.call(account.detail, { user_id: an.user_id })).rejects.toMatchObject({ code: 103 })
})

test('the list of stores accepts each sort key, and sorts by address in both directions', async () => {
  const names = await Promise.all(['Ấp Bắc', 'Bến Tre', 'Đất Mũi'].map((address) => open({ address, note: address })))
  const mine = new Map(names.map(({ base_id }, index) => [base_id, index]))
  const order = async (sort: string) => {
    const { items } = await an.call(baseStore.list, { sort: sort as 'status', page_size: 300 })
    return items.flatMap(({ base_id }) => mine.get(base_id) ?? [])
  }
  expect(await order('address')).toEqual([0, 1, 2])
  expect(await order('-address')).toEqual([2, 1, 0])
  for (const sort of ['return_time', 'user_count', 'status', 'updated_at', '-user_count'])
    expect((await order(sort)).toSorted()).toEqual([0, 1, 2])
})
