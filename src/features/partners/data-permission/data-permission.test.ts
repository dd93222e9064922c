import { afterAll, beforeAll, expect, test } from 'vitest'
import { parallel_calls, inParallel } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { dataPermission, posGroup } from './data-permission.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights, ...dataPermissionPage.rights])
})
afterAll(() => office.close())

let count = 0
const addPos = (overrides: object = {}) =>
  an.call(pos.add, {
    pos_code: `P${++count}`,
    pos_name: `Điểm bán ${count}`,
    address: '1 Trần Phú',
    province_id: 92,
    district_id: 916,
    ...overrides,
  })
const group = () => an.call(posGroup.add, { pos_group_name: `Nhóm ${++count}` })

test('of twenty parallel scopes for one version one is set as a whole, and the others are refused with it', async () => {
  const { user_id } = await office.hire([posPage.view])
  const groups = await Promise.all(Array.from({ length: parallel_calls }, group))
  for (const version of [0, 1]) {
    const answers = await inParallel((n) =>
      an.raw(dataPermission.set, { user_id, pos_group_id: [groups[n]!.pos_group_id], version }),
    )
    const codes = answers.map(({ body }) => body.error.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.filter((code) => code === 9001)).toHaveLength(parallel_calls - 1)
    const won = groups[codes.indexOf(0)]!.pos_group_id
    expect(await an.call(dataPermission.get, { user_id })).toMatchObject({
      version: version + 1,
      pos_group_ids: [won],
    })
    const refused = answers.filter(({ body }) => body.error.code === 9001)
    for (const { body } of refused) expect(body.data).toMatchObject({ current: { pos_group_ids: [won] } })
  }
})

test('a new scope replaces the old one, and a change with an outdated version is refused', async () => {
  const { user_id } = await office.hire([posPage.view])
  const [one, two] = [await group(), await group()]
  const first = await an.call(dataPermission.set, { user_id, pos_group_id: [one.pos_group_id], version: 0 })
  expect(first).toMatchObject({ is_limited: true, pos_group_ids: [one.pos_group_id], version: 1 })
  await expect(
    an.call(dataPermission.set, { user_id, pos_group_id: [two.pos_group_id], version: 0 }),
  ).rejects.toMatchObject({ code: 9001, data: { current: { pos_group_ids: [one.pos_group_id] } } })
  await an.call(dataPermission.set, { user_id, pos_group_id: [two.pos_group_id], version: 1 })
  const { pos_group_ids, groups } = await an.call(dataPermission.get, { user_id })
  expect(pos_group_ids).toEqual([two.pos_group_id])
  expect(groups.map((row) => row.pos_group_id)).toEqual(expect.arrayContaining([one.pos_group_id, two.pos_group_id]))
})

test('people cannot change their own scope or that of an account with more rights', async () => {
  await expect(
    an.call(dataPermission.set, { user_id: an.user_id, is_limited: true, version: 0 }),
  ).rejects.toMatchObject({ code: 122 })
  const stronger = await office.hire([posPage.view, { page: '/nhat-ky', role: 1 }])
  await expect(
    an.call(dataPermission.set, { user_id: stronger.user_id, is_limited: true, version: 0 }),
  ).rejects.toMatchObject({
    code: 169,
  })
})

test('a limited person cannot assign more than their scope or change people who see more', async () => {
  const [mine, foreign] = [await group(), await group()]
  const [visible, hidden] = [await addPos({ pos_group_id: mine.pos_group_id }), await addPos()]
  const clerk = await office.hire([...posPage.rights, ...dataPermissionPage.rights])
  await an.call(dataPermission.set, { user_id: clerk.user_id, pos_group_id: [mine.pos_group_id], version: 0 })
  const { user_id } = await office.hire([posPage.view])
  await an.call(dataPermission.set, { user_id, is_limited: true, version: 0 })
  const tries = [
    [{ is_limited: false }, 169],
    [{ pos_group_id: [foreign.pos_group_id] }, 169],
    [{ pos_id: [hidden.pos_id] }, 125],
  ] as const
  for (const [scope, code] of tries)
    await expect(
      clerk.call(dataPermission.set, { user_id, version: 1, pos_id: [], pos_group_id: [], ...scope } as never),
    ).rejects.toMatchObject({ code })
  await clerk.call(dataPermission.set, { user_id, pos_id: [visible.pos_id], version: 1 })
  const { groups } = await clerk.call(dataPermission.get, { user_id })
  const mayGive = (id: number) => groups.find((row) => row.pos_group_id === id)?.may_give
  expect([mayGive(mine.pos_group_id), mayGive(foreign.pos_group_id)]).toEqual([true, false])
  await an.call(dataPermission.set, { user_id, pos_id: [visible.pos_id, hidden.pos_id], version: 2 })
  await expect(clerk.call(dataPermission.set, { user_id, is_limited: true, version: 3 })).rejects.toMatchObject({
    code: 169,
  })
})

test('the overview shows the scope of each person, and shows an operator only people of their own partner', async () => {
  const { partner_id } = await an.call(partner.add, { partner_code: `DL${++count}`, partner_name: 'Đại lý Bảo Châu' })
  const person = await office.hire([posPage.view], { partner_id })
  const usedGroup = await group()
  const { pos_id } = await addPos({ partner_id })
  await an.call(dataPermission.set, {
    user_id: person.user_id,
    pos_group_id: [usedGroup.pos_group_id],
    pos_id: [pos_id],
    version: 0,
  })
  const operator = await office.hire([dataPermissionPage.view], { partner_id })
  const { items } = await operator.call(dataPermission.users, { is_limited: true })
  expect(items).toMatchObject([
    { user_id: person.user_id, group_count: 1, pos_count: 1, partner_name: 'Đại lý Bảo Châu' },
  ])
  expect((await operator.call(dataPermission.users, {})).items.map((item) => item.user_id)).not.toContain(an.user_id)
  await expect(operator.call(dataPermission.get, { user_id: an.user_id })).rejects.toMatchObject({ code: 103 })
})

test('a group in use cannot be deleted, its name is unique, and operators cannot change groups', async () => {
  const usedGroup = await group()
  await expect(an.call(posGroup.add, { pos_group_name: usedGroup.pos_group_name })).rejects.toMatchObject({
    code: 9008,
  })
  const { pos_id } = await addPos({ pos_group_id: usedGroup.pos_group_id })
  await expect(an.call(posGroup.delete, { pos_group_id: usedGroup.pos_group_id })).rejects.toMatchObject({ code: 9009 })
  const { partner_id } = await an.call(partner.add, { partner_code: `DL${++count}`, partner_name: 'Đại lý Tân Lộc' })
  const operator = await office.hire([...posPage.rights], { partner_id })
  expect(
    (await operator.call(posGroup.list, { page_size: 300 })).items.find(
      (row) => row.pos_group_id === usedGroup.pos_group_id,
    ),
  ).toMatchObject({ pos_count: 0 })
  await expect(operator.call(posGroup.delete, { pos_group_id: usedGroup.pos_group_id })).rejects.toMatchObject({
    code: 169,
  })
  await an.call(pos.delete, { pos_id })
  await an.call(posGroup.delete, { pos_group_id: usedGroup.pos_group_id })
})
