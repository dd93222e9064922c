/** The remaining stock of a store by draw, with its settings on the same tab. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeTab } from '#features/settings/pages.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, stockTickets } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { storeRemain } from './store-remain.contract.ts'

let office: Office
let an: Person
let base_id: number
let today: string

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...storeTab.rights])
  base_id = await openStore(office, [stations.tphcm])
  today = await dayFromNow(office.db, 0)
  await setPeriod(office, stations.tphcm, today, 'open')
})
afterAll(() => office.close())

const todays = async (store_id = base_id) =>
  (await an.call(storeRemain.get, { base_id: store_id })).items.find(
    ({ open_date, area_id }) => open_date === today && area_id === stations.tphcm,
  )

test('a draw without tickets is listed, and sold tickets are subtracted from its stock', async () => {
  expect(await todays()).toMatchObject({ status: null, in_stock: 0 })
  const place = { area_id: stations.tphcm, open_date: today, base_id }
  const number = await stockTickets(office, place, 8)
  expect(await todays()).toMatchObject({ status: 1, imported: 8, sold: 0, in_stock: 8 })
  const pos = await openPos(office)
  await sell(office, pos, { ...place, tickets: [{ number, quantity: 3 }] })
  expect(await todays()).toMatchObject({ imported: 8, sold: 3, in_stock: 5 })
})

test('another store does not list the stock, and a store that is unknown or outside the scope is not found', async () => {
  const other = await openStore(office, [stations.dongthap])
  expect(await todays(other)).toBeUndefined()
  await expect(an.call(storeRemain.get, { base_id: 2_000_000_000 })).rejects.toMatchObject({ error: 'not_found' })
  const keeper = await office.hire([...storeTab.rights], { base_id: other })
  await expect(keeper.call(storeRemain.get, { base_id })).rejects.toMatchObject({ error: 'not_found' })
})

test('people who may change this tab can change settings of the store, and readers cannot (169)', async () => {
  const { items } = await an.call(baseStore.list, { base_id })
  const changed = await an.call(baseStoreChange.update, { base_id, version: items[0]!.version, return_time: '14:30' })
  expect(changed.return_time).toBe('14:30')
  const reader = await office.hire([storeTab.rights[0]!])
  await expect(
    reader.call(baseStoreChange.update, { base_id, version: changed.version, return_time: null }),
  ).rejects.toMatchObject({ code: 169 })
})
