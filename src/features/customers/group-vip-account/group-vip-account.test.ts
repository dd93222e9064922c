import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel } from '../../../testing/parallel.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { groupType, groupVip } from '../group-vip/group-vip.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { groupVipAccount } from './group-vip-account.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(customerGroupPage.rights)
})
afterAll(() => office.close())

let groups = 0
const newGroup = async () =>
  (await an.call(groupVip.add, { name: `Nhóm khách ${++groups}`, type: groupType.vip })).group_vip_id
let phones = 84_917_000_000
const newPhone = () => String(++phones)
const membersOf = async (group_vip_id: number) =>
  (await an.call(groupVipAccount.list, { group_vip_id })).items.map(({ msisdn }) => msisdn)

test('phone numbers are added in any common notation, and each refused one has its reason', async () => {
  const [gold, silver] = [await newGroup(), await newGroup()]
  const [one, two, three] = [newPhone(), newPhone(), newPhone()]
  const local = `0${one.slice(2, 5)} ${one.slice(5, 8)} ${one.slice(8)}`
  expect(await an.call(groupVipAccount.add, { group_vip_id: gold, msisdn: [local, two] })).toEqual({
    refused: [],
    same: [],
  })
  const tried = { group_vip_id: silver, msisdn: [three, two, three, one], dry_run: true }
  const report = await an.call(groupVipAccount.add, tried)
  expect(report).toMatchObject({
    refused: [
      { index: 1, error: 'Số này đang ở nhóm “Nhóm khách 1”', field: 'msisdn' },
      { index: 3, error: 'Số này đang ở nhóm “Nhóm khách 1”' },
    ],
    same: [2],
  })
  expect(await membersOf(silver)).toEqual([])
  expect(await an.call(groupVipAccount.add, { ...tried, dry_run: false })).toEqual(report)
  expect(await membersOf(silver)).toEqual([three])
  expect((await an.call(groupVipAccount.add, { group_vip_id: gold, msisdn: [one] })).same).toEqual([0])
  await expect(an.call(groupVipAccount.add, { group_vip_id: 2_000_000_000, msisdn: [one] })).rejects.toMatchObject({
    code: 128,
    data: { fields: { group_vip_id: 'Nhóm khách hàng không tồn tại.' } },
  })
  await expect(an.call(groupVipAccount.add, { group_vip_id: gold, msisdn: ['0212'] })).rejects.toMatchObject({
    code: 3,
  })
})

test('a member is found by phone or name, moved to another group and removed', async () => {
  const [gold, silver] = [await newGroup(), await newGroup()]
  const { msisdn } = await openTestWallet(office, { balance: 0 })
  await an.call(groupVipAccount.add, { group_vip_id: gold, msisdn: [msisdn] })
  const page = await an.call(groupVipAccount.list, { keyword: `0${msisdn.slice(2)}` })
  expect(page.items).toMatchObject([{ msisdn, group_vip_id: gold }])
  const { account_id, full_name } = page.items[0]!
  expect((await an.call(groupVipAccount.list, { group_vip_id: gold, keyword: full_name! })).items).toHaveLength(1)
  const moved = await an.call(groupVipAccount.update, { account_id, version: 1, group_vip_id: silver, note: 'Mua sỉ' })
  expect(moved).toMatchObject({ group_vip_id: silver, note: 'Mua sỉ', version: 2, updated_by_name: an.user_name })
  await expect(an.call(groupVipAccount.update, { account_id, version: 1, group_vip_id: gold })).rejects.toMatchObject({
    data: { current: { version: 2 } },
  })
  expect(await an.call(groupVipAccount.customer, { msisdn: [msisdn] })).toMatchObject({
    by: 'member',
    group_vip_id: silver,
  })
  await an.call(groupVip.update, { group_vip_id: silver, status: 0 })
  expect(await an.call(groupVipAccount.customer, { msisdn: [msisdn] })).toMatchObject({
    by: 'inactive',
    member: { account_id },
  })
  await an.call(groupVipAccount.delete, { account_id })
  await expect(an.call(groupVipAccount.detail, { account_id })).rejects.toMatchObject({ code: 9005 })
  const [rest] = (await an.call(groupVip.list, { type: groupType.rest })).items
  expect(await an.call(groupVipAccount.customer, { msisdn: [msisdn] })).toEqual({
    msisdn,
    by: 'rest',
    member: null,
    group_vip_id: rest!.group_vip_id,
    group_name: rest!.name,
  })
  const add = { group_vip_id: rest!.group_vip_id, msisdn: [msisdn] }
  await expect(an.call(groupVipAccount.add, add)).rejects.toMatchObject({ code: 122 })
})

test('of twenty groups that add one customer in parallel exactly one succeeds', async () => {
  const msisdn = newPhone()
  const ids = await Promise.all(Array.from({ length: 20 }, newGroup))
  const reports = await inParallel((n) => an.call(groupVipAccount.add, { group_vip_id: ids[n]!, msisdn: [msisdn] }))
  expect(reports.filter(({ refused }) => refused.length === 0)).toHaveLength(1)
  const { items } = await an.call(groupVipAccount.list, { keyword: msisdn })
  expect(items).toHaveLength(1)
  expect(reports.flatMap(({ refused }) => refused.map(({ error }) => error))).toEqual(
    Array.from({ length: 19 }, () => `Số này đang ở nhóm “${items[0]!.group_name}”`),
  )
})

test('fifty thousand phone numbers that are added in parts are all members', { timeout: 120_000 }, async () => {
  const group_vip_id = await newGroup()
  for (let piece = 0; piece < 100; piece++) {
    const msisdn = Array.from({ length: 500 }, (_, n) => String(84_350_000_000 + piece * 500 + n))
    expect(await an.call(groupVipAccount.add, { group_vip_id, msisdn })).toEqual({ refused: [], same: [] })
  }
  expect(await an.call(groupVip.detail, { group_vip_id })).toMatchObject({ member_count: 50_000 })
})

test('people of a partner can neither see nor change the members of a group', async () => {
  const group_vip_id = await newGroup()
  const msisdn = newPhone()
  await an.call(groupVipAccount.add, { group_vip_id, msisdn: [msisdn] })
  const [{ account_id } = { account_id: 0 }] = (await an.call(groupVipAccount.list, { keyword: msisdn })).items
  const { partner_id } = await office.write(async (db) => {
    const { rows } = await sql<{ partner_id: number }>`
      insert into partner (partner_code, partner_name) values ('KHACHNGOAI', 'Khách ngoài') returning partner_id`.execute(
      db,
    )
    return rows[0]!
  })
  const operator = await office.hire(customerGroupPage.rights, { partner_id })
  expect((await operator.call(groupVipAccount.list, { group_vip_id })).items).toEqual([])
  await expect(operator.call(groupVipAccount.detail, { account_id })).rejects.toMatchObject({ code: 9005 })
  await expect(operator.call(groupVipAccount.delete, { account_id })).rejects.toMatchObject({ code: 9005 })
  await expect(operator.call(groupVipAccount.add, { group_vip_id, msisdn: [msisdn] })).rejects.toMatchObject({
    code: 169,
  })
})
