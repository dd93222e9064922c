import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { account } from '#features/access/account/account.contract.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { partner } from './partner.contract.ts'
import { partnerParts } from './partner-parts.contract.ts'

let office: Office
let an: Person
let admin: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights])
  admin = await office.hire('admin')
})
afterAll(() => office.close())

let count = 0
const draft = () => ({ partner_code: `DL${++count}`, partner_name: `Đại lý Trường Phát ${count}` })
const posDraft = (partner_id?: number) => ({
  pos_code: `P${++count}`,
  pos_name: `Điểm bán ${count}`,
  address: '12 Lê Lợi',
  province_id: 79,
  district_id: 760,
  partner_id,
})
const account_draft = {
  account_type: 1,
  bank_id: 1,
  account_number: '0123 4567 89',
  account_name: 'NGUYEN VAN A',
  status: 1,
} as const

test('a partner is created with its address, and found without accents by name, code, tax code and phone', async () => {
  const opened = await an.call(partner.add, {
    ...draft(),
    tax_code: '0300588569',
    representative: 'Đặng Hữu Phước',
    phone_int: '0912 345 678'.replaceAll(' ', ''),
    province_id: 79,
    district_id: 760,
    pos_limit: 3,
  })
  expect(opened).toMatchObject({ province_name: 'Hồ Chí Minh', district_name: 'Quận 1', pos_count: 0, partner_type: 1 })
  for (const keyword of ['truong phat', opened.partner_code, '0300588569', 'dang huu', '0912345678']) {
    const { items } = await an.call(partner.list, { keyword, province_id: 79 })
    expect(items.map((item) => item.partner_id)).toContain(opened.partner_id)
  }
})

test('two partners cannot share a code', async () => {
  const first = await an.call(partner.add, draft())
  await expect(an.call(partner.add, { ...draft(), partner_code: first.partner_code })).rejects.toMatchObject({
    code: 131,
    data: { fields: { partner_code: expect.any(String) } },
  })
})

test('a district of another province is refused at its field', async () => {
  const mismatched = { ...draft(), province_id: 1, district_id: 760 }
  const { body } = await an.raw(partner.add, mismatched)
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { district_id: expect.any(String) } } })
})

test('a partner cannot exceed its limit of points of sale, whichever call adds them', async () => {
  const { partner_id, version } = await an.call(partner.add, { ...draft(), pos_limit: 2 })
  const first = await an.call(pos.add, posDraft(partner_id))
  await an.call(pos.add, posDraft(partner_id))
  await expect(an.call(pos.add, posDraft(partner_id))).rejects.toMatchObject({ code: 139 })
  const free = await an.call(pos.add, posDraft())
  await expect(an.call(partnerParts.addPos, { partner_id, pos_id: free.pos_id })).rejects.toMatchObject({ code: 139 })
  await expect(an.call(pos.update, { pos_id: free.pos_id, version: free.version, partner_id })).rejects.toMatchObject({
    code: 139,
  })
  await expect(an.call(partner.update, { partner_id, version, pos_limit: 1 })).rejects.toMatchObject({ code: 139 })
  await an.call(partnerParts.deletePos, { partner_id, pos_id: first.pos_id })
  await an.call(partnerParts.addPos, { partner_id, pos_id: free.pos_id })
  expect((await an.call(partner.detail, { partner_id })).partner_info.pos_count).toBe(2)
})

test('parallel additions of points of sale do not exceed the limit', async () => {
  const { partner_id } = await an.call(partner.add, { ...draft(), pos_limit: 3 })
  const codes = await inParallel(async () => (await an.raw(pos.add, posDraft(partner_id))).body.error.code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, 0, 0, ...Array(17).fill(139)])
  expect((await an.call(pos.list, { partner_id })).total).toBe(3)
})

test('only a point of sale of the partner can be removed from it, and only a free one can be added', async () => {
  const [mine, other] = [await an.call(partner.add, draft()), await an.call(partner.add, draft())]
  const posRow = await an.call(pos.add, posDraft(other.partner_id))
  const input = { partner_id: mine.partner_id, pos_id: posRow.pos_id }
  await expect(an.call(partnerParts.deletePos, input)).rejects.toMatchObject({ code: 116 })
  await expect(an.call(partnerParts.addPos, input)).rejects.toMatchObject({ code: 122 })
  const free = await an.call(pos.listNotInPartner, { partner_id: mine.partner_id, page_size: 300 })
  expect(free.items.map((item) => item.pos_id)).not.toContain(posRow.pos_id)
  // A search by its code with `all` finds it and says to which partner it belongs.
  const filter = { partner_id: mine.partner_id, keyword: posRow.pos_code }
  expect((await an.call(pos.listNotInPartner, filter)).total).toBe(0)
  expect((await an.call(pos.listNotInPartner, { ...filter, all: true })).items).toMatchObject([
    { pos_id: posRow.pos_id, partner_id: other.partner_id },
  ])
  await an.call(partnerParts.deletePos, { ...input, partner_id: other.partner_id })
  await an.call(partnerParts.addPos, input)
  expect((await an.call(pos.detail, { pos_id: posRow.pos_id })).partner_id).toBe(mine.partner_id)
})

test('a partner with points of sale or people cannot be deleted; deleted accounts do not prevent it', async () => {
  const { partner_id } = await an.call(partner.add, draft())
  const posRow = await an.call(pos.add, posDraft(partner_id))
  await expect(an.call(partner.delete, { partner_id })).rejects.toMatchObject({ code: 133 })
  await an.call(pos.delete, { pos_id: posRow.pos_id })
  const person = await admin.call(account.add, {
    user_name: `vanhanh${++count}`,
    password: 'Đường-hoa-72',
    full_name: 'Trần Vận Hành',
    partner_id,
  })
  await expect(an.call(partner.delete, { partner_id })).rejects.toMatchObject({ code: 122 })
  await admin.call(account.delete, { user_id: person.user_id })
  await an.call(partner.delete, { partner_id })
  await expect(an.call(partner.detail, { partner_id })).rejects.toMatchObject({ code: 132 })
})

test('a partner has at most one bank account of each purpose', async () => {
  const { partner_id } = await an.call(partner.add, draft())
  const bank = await an.call(partnerParts.addBank, { partner_id, ...account_draft })
  expect(bank).toMatchObject({ account_number: '0123456789', bin: '970415' })
  await expect(an.call(partnerParts.addBank, { partner_id, ...account_draft })).rejects.toMatchObject({
    code: 112,
    data: { fields: { account_type: expect.any(String) } },
  })
  const second = await an.call(partnerParts.addBank, { partner_id, ...account_draft, account_type: 2 })
  const { partner_bank_id, version } = second
  await expect(
    an.call(partnerParts.updateBank, { ...account_draft, partner_bank_id, version, account_type: 1 }),
  ).rejects.toMatchObject({ code: 112 })
  const changed = await an.call(partnerParts.updateBank, {
    ...account_draft,
    partner_bank_id,
    version,
    account_type: 3,
  })
  await expect(
    an.call(partnerParts.updateBank, { ...account_draft, partner_bank_id, version, account_type: 3 }),
  ).rejects.toMatchObject({ code: 9001, data: { current: { version: changed.version } } })
  await an.call(partnerParts.deleteBank, { partner_bank_id })
  expect((await an.call(partner.detail, { partner_id })).banks.map(({ account_type }) => account_type)).toEqual([1])
})

test('a user account that is removed from a partner is locked, because it would see all data', async () => {
  const { partner_id } = await admin.call(partner.add, draft())
  const { user_id } = await office.hire([posPage.view])
  const page = await admin.call(partnerParts.usersOutside, { partner_id, page_size: 300 })
  expect(page.items.map((item) => item.user_id)).toContain(user_id)
  await admin.call(partnerParts.addUser, { partner_id, user_id })
  expect((await admin.call(partnerParts.users, { partner_id })).items.map((item) => item.user_id)).toEqual([user_id])
  const all = await admin.call(partnerParts.usersOutside, { partner_id, all: true, page_size: 300 })
  expect(all.items.find((item) => item.user_id === user_id)?.partner_name).toEqual(expect.any(String))
  const names = all.items.map(({ partner_name }) => partner_name === null)
  expect(names).toEqual(names.toSorted((a, b) => Number(b) - Number(a)))
  await admin.call(partnerParts.deleteUser, { partner_id, user_id })
  expect(await admin.call(account.detail, { user_id })).toMatchObject({ partner_id: null, status: 0 })
})

test('people can move neither their own account nor one with more rights into a partner', async () => {
  const { partner_id } = await admin.call(partner.add, draft())
  const stronger = await office.hire([...partnerPage.rights, ...posPage.rights, { page: '/nhat-ky', role: 1 }])
  await expect(an.call(partnerParts.addUser, { partner_id, user_id: stronger.user_id })).rejects.toMatchObject({
    code: 169,
  })
  await expect(an.call(partnerParts.addUser, { partner_id, user_id: admin.user_id })).rejects.toMatchObject({
    code: 169,
  })
  await expect(an.call(partnerParts.addUser, { partner_id, user_id: an.user_id })).rejects.toMatchObject({ code: 122 })
})

test('an operator sees and edits only their own partner, and cannot create or delete one or raise its limit', async () => {
  const [mine, other] = [await an.call(partner.add, draft()), await an.call(partner.add, draft())]
  const operator = await office.hire(partnerPage.rights, { partner_id: mine.partner_id })
  const page = await operator.call(partner.list, { UserID: an.user_id })
  expect([page.total, page.items.map((item) => item.partner_id)]).toEqual([1, [mine.partner_id]])
  await expect(operator.call(partner.detail, { partner_id: other.partner_id })).rejects.toMatchObject({ code: 132 })
  await expect(operator.call(partner.add, draft())).rejects.toMatchObject({ code: 169 })
  await expect(operator.call(partner.delete, { partner_id: mine.partner_id })).rejects.toMatchObject({ code: 169 })
  const { partner_id, version } = mine
  await expect(operator.call(partner.update, { partner_id, version, pos_limit: 9 })).rejects.toMatchObject({
    code: 169,
  })
  expect(await operator.call(partner.update, { partner_id, version, note: 'Giao vé trước 9 giờ' })).toMatchObject({
    note: 'Giao vé trước 9 giờ',
  })
})

test('people of a base store neither create or delete partners nor set what the head office sets', async () => {
  const { partner_id, version } = await an.call(partner.add, draft())
  const { base_id } = await office.write((db) =>
    db
      .insertInto('base_store')
      .values({ base_code: 'KHODL', base_name: 'Kho Đại Lý' })
      .returning('base_id')
      .executeTakeFirstOrThrow(),
  )
  const keeper = await office.hire([...partnerPage.rights, ...posPage.rights], { base_id })
  const { pos_id } = await an.call(pos.add, posDraft())
  const { pos_group_id } = await an.call(posGroup.add, { pos_group_name: `Nhóm ${++count}` })
  const refused = [
    keeper.call(partner.add, draft()),
    keeper.call(partner.import, { rows: [{ ...draft(), partner_type: 1 }] }),
    keeper.call(partner.update, { partner_id, version, debt_limit: 900_000_000 }),
    keeper.call(partner.update, { partner_id, version, status: 0 }),
    keeper.call(partner.delete, { partner_id }),
    keeper.call(partnerParts.addPos, { partner_id, pos_id }),
    keeper.call(posGroup.add, { pos_group_name: `Nhóm ${++count}` }),
    keeper.call(posGroup.update, { pos_group_id, version: 1, pos_group_name: `Nhóm ${++count}` }),
    keeper.call(posGroup.delete, { pos_group_id }),
  ]
  await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 169 })))
  expect(await keeper.call(partner.update, { partner_id, version, note: 'Giao vé tại kho' })).toMatchObject({
    note: 'Giao vé tại kho',
  })
})

test('the total of points of sale in the list is the sum of its rows', async () => {
  const { items, sums } = await an.call(partner.list, { page_size: 300 })
  expect(sums?.pos_count).toBe(items.reduce((sum, item) => sum + item.pos_count, 0))
})

test('the import of partners adds the valid rows and returns the others with reason and advice', async () => {
  const existing = await an.call(partner.add, draft())
  const row = (overrides: object) => ({ ...draft(), partner_type: 1 as const, ...overrides })
  const good = row({ province_name: 'TP.HCM', district_name: 'q1', phone_int: '0987654321' })
  const { refused } = await an.call(partner.import, {
    rows: [
      row({ partner_code: existing.partner_code }),
      good,
      row({ province_name: 'Sài Gòn Mới' }),
      row({ province_name: 'Hà Nội', district_name: 'Quận 1' }),
      row({ district_name: 'Quận 1' }),
      row({ partner_code: good.partner_code }),
    ],
  })
  expect(refused.map(({ index }) => index)).toEqual([0, 2, 3, 4, 5])
  for (const { error, fix } of refused) expect(error && fix).toMatch(/[À-ỹ]/)
  const { items } = await an.call(partner.list, { keyword: good.partner_code })
  expect(items).toMatchObject([{ province_name: 'Hồ Chí Minh', district_name: 'Quận 1', phone_number: '84987654321' }])
})

test('people who may see partners see the history of one, including its accounts', async () => {
  const { partner_id } = await an.call(partner.add, draft())
  await an.call(partnerParts.addBank, { partner_id, ...account_draft })
  const { items } = await an.call(recordHistory.history, { table_name: 'partner', row_id: String(partner_id) })
  expect(items.map(({ table_name }) => table_name).toSorted()).toEqual(['partner', 'partner_bank'])
})

test('fields of a partner that are sent outside partner_info are refused', async () => {
  const flat = await fetch(office.url + partner.add.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${an.token}`,
      'content-type': 'application/json',
      cookie: [...an.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: JSON.stringify({ ...draft(), channel: 'CMS', transid: 'dai-ly-phang-1' }),
  })
  expect(await flat.json()).toMatchObject({
    error: { code: 3 },
    data: { fields: { partner_code: expect.any(String) } },
  })
})
