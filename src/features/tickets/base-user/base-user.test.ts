/** The people of a base store: accounts that belong to it, with rights that only people who hold them can give. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { baseStorePage, importApprovalPage, storeTicketPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { openOffice, password, type Office, type Person } from '../../../testing/office.ts'
import { openStore } from '../../../testing/tickets.ts'
import { baseUser } from './base-user.contract.ts'

let office: Office
/** A person of the head office, who may give the rights that she holds. */
let an: Person
let base_id: number

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...baseStorePage.rights, ...storeTicketPage.rights, ...accountPage.rights])
  base_id = await openStore(office, [21])
})
afterAll(() => office.close())

let names = 0
const draft = (overrides: object = {}) => ({
  base_id,
  user_name: `thukho${++names}`,
  password: 'Đường-hoa-72',
  full_name: 'Trần Thị Kho',
  ...overrides,
})
const add = (overrides: object = {}) => an.call(baseUser.add, draft(overrides))
/** The rights of a page by its address, as the call takes them. */
async function rightsOn(url: string, ...roles: number[]) {
  const { pages } = await an.call(baseUser.pages, {})
  const page_id = pages.find(({ page_url }) => page_url === url)!.id
  return roles.map((role_id) => ({ page_id, role_id: role_id as 1 }))
}
const give = async (base_user_id: number, roles: Awaited<ReturnType<typeof rightsOn>>, by = an) =>
  by.call(baseUser.configRole, { base_user_id, roles })

describe('an account of a store', () => {
  test('is added with a password that must be changed, and is in the list of its store', async () => {
    const { base_user_id, user_name } = await add({ phone_int: '0903000111', email: 'kho@veso.vn' })
    const { items } = await an.call(baseUser.list, { base_id, keyword: user_name })
    expect(items).toMatchObject([
      { base_user_id, base_id, must_change_password: true, phone_number: '84903000111', role_count: 0 },
    ])
    expect(await an.call(baseUser.detail, { base_user_id })).toEqual(items[0])
  })

  test('is refused with 161 for a used user name and with 186 for a used phone number', async () => {
    const { user_name } = await add({ phone_int: '0903000222' })
    await expect(add({ user_name })).rejects.toMatchObject({
      code: 161,
      data: { fields: { user_name: expect.any(String) } },
    })
    await expect(add({ user_name: an.user_name })).rejects.toMatchObject({ code: 161 })
    await expect(add({ phone_int: '0903000222' })).rejects.toMatchObject({ code: 186 })
  })

  test('is refused at its field for a common password or an unknown store', async () => {
    await expect(add({ password: '12345678' })).rejects.toMatchObject({
      code: 3,
      data: { fields: { password: expect.any(String) } },
    })
    await expect(add({ base_id: 4000 })).rejects.toMatchObject({
      code: 3,
      data: { fields: { base_id: expect.any(String) } },
    })
  })

  test('can be renamed, moved to another store and locked, and an outdated version is refused with 9001', async () => {
    const { base_user_id, version } = await add()
    const other = await openStore(office, [])
    const moved = await an.call(baseUser.update, { base_user_id, version, base_id: other, full_name: 'Trần Kho' })
    expect(moved).toMatchObject({ base_id: other, full_name: 'Trần Kho' })
    await expect(an.call(baseUser.update, { base_user_id, version, full_name: 'Khác' })).rejects.toMatchObject({
      code: 9001,
      data: { current: { full_name: 'Trần Kho' } },
    })
    const locked = await an.call(baseUser.update, { base_user_id, version: moved.version, status: 0 })
    expect(locked.status).toBe(0)
  })

  test('is refused with 178 for changes and rights once it belongs to no store', async () => {
    const { base_user_id, version } = await add()
    await an.call(account.update, { user_id: base_user_id, version, base_id: null })
    await expect(
      an.call(baseUser.update, { base_user_id, version: version + 1, full_name: 'A' }),
    ).rejects.toMatchObject({ code: 178 })
    await expect(give(base_user_id, [])).rejects.toMatchObject({ code: 178 })
    await expect(an.call(baseUser.detail, { base_user_id })).rejects.toMatchObject({ code: 103 })
  })

  test('gets a new password by a reset, which ends its sessions and refuses a common password', async () => {
    const keeper = await office.hire([storeTicketPage.view], { base_id })
    const { one_time_password } = await an.call(baseUser.resetPass, { base_user_id: keeper.user_id })
    await expect(keeper.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
    await keeper.signIn(one_time_password!)
    await expect(keeper.call(drawArea.byBase, {})).rejects.toMatchObject({ code: 9004 })
    await expect(
      an.call(baseUser.resetPass, { base_user_id: keeper.user_id, new_pass: '12345678' }),
    ).rejects.toMatchObject({ code: 3, data: { fields: { new_pass: expect.any(String) } } })
    const answer = await an.call(baseUser.resetPass, { base_user_id: keeper.user_id, new_pass: 'Cây-phượng-19' })
    expect(answer).toEqual({ one_time_password: null })
    await keeper.signIn('Cây-phượng-19')
  })

  test('is deleted with its sessions, unless it is the own account or that of an administrator (1010)', async () => {
    const keeper = await office.hire([storeTicketPage.view], { base_id })
    await an.call(baseUser.delete, { base_user_id: keeper.user_id })
    await expect(keeper.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
    await expect(an.call(baseUser.detail, { base_user_id: keeper.user_id })).rejects.toMatchObject({ code: 103 })

    const chief = await office.hire([...baseStorePage.rights], { base_id })
    await expect(chief.call(baseUser.delete, { base_user_id: chief.user_id })).rejects.toThrow(
      'Không cho phép xóa chính tài khoản đang đăng nhập.',
    )
    const admin = await office.hire('admin', { base_id })
    await expect(an.call(baseUser.delete, { base_user_id: admin.user_id })).rejects.toMatchObject({ code: 1010 })
  })
})

describe('the rights of an account of a store', () => {
  test('are offered on pages of tickets and not on accounts, and an unknown page is refused', async () => {
    const { pages } = await an.call(baseUser.pages, {})
    const urls = pages.map(({ page_url }) => page_url).filter(Boolean)
    expect(urls).toContain(storeTicketPage.url)
    expect(urls).not.toContain(accountPage.url)
    const { base_user_id } = await add()
    await expect(give(base_user_id, [{ page_id: 4000, role_id: 1 }])).rejects.toMatchObject({ code: 3 })
  })

  test('take effect and end with the next call, without another sign-in', async () => {
    const keeper = await office.hire([], { base_id })
    const list = () => keeper.call(ticketImport.list, {})
    await expect(list()).rejects.toMatchObject({ code: 169 })
    const roles = await rightsOn(storeTicketPage.url, 1, 2)
    expect(await give(keeper.user_id, roles)).toMatchObject({ roles })
    await expect(list()).resolves.toHaveProperty('items')
    const { lsPageInfos } = await keeper.call(ownSession.roles, {})
    expect(lsPageInfos.map(({ page_url, role_list }) => [page_url, role_list])).toContainEqual([
      storeTicketPage.url,
      '1,2',
    ])
    await give(keeper.user_id, [])
    await expect(list()).rejects.toMatchObject({ code: 169 })
  })

  test('are suspended while their holder belongs to no store', async () => {
    const keeper = await office.hire([], { base_id })
    await give(keeper.user_id, await rightsOn(storeTicketPage.url, 1))
    const { version } = await an.call(baseUser.detail, { base_user_id: keeper.user_id })
    const without = await an.call(account.update, { user_id: keeper.user_id, version, base_id: null })
    await expect(keeper.call(ticketImport.list, {})).rejects.toMatchObject({ code: 169 })
    await an.call(account.update, { user_id: keeper.user_id, version: without.version, base_id })
    await expect(keeper.call(ticketImport.list, {})).resolves.toHaveProperty('items')
  })

  test('cannot exceed those of the person who gives them (169)', async () => {
    const { base_user_id } = await add()
    const foreignRights = await rightsOn(importApprovalPage.url, 1, 5)
    await expect(give(base_user_id, foreignRights)).rejects.toMatchObject({
      code: 169,
      data: { fields: { roles: expect.any(String) } },
    })
    expect((await an.call(baseUser.roles, { base_user_id })).roles).toEqual([])
  })

  test('cannot be changed by people who have fewer, nor can the account (169)', async () => {
    const binh = await office.hire([
      ...baseStorePage.rights,
      ...accountPage.rights,
      importApprovalPage.view,
      ticketPage.view,
    ])
    const { base_user_id, version } = await add()
    await give(base_user_id, await rightsOn(ticketPage.url, 1), binh)
    await expect(give(base_user_id, [])).rejects.toMatchObject({ code: 169 })
    const edit = { version: version + 1, full_name: 'B' }
    await expect(an.call(baseUser.update, { base_user_id, ...edit })).rejects.toMatchObject({ code: 169 })
    await expect(an.call(account.update, { user_id: base_user_id, ...edit })).rejects.toMatchObject({ code: 169 })
    await expect(an.call(baseUser.resetPass, { base_user_id })).rejects.toMatchObject({ code: 169 })
    await expect(an.call(baseUser.delete, { base_user_id })).rejects.toMatchObject({ code: 169 })
  })

  test('are refused with 9001 for an outdated version', async () => {
    const { base_user_id, version } = await add()
    const roles = await rightsOn(storeTicketPage.url, 1)
    await an.call(baseUser.configRole, { base_user_id, roles, version })
    await expect(an.call(baseUser.configRole, { base_user_id, roles: [], version })).rejects.toMatchObject({
      code: 9001,
      data: { current: { roles } },
    })
  })
})

describe('people of a store', () => {
  test('manage the accounts of their store, and neither see nor change others', async () => {
    const other = await openStore(office, [])
    const stranger = await an.call(baseUser.add, draft({ base_id: other }))
    const chief = await office.hire([...baseStorePage.rights, ...groupPage.rights], { base_id })
    const { items } = await chief.call(baseUser.list, { page_size: 300 })
    expect(new Set(items.map((item) => item.base_id))).toEqual(new Set([base_id]))
    await expect(chief.call(baseUser.add, draft({ base_id: other }))).rejects.toMatchObject({ code: 3 })
    await expect(chief.call(baseUser.roles, { base_user_id: stranger.base_user_id })).rejects.toMatchObject({
      code: 103,
    })
    const { version, base_user_id } = await chief.call(baseUser.add, draft())
    await expect(chief.call(baseUser.update, { base_user_id, version, base_id: other })).rejects.toMatchObject({
      code: 3,
    })
    // They cannot delete a group that has members elsewhere.
    const { items: groups } = await chief.call(group.list, { page_size: 300 })
    const of_an = groups.find(({ group_name }) => group_name === `Nhóm của ${an.user_name}`)!
    await expect(chief.call(group.delete, { group_id: of_an.group_id })).rejects.toMatchObject({ code: 169 })
  })

  test('keep the rights of their group when they leave the store', async () => {
    const keeper = await office.hire([storeTicketPage.view], { base_id })
    await office.write((db) =>
      db.updateTable('app_user').set({ base_id: null }).where('user_id', '=', keeper.user_id).execute(),
    )
    await keeper.signIn(password)
    const { lsPageInfos } = await keeper.call(ownSession.roles, {})
    expect(lsPageInfos.filter(({ role_list }) => role_list === '1').map(({ page_url }) => page_url)).toContain(
      storeTicketPage.url,
    )
  })
})
