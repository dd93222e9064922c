/** What people of a partner may say of their own points of sale, and what the head office alone says. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openStore } from '../../../testing/tickets.ts'
import { dataPermission, posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from './pos.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights, ...dataPermissionPage.rights])
})
afterAll(() => office.close())

let count = 0
const draft = (overrides: object = {}) => ({
  pos_code: `P${++count}`,
  pos_name: `Quầy ${count}`,
  address: '12 Lê Lợi',
  province_id: 79,
  district_id: 760,
  ...overrides,
})

test('an operator sets neither the group, the daily limit nor the state of a point of sale', async () => {
  const { partner_id } = await an.call(partner.add, { partner_code: `DL${++count}`, partner_name: `Đại lý ${count}` })
  const operator = await office.hire([...posPage.rights], { partner_id })
  const cheap = await an.call(posGroup.add, { pos_group_name: `Giá rẻ ${++count}` })
  const { pos_group_id } = cheap
  const refusedAt = (field: string) => ({ code: 169, data: { fields: { [field]: expect.any(String) } } })
  const posRow = await an.call(pos.add, draft({ partner_id, day_sale_limit: 50_000_000, status: 2 }))
  const { pos_id, version } = posRow
  for (const change of [{ pos_group_id }, { day_sale_limit: null }, { status: 1 as const }])
    await expect(operator.call(pos.update, { pos_id, version, ...change })).rejects.toMatchObject(
      refusedAt(Object.keys(change)[0]!),
    )
  for (const value of [{ pos_group_id }, { day_sale_limit: 1_000_000 }])
    await expect(operator.call(pos.add, draft(value))).rejects.toMatchObject(refusedAt(Object.keys(value)[0]!))
  const same = { pos_group_id: null, day_sale_limit: 50_000_000, status: 2 as const }
  const renamed = await operator.call(pos.update, { pos_id, version, ...same, note: 'Cạnh chợ' })
  expect(renamed).toMatchObject({ ...same, note: 'Cạnh chợ' })
  const row = { province_name: 'Hồ Chí Minh', district_name: 'Quận 1', pos_group_name: cheap.pos_group_name }
  const { pos_code, pos_name, address } = draft()
  const rows = [
    { ...row, pos_code, pos_name, address },
    { ...row, pos_code: posRow.pos_code, pos_name: posRow.pos_name, address: posRow.address },
  ]
  expect((await operator.call(pos.import, { rows })).refused).toMatchObject([
    { index: 0, field: 'pos_group_name' },
    { index: 1, field: 'pos_group_name' },
  ])
})

test('nor do people of a base store, who see all points of sale', async () => {
  const base_id = await openStore(office, [])
  const keeper = await office.hire([...posPage.rights], { base_id })
  const { pos_id, version } = await an.call(pos.add, draft({ day_sale_limit: 50_000_000, status: 2 }))
  for (const change of [{ day_sale_limit: null }, { status: 1 as const }])
    await expect(keeper.call(pos.update, { pos_id, version, ...change })).rejects.toMatchObject({ code: 169 })
  await expect(keeper.call(pos.add, draft({ day_sale_limit: 1_000_000 }))).rejects.toMatchObject({ code: 169 })
})

test('people of a base store put no point of sale into a partner, and take none out of one', async () => {
  const { partner_id, partner_code } = await an.call(partner.add, {
    partner_code: `DL${++count}`,
    partner_name: `Đại lý ${count}`,
  })
  const keeper = await office.hire([...posPage.rights], { base_id: await openStore(office, []) })
  const owned = await an.call(pos.add, draft({ partner_id }))
  const free = await an.call(pos.add, draft())
  const refused = { code: 169, data: { fields: { partner_id: expect.any(String) } } }
  for (const [row, to] of [
    [owned, null],
    [free, partner_id],
  ] as const) {
    const { pos_id, version } = row
    await expect(keeper.call(pos.update, { pos_id, version, partner_id: to })).rejects.toMatchObject(refused)
  }
  await expect(keeper.call(pos.add, draft({ partner_id }))).rejects.toMatchObject(refused)
  const place = { province_name: 'Hồ Chí Minh', district_name: 'Quận 1', partner_code }
  const rows = [draft(), free, owned].map(({ pos_code, pos_name, address }) => ({
    ...place,
    pos_code,
    pos_name,
    address,
  }))
  expect(await keeper.call(pos.import, { rows })).toMatchObject({
    refused: [
      { index: 0, field: 'partner_code' },
      { index: 1, field: 'partner_code' },
    ],
    same: [2],
  })
  const { pos_id, version } = owned
  expect(await keeper.call(pos.update, { pos_id, version, partner_id, note: 'Cạnh chợ' })).toMatchObject({ partner_id })
  expect(await keeper.call(pos.add, draft())).toMatchObject({ partner_id: null })
})

test('a limited operator adds points of sale to a group of their scope', async () => {
  const { partner_id } = await an.call(partner.add, { partner_code: `DL${++count}`, partner_name: `Đại lý ${count}` })
  const operator = await office.hire([...posPage.rights], { partner_id })
  const { pos_group_id } = await an.call(posGroup.add, { pos_group_name: `Miền Tây ${++count}` })
  const other = await an.call(posGroup.add, { pos_group_name: `Miền Bắc ${++count}` })
  const { user_id } = operator
  const { version } = await an.call(dataPermission.get, { user_id })
  await an.call(dataPermission.set, { user_id, pos_group_id: [pos_group_id], pos_id: [], version })
  expect(await operator.call(pos.add, draft({ pos_group_id }))).toMatchObject({ partner_id, pos_group_id })
  await expect(operator.call(pos.add, draft({ pos_group_id: other.pos_group_id }))).rejects.toMatchObject({
    code: 169,
    data: { fields: { pos_group_id: expect.any(String) } },
  })
})
