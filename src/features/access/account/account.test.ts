import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../../../testing/tickets.ts'
import { openOffice, password, type Office, type Person } from '../../../testing/office.ts'
import { group } from '#features/access/group/group.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { accountBulk } from './account-bulk.contract.ts'
import { account, type Account } from './account.contract.ts'
import { accountPage } from '../pages.contract.ts'
import type * as z from 'zod/mini'

let office: Office
let admin: Person
let partner_ids: number[]

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  partner_ids = await office.write(async (db) => {
    const values = ['Trường Phát', 'Hưng Thịnh'].map((partner_name, n) => ({ partner_name, partner_code: `DL${n}` }))
    return (await db.insertInto('partner').values(values).returning('partner_id').execute()).map(
      (row) => row.partner_id,
    )
  })
})
afterAll(() => office.close())

let people = 0
const draft = () => ({ user_name: `taikhoan${++people}`, password: 'Đường-hoa-72', full_name: 'Đặng Thị Bưởi' })
const everything = [accountPage.view, accountPage.add, accountPage.update, accountPage.remove]
const refused = (code: number, fields?: Record<string, unknown>) =>
  expect.objectContaining({ code, ...(fields ? { data: expect.objectContaining({ fields }) } : {}) })

async function added(overrides: Partial<z.infer<typeof Account>> = {}) {
  return admin.call(account.add, { ...draft(), ...(overrides as object) })
}

test('an account is added with its groups, and found by name without accents or by phone number', async () => {
  const { group_id } = await admin.call(group.add, { group_name: 'Thủ kho', description: 'Kho vé' })
  const created = await admin.call(account.add, {
    ...draft(),
    full_name: 'Đặng Thị Bưởi',
    phone_int: '0912000111',
    list_group: [group_id],
    birthday: '1990-02-28',
  })
  expect(created).toMatchObject({
    phone_number: '84912000111',
    groups: [{ group_id, group_name: 'Thủ kho' }],
    status: 1,
    must_change_password: true,
  })
  for (const keyword of ['dang thi buoi', 'ĐẶNG', '0912000111', '84912000111', 'Đặng'.normalize('NFD')]) {
    const { items } = await admin.call(account.list, { keyword, group_id })
    expect(items.map((item) => item.user_id)).toEqual([created.user_id])
  }
})

test('a duplicate user name or phone number and an unknown group or partner are refused at their fields', async () => {
  const first = await added({})
  await admin.call(account.update, { user_id: first.user_id, version: first.version, phone_int: '0987000222' })
  await expect(admin.call(account.add, { ...draft(), user_name: first.user_name.toUpperCase() })).rejects.toEqual(
    refused(101, { user_name: expect.any(String) }),
  )
  await expect(admin.call(account.add, { ...draft(), phone_int: '84987000222' })).rejects.toEqual(
    refused(186, { phone_int: expect.any(String) }),
  )
  await expect(admin.call(account.add, { ...draft(), list_group: [987_654] })).rejects.toEqual(
    refused(130, { list_group: expect.any(String) }),
  )
  await expect(admin.call(account.add, { ...draft(), partner_id: 987_654 })).rejects.toEqual(
    refused(132, { partner_id: expect.any(String) }),
  )
})

test('the list sorts full names in Vietnamese alphabetical order', async () => {
  const unit = 'Tổ sắp xếp'
  for (const full_name of ['Đỗ Em', 'Ân Ba', 'An Một', 'Ăn Hai', 'Dương Tư', 'Bình Ba'])
    await admin.call(account.add, { ...draft(), full_name, unit })
  const { items } = await admin.call(account.list, { keyword: unit, sort: 'full_name' })
  expect(items.map((item) => item.full_name)).toEqual(['An Một', 'Ăn Hai', 'Ân Ba', 'Bình Ba', 'Dương Tư', 'Đỗ Em'])
})

test('the pages of the list add up to the whole list, and each has the same total', async () => {
  const all = await admin.call(account.list, { page_size: 300 })
  const size = 10
  const collected: number[] = []
  for (let page_index = 1; collected.length < all.total!; page_index++) {
    const part = await admin.call(account.list, { page_index, page_size: size })
    expect(part.total).toBe(all.total)
    collected.push(...part.items.map((item) => item.user_id))
  }
  expect(collected).toEqual(all.items.map((item) => item.user_id))
  expect((await admin.call(account.list, { page_index: 999 })).items).toEqual([])
})

test('an update changes only the fields that it contains', async () => {
  const before = await admin.call(account.add, {
    ...draft(),
    unit: 'Kho',
    address: '1 Lê Lợi',
    phone_int: '0912000333',
  })
  const after = await admin.call(account.update, {
    user_id: before.user_id,
    version: before.version,
    unit: null,
    full_name: 'Tên Mới',
  })
  expect(after).toEqual({
    ...before,
    unit: null,
    full_name: 'Tên Mới',
    version: before.version + 1,
    updated_by_name: admin.user_name,
    updated_at: expect.any(String),
  })
})

test('an update of an outdated version is refused with the current row and overwrites nothing', async () => {
  const { user_id, version } = await added()
  await admin.call(account.update, { user_id, version, unit: 'Người thứ nhất' })
  const second = admin.call(account.update, { user_id, version, unit: 'Người thứ hai' })
  await expect(second).rejects.toMatchObject({
    code: 9001,
    data: { current: { user_id, unit: 'Người thứ nhất', version: version + 1 } },
  })
  expect((await admin.call(account.detail, { user_id })).unit).toBe('Người thứ nhất')
})

test('locking an account ends its sessions at once; unlocking lets it sign in again', async () => {
  const an = await office.hire([accountPage.view])
  const { version } = await admin.call(account.detail, { user_id: an.user_id })
  await admin.call(account.update, { user_id: an.user_id, version, status: 0 })
  await expect(an.call(account.list, {})).rejects.toMatchObject({ code: 1 })
  await admin.call(account.update, { user_id: an.user_id, version: version + 1, status: 1 })
  await an.signIn()
})

test('an active account cannot become a request again, and nobody can lock their own account or an administrator', async () => {
  const { user_id, version } = await added()
  await expect(admin.call(account.update, { user_id, version, status: 2 })).rejects.toMatchObject({ code: 122 })
  const an = await office.hire('admin')
  const detail = await an.call(account.detail, { user_id: an.user_id })
  await expect(
    an.call(account.update, { user_id: an.user_id, version: detail.version, status: 0 }),
  ).rejects.toMatchObject({ code: 122 })
  const boss = await admin.call(account.detail, { user_id: admin.user_id })
  await expect(
    an.call(account.update, { user_id: admin.user_id, version: boss.version, status: 0 }),
  ).rejects.toMatchObject({ code: 122 })
})

test('nobody can delete their own account or an administrator; a deleted account is gone and its user name free', async () => {
  const deletion = admin.call(account.delete, { user_id: admin.user_id })
  await expect(deletion).rejects.toMatchObject({
    code: 122,
    message: 'Không cho phép xóa chính tài khoản đang đăng nhập.',
  })
  const other = await office.hire('admin')
  await expect(other.call(account.delete, { user_id: admin.user_id })).rejects.toMatchObject({ code: 1010 })
  const gone = await office.hire([])
  await admin.call(account.delete, { user_id: gone.user_id })
  await expect(gone.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  await expect(admin.call(account.detail, { user_id: gone.user_id })).rejects.toMatchObject({ code: 103 })
  await expect(admin.call(account.delete, { user_id: gone.user_id })).rejects.toMatchObject({ code: 103 })
  await admin.call(account.add, { ...draft(), user_name: gone.user_name })
})

test('a reset ends the sessions, and its one-time password is stored neither as the answer nor in the log', async () => {
  const an = await office.hire([])
  const transid = 'dat-lai-mat-khau-1'
  const first = await admin.raw(account.resetPass, { user_id: an.user_id }, { transid })
  const { one_time_password } = first.body.data as { one_time_password: string }
  await expect(an.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  await an.signIn(one_time_password)
  const stored = await office.db.selectFrom('command').select('answer').where('transid', '=', transid).execute()
  expect(stored).toEqual([])
  const logged = await office.db.selectFrom('audit_log').select('input').where('transid', '=', transid).execute()
  expect(logged).toEqual([{ input: { user_id: an.user_id } }])
})

test('only an administrator sets the default password; a reset accepts the default or any strong password', async () => {
  const an = await office.hire([])
  const reset = (new_pass: string) => admin.call(account.resetPass, { user_id: an.user_id, new_pass })
  const clerk = await office.hire(everything)
  await expect(clerk.call(account.setDefaultPass, { enabled: true, new_pass: 'Mặc-định-2026' })).rejects.toMatchObject({
    code: 169,
  })
  await admin.call(account.setDefaultPass, { enabled: true, new_pass: 'Mặc-định-2026' })
  expect(await admin.call(account.defaultPass, {})).toEqual({ enabled: true })
  await expect(reset('12345678')).rejects.toMatchObject({ data: { fields: { new_pass: expect.any(String) } } })
  expect(await reset('Mặc-định-2026')).toEqual({ one_time_password: null })
  await an.signIn('Mặc-định-2026')
  await admin.call(account.setDefaultPass, { enabled: false })
  expect(await reset('Một-cái-khác-9')).toEqual({ one_time_password: null })
  await an.signIn('Một-cái-khác-9')
})

test('an administrator lists the sessions of an account and ends one or all of them, except the current one', async () => {
  const an = await office.hire([])
  await an.call(signIn.login, { username: an.user_name, password, client: 'api' })
  const { items } = await admin.call(account.sessions, { user_id: an.user_id })
  expect(items).toHaveLength(2)
  await admin.call(account.revoke, { user_id: an.user_id, session_id: items[0]!.session_id })
  expect((await admin.call(account.sessions, { user_id: an.user_id })).total).toBe(1)
  await admin.call(account.revoke, { user_id: an.user_id })
  await expect(an.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  await expect(
    admin.call(account.revoke, { user_id: an.user_id, session_id: items[0]!.session_id }),
  ).rejects.toMatchObject({ code: 9005 })
  await admin.call(account.revoke, { user_id: admin.user_id })
  await admin.call(ownSession.roles, {})
})

test('a person can neither assign rights that they do not hold nor change an account that has such rights', async () => {
  const clerk = await office.hire(everything)
  const strong = await admin.call(group.add, {
    group_name: 'Mạnh hơn',
    description: 'Nhiều quyền',
    group_page: await rightsOf(groupPage.url, [1, 3]),
  })
  const { list_group: _, ...plain } = { ...draft(), list_group: [] }
  await expect(clerk.call(account.add, { ...plain, list_group: [strong.group_id] })).rejects.toMatchObject({
    code: 169,
  })
  const detail = await clerk.call(account.detail, { user_id: clerk.user_id })
  const raise = { user_id: clerk.user_id, version: detail.version, list_group: [strong.group_id] }
  await expect(clerk.call(account.update, raise)).rejects.toMatchObject({ code: 169 })
  for (const stronger of [await office.hire('admin'), await office.hire([...everything, groupPage.view])]) {
    const { version } = await admin.call(account.detail, { user_id: stronger.user_id })
    const { user_id } = stronger
    await expect(clerk.call(account.resetPass, { user_id })).rejects.toMatchObject({ code: 169 })
    await expect(clerk.call(account.update, { user_id, version, unit: 'x' })).rejects.toMatchObject({ code: 169 })
    await expect(clerk.call(account.revoke, { user_id })).rejects.toMatchObject({ code: 169 })
  }
})

test('nobody puts their own account into a store or a partner', async () => {
  const base_id = await openStore(office, [])
  for (const person of [admin, await office.hire(everything)]) {
    const { user_id } = person
    const { version } = await admin.call(account.detail, { user_id })
    for (const scope of [{ base_id }, { partner_id: partner_ids[0]! }])
      await expect(person.call(account.update, { user_id, version, ...scope })).rejects.toEqual(refused(122))
    await person.call(account.update, { user_id, version, base_id: null, partner_id: null })
  }
})

async function rightsOf(page_url: string, role_ids: (1 | 2 | 3 | 4 | 5 | 6)[]) {
  const { page_id } = await office.db
    .selectFrom('page')
    .select('page_id')
    .where('page_url', '=', page_url)
    .executeTakeFirstOrThrow()
  return role_ids.map((role_id) => ({ page_id, role_id }))
}

test('a partner’s operator sees and changes only accounts of the own partner; others are answered as not found', async () => {
  const [own_id, foreign_id] = partner_ids as [number, number]
  const operator = await office.hire(everything, { partner_id: own_id })
  const mine = await admin.call(account.add, { ...draft(), partner_id: own_id })
  const foreign = await admin.call(account.add, { ...draft(), partner_id: foreign_id })
  const house = await added()
  const { items } = await operator.call(account.list, { page_size: 300 })
  expect(items.map((item) => item.user_id).sort()).toEqual([operator.user_id, mine.user_id].sort())
  for (const { user_id, version } of [foreign, house]) {
    const attempts = [
      () => operator.call(account.detail, { user_id }),
      () => operator.call(account.update, { user_id, version, unit: 'x' }),
      () => operator.call(account.resetPass, { user_id }),
      () => operator.call(account.delete, { user_id }),
      () => operator.call(account.sessions, { user_id }),
      () => operator.call(account.revoke, { user_id }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 103 })
  }
  const created = await operator.call(account.add, { ...draft(), partner_id: foreign_id })
  expect(created.partner_id).toBe(own_id)
  await expect(
    operator.call(account.update, { user_id: mine.user_id, version: mine.version, partner_id: foreign_id }),
  ).rejects.toMatchObject({ code: 132 })
  expect((await operator.call(partner.list, {})).items.map((item) => item.partner_id)).toEqual([own_id])
})

test('a bulk action does exactly what its preview shows, with a reason for each skipped row', async () => {
  const unit = 'Tổ hàng loạt'
  const [first, second, locked] = [await added(), await added(), await added()]
  for (const person of [first, second, locked])
    await admin.call(account.update, { user_id: person.user_id, version: person.version, unit })
  await admin.call(account.update, { user_id: locked.user_id, version: locked.version + 1, status: 0 })
  const input = { action: 'lock' as const, filter: { keyword: unit }, expected: 3 }
  const before = await admin.call(accountBulk.preview, input)
  expect(before).toMatchObject({ done: 2, skipped: 1 })
  expect(before.rows.find((row) => row.id === locked.user_id)).toMatchObject({
    outcome: 'skipped',
    reason: 'Đã khóa từ trước',
  })
  expect((await admin.call(account.list, { keyword: unit, status: 0 })).total).toBe(1)
  expect(await admin.call(accountBulk.run, input)).toEqual(before)
  expect((await admin.call(account.list, { keyword: unit, status: 0 })).total).toBe(3)
})

test('a bulk action is refused as a whole when the chosen rows no longer match the expected number', async () => {
  const existingAccount = await added()
  const gone = { action: 'lock' as const, ids: [existingAccount.user_id, 987_654], expected: 2 }
  await expect(admin.call(accountBulk.run, gone)).rejects.toMatchObject({
    code: 9001,
    message: expect.stringContaining('nay có 1 dòng thay vì 2'),
  })
  expect((await admin.call(account.detail, { user_id: existingAccount.user_id })).status).toBe(1)
})

test('a bulk action skips accounts that the person may not lock, and is refused for accounts outside their scope', async () => {
  const clerk = await office.hire(everything)
  const report = await clerk.call(accountBulk.run, { action: 'lock', ids: [admin.user_id, clerk.user_id], expected: 2 })
  expect(report).toMatchObject({ done: 0, skipped: 2 })
  const operator = await office.hire(everything, { partner_id: partner_ids[0]! })
  await expect(
    operator.call(accountBulk.run, { action: 'lock', ids: [clerk.user_id], expected: 1 }),
  ).rejects.toMatchObject({ code: 9001 })
})
