import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { menu, open_pages } from '../../../services.ts'
import { group } from './group.contract.ts'
import { groupPage } from '../pages.contract.ts'
import { groupUsers } from './group-users.contract.ts'
import { pages } from './page-list.contract.ts'

let office: Office
let admin: Person
let account_page: number

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  const list = await admin.call(pages.list, {})
  account_page = list.pages.find((page) => page.page_url === accountPage.url)!.id
})
afterAll(() => office.close())

let n = 0
const draft = () => ({ group_name: `Nhóm số ${++n}`, description: 'Nhóm thử' })
const view = () => ({ page_id: account_page, role_id: 1 as const })

test('the listed pages and roles are those of the contracts', async () => {
  const list = await admin.call(pages.list, {})
  const offered = menu.flatMap((heading) => [
    heading.title,
    ...heading.pages.filter((listedPage) => !open_pages.includes(listedPage)).map((listedPage) => listedPage.title),
  ])
  expect(list.pages.map((page) => page.page_name)).toEqual(offered)
  const roles = list.page_roles.filter((role) => role.page_id === account_page)
  expect(roles.map((role) => [role.role_id, role.role_name])).toEqual([
    [1, 'Xem'],
    [2, 'Thêm'],
    [3, 'Sửa'],
    [4, 'Xóa'],
    [6, 'Xuất dữ liệu'],
  ])
})

test('a new group is active and has the chosen rights and members', async () => {
  const an = await office.hire([])
  const added = await admin.call(group.add, { ...draft(), group_page: [view()], group_user: [an.user_id] })
  expect(added).toMatchObject({ status: 1, user_count: 1, right_count: 1, created_by_name: admin.user_name })
  const info = await admin.call(group.info, { group_id: added.group_id })
  expect(info.group_page_infos).toEqual([view()])
  expect(info.group_users).toMatchObject([{ user_id: an.user_id, is_member: true }])
  expect(await admin.call(group.check, { group_id: added.group_id })).toEqual({ exists: true })
  expect(await admin.call(group.check, { group_id: 987_654 })).toEqual({ exists: false })
})

test('an empty or too long name or description of a group is refused at its field', async () => {
  const answer = async (input: object) => (await admin.raw(group.add, { ...draft(), ...input })).body.data
  expect(await answer({ group_name: ' ', description: '' })).toEqual({
    fields: { group_name: 'Không được để trống', description: 'Không được để trống' },
  })
  expect(await answer({ group_name: 'ă'.repeat(31), description: 'b'.repeat(101) })).toEqual({
    fields: { group_name: 'Không được dài quá 30 ký tự', description: 'Không được dài quá 100 ký tự' },
  })
  await admin.call(group.add, { group_name: 'ă'.normalize('NFD').repeat(30), description: 'b'.repeat(100) })
})

test('an update that leaves a group without rights is refused', async () => {
  const { group_id, version, group_name, description } = await admin.call(group.add, {
    ...draft(),
    group_page: [view()],
  })
  const { body } = await admin.raw(group.update, { group_id, version, group_name, description, group_page: [] })
  expect(body).toMatchObject({
    error: { code: 3 },
    data: { fields: { group_page: 'Bạn phải chọn ít nhất một quyền cho 1 trang.' } },
  })
})

test('two groups cannot have the same name', async () => {
  const first = draft()
  await admin.call(group.add, first)
  await expect(admin.call(group.add, { ...draft(), group_name: first.group_name })).rejects.toMatchObject({
    code: 127,
    data: { fields: { group_name: expect.any(String) } },
  })
})

test('a changed right or a deactivated group takes effect on the next call of its members', async () => {
  const an = await office.hire([])
  const added = await admin.call(group.add, { ...draft(), group_page: [view()], group_user: [an.user_id] })
  await an.call(account.list, {})
  const { group_id, group_name, description } = added
  const other = { page_id: account_page, role_id: 2 as const }
  const next = await admin.call(group.update, {
    group_id,
    version: added.version,
    group_name,
    description,
    group_page: [other],
  })
  await expect(an.call(account.list, {})).rejects.toMatchObject({ code: 169 })
  const updated = await admin.call(group.update, {
    group_id,
    version: next.version,
    group_name,
    description,
    group_page: [view()],
  })
  await an.call(account.list, {})
  await admin.call(group.update, {
    group_id,
    version: updated.version,
    group_name,
    description,
    group_page: [view()],
    status: 0,
  })
  await expect(an.call(account.list, {})).rejects.toMatchObject({ code: 169 })
})

test('an update of an outdated version of a group is refused with the current group', async () => {
  const added = await admin.call(group.add, { ...draft(), group_page: [view()] })
  const { group_id, version, group_name } = added
  await admin.call(group.update, { group_id, version, group_name, description: 'Người thứ nhất', group_page: [view()] })
  const second = admin.call(group.update, {
    group_id,
    version,
    group_name,
    description: 'Người thứ hai',
    group_page: [view()],
  })
  await expect(second).rejects.toMatchObject({
    code: 9001,
    data: { current: { description: 'Người thứ nhất', group_page: [view()] } },
  })
})

test('a group with members cannot be deleted, an empty group can', async () => {
  const an = await office.hire([])
  const { group_id, version, group_name, description } = await admin.call(group.add, {
    ...draft(),
    group_page: [view()],
    group_user: [an.user_id],
  })
  await expect(admin.call(group.delete, { group_id })).rejects.toMatchObject({ code: 129 })
  await admin.call(group.update, { group_id, version, group_name, description, group_page: [view()], group_user: [] })
  await admin.call(group.delete, { group_id })
  await expect(admin.call(group.info, { group_id })).rejects.toMatchObject({ code: 128 })
  await expect(admin.call(group.delete, { group_id })).rejects.toMatchObject({ code: 128 })
})

test('the member list covers all people and marks the members of the group', async () => {
  const [an, binh] = [await office.hire([], { user_name: 'tim.an' }), await office.hire([], { user_name: 'tim.binh' })]
  const { group_id } = await admin.call(group.add, { ...draft(), group_user: [an.user_id] })
  const marks = async (input: object) =>
    (await admin.call(groupUsers.list, { group_id, keyword: 'tim.', ...input })).items.map((item) => [
      item.user_id,
      item.is_member,
    ])
  expect(await marks({})).toEqual([
    [an.user_id, true],
    [binh.user_id, false],
  ])
  expect(await marks({ members_only: true })).toEqual([[an.user_id, true]])
  await expect(admin.call(groupUsers.list, { group_id: 987_654 })).rejects.toMatchObject({
    code: 128,
    data: { fields: { group_id: 'Nhóm người dùng không tồn tại.' } },
  })
  await expect(admin.call(group.add, { ...draft(), group_user: [987_654] })).rejects.toMatchObject({ code: 103 })
})

test('nobody can add, change or delete a group that has more rights than they hold', async () => {
  const clerk = await office.hire([groupPage.view, groupPage.add, groupPage.update, groupPage.remove])
  await expect(clerk.call(group.add, { ...draft(), group_page: [view()] })).rejects.toMatchObject({ code: 169 })
  const { group_id, version, group_name, description } = await admin.call(group.add, {
    ...draft(),
    group_page: [view()],
  })
  const change = { group_id, version, group_name, description, group_page: [view()], group_user: [clerk.user_id] }
  await expect(clerk.call(group.update, change)).rejects.toMatchObject({ code: 169 })
  await expect(clerk.call(group.delete, { group_id })).rejects.toMatchObject({ code: 169 })
})

test('a partner’s operator cannot change or delete a group that has members outside the own partner', async () => {
  const partner_id = await office.write(async (db) => {
    const values = { partner_code: 'DL9', partner_name: 'Đại lý Chín' }
    return (await db.insertInto('partner').values(values).returning('partner_id').executeTakeFirstOrThrow()).partner_id
  })
  const rights = [groupPage.view, groupPage.update, groupPage.remove, accountPage.view]
  const operator = await office.hire(rights, { partner_id })
  const house = await office.hire([])
  const added = await admin.call(group.add, { ...draft(), group_page: [view()], group_user: [house.user_id] })
  const { group_id, version, group_name, description } = added
  const change = { group_id, version, group_name, description, group_page: [view()] }
  await expect(operator.call(group.update, change)).rejects.toMatchObject({ code: 169 })
  await expect(operator.call(group.delete, { group_id })).rejects.toMatchObject({ code: 169 })
  await admin.call(group.update, { ...change, group_user: [] })
  await operator.call(group.update, { ...change, version: version + 1, group_user: [operator.user_id] })
})

test('a limited person of the head office cannot change or delete a group with members of partners they do not see', async () => {
  const rights = [groupPage.view, groupPage.update, groupPage.remove, accountPage.view]
  const clerk = await office.hire(rights)
  const { user_id: operator_id } = await office.write(async (db) => {
    await db.insertInto('data_scope').values({ user_id: clerk.user_id, is_limited: true }).execute()
    const values = { partner_code: 'DL10', partner_name: 'Đại lý Mười' }
    const { partner_id } = await db
      .insertInto('partner')
      .values(values)
      .returning('partner_id')
      .executeTakeFirstOrThrow()
    const member = {
      user_name: 'nguoidl10',
      full_name: 'Người của đại lý Mười',
      password_hash: '',
      status: 1,
      partner_id,
    }
    return db.insertInto('app_user').values(member).returning('user_id').executeTakeFirstOrThrow()
  })
  const added = await admin.call(group.add, { ...draft(), group_page: [view()], group_user: [operator_id] })
  const { group_id, version, group_name, description } = added
  const change = { group_id, version, group_name, description, group_page: [view()] }
  await expect(clerk.call(group.update, change)).rejects.toMatchObject({ code: 169 })
  await expect(clerk.call(group.delete, { group_id })).rejects.toMatchObject({ code: 169 })
  await admin.call(group.update, { ...change, group_user: [] })
  await clerk.call(group.update, { ...change, version: version + 1 })
})
