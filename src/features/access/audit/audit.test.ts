import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOwnerConnection } from '#server/database/pool.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { account } from '../account/account.contract.ts'
import { accountPage } from '../pages.contract.ts'
import { group } from '../group/group.contract.ts'
import { groupPage } from '../pages.contract.ts'
import { audit, auditPage } from './audit.contract.ts'
import { recordHistory } from './record-history.contract.ts'

let office: Office
let admin: Person
/** May read the whole log. */
let reader: Person
let partner_id: number
/** Works for a partner and may read only the log of its people. */
let partners_reader: Person
let partners_clerk: Person

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  reader = await office.hire([auditPage.view])
  partner_id = await office.write(async (db) => {
    const partner = { partner_code: 'DL1', partner_name: 'Đại lý một' }
    return (await db.insertInto('partner').values(partner).returning('partner_id').executeTakeFirstOrThrow()).partner_id
  })
  partners_reader = await office.hire([auditPage.view], { partner_id })
  partners_clerk = await office.hire([accountPage.view, groupPage.view], { partner_id })
})
afterAll(() => office.close())

let n = 0
const newAccount = () => ({
  user_name: `moi.${++n}`,
  password: 'Nắng-sớm-2026',
  full_name: 'Trần Thị Hoài',
  status: 1 as const,
})
const newGroup = () => ({ group_name: `Nhóm nhật ký ${++n}`, description: 'Nhóm thử' })
const page = { page_index: 1, page_size: 50 }

describe('the audit list', () => {
  test('shows the newest entry first, with person, call, result, address and transid', async () => {
    await admin.call(group.add, newGroup(), { transid: 'giao-dich-moi-nhat' })
    const { items, total } = await reader.call(audit.list, page)
    expect(items[0]).toMatchObject({
      user_name: admin.user_name,
      call: group.add.name,
      title: 'Thêm nhóm người dùng',
      code: 0,
      result: 'Thành công',
      source: '127.0.0.1',
      transid: 'giao-dich-moi-nhat',
      change_count: 1,
    })
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(total).toBeGreaterThanOrEqual(items.length)
  })

  test('can be filtered by person, by call and by refusal', async () => {
    const an = await office.hire([])
    await an.raw(group.add, newGroup())
    const of_an = await reader.call(audit.list, { ...page, user_name: an.user_name, refused: true })
    expect(of_an).toMatchObject({ total: 1, items: [{ call: group.add.name, code: 169, change_count: 0 }] })
    expect(of_an.items[0]!.result).toBe('Từ chối: Bạn không có quyền thực hiện thao tác này.')
    expect((await reader.call(audit.list, { ...page, user_name: an.user_name, refused: false })).items).toMatchObject([
      { title: 'Đăng nhập' },
    ])
    const { items } = await reader.call(audit.list, { ...page, call: group.add.name })
    expect(new Set(items.map(({ call }) => call))).toEqual(new Set([group.add.name]))
  })

  test('can be searched without accents and case, and wildcards match nothing', async () => {
    const { user_name } = await office.hire([], { user_name: 'dang.anh' })
    const { items } = await reader.call(audit.list, { ...page, keyword: 'Đặng.ÁNH' })
    expect(items.some((item) => item.user_name === user_name)).toBe(true)
    // The keyword matches both the acting person and the account that was changed.
    for (const { user_name: actor, subject } of items) expect(`${actor} ${subject}`).toContain(user_name)
    expect((await reader.call(audit.list, { ...page, keyword: '100%_' })).total).toBe(0)
  })

  test('filters by days that go from midnight to midnight in Viet Nam', async () => {
    const owner = await openOwnerConnection(office.database_url, 'test')
    await owner.db.transaction().execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      for (const [transid, moment] of [
        ['dau-ngay-02', '2026-03-02T00:00:00+07:00'],
        ['cuoi-ngay-02', '2026-03-02T23:59:59.999999+07:00'],
        ['dau-ngay-03', '2026-03-03T00:00:00+07:00'],
      ] as const) {
        await sql`select append_audit(begun.audit_id, null, 'ngày', 'c', 0, 's', '', ${transid}, null) from begin_command(null, 'x', 'c', '') begun`.execute(
          db,
        )
        await sql`update audit_log set at = ${moment} where transid = ${transid}`.execute(db)
      }
    })
    await owner.end()
    const days = async (from_date: string | null, to_date: string | null) =>
      (await reader.call(audit.list, { ...page, from_date, to_date, user_name: 'ngày' })).items.map(
        ({ transid }) => transid,
      )
    expect(await days('2026-03-02', '2026-03-02')).toEqual(['cuoi-ngay-02', 'dau-ngay-02'])
    expect(await days('2026-03-03', null)).toEqual(['dau-ngay-03'])
    expect(await days(null, '2026-03-01')).toEqual([])
  })

  test('shows a partner’s operator only entries of people of that partner', async () => {
    await admin.call(group.add, newGroup())
    const { items, total } = await partners_reader.call(audit.list, { page_index: 1, page_size: 300 })
    expect(new Set(items.map(({ user_name }) => user_name))).toEqual(
      new Set([partners_reader.user_name, partners_clerk.user_name]),
    )
    expect(total).toBe(items.length)
  })
})

describe('an audit entry', () => {
  test('lists the changed fields of each row and the place in its chain, and contains no secret', async () => {
    const { user_id, version } = await admin.call(account.add, newAccount())
    await admin.call(account.update, { user_id, version, full_name: 'Trần Thị Hoà', list_group: [], status: 1 })
    const { items } = await reader.call(audit.list, { ...page, call: account.update.name })
    const detail = await reader.call(audit.detail, { audit_id: items[0]!.audit_id })
    expect(detail.changes).toEqual([
      {
        table_name: 'app_user',
        row_id: String(user_id),
        row_name: `moi.${n}`,
        references: [],
        before: { full_name: 'Trần Thị Hoài' },
        after: { full_name: 'Trần Thị Hoà' },
      },
    ])
    expect(detail.input).toMatchObject({ full_name: 'Trần Thị Hoà' })
    expect(detail.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(detail.chain).toBe(detail.audit_id % 16)

    const added = await reader.call(audit.list, { ...page, call: account.add.name })
    const first = await reader.call(audit.detail, { audit_id: added.items[0]!.audit_id })
    expect(first.changes[0]).toMatchObject({
      before: null,
      after: { user_name: `moi.${n}`, password_hash: '*** (mới)' },
    })
    expect(JSON.stringify(first)).not.toMatch(/Nắng-sớm|argon2/)
  })

  test('of a person outside the own partner is answered as not found to a partner’s operator', async () => {
    const { items } = await reader.call(audit.list, { ...page, user_name: admin.user_name })
    const refused = partners_reader.call(audit.detail, { audit_id: items[0]!.audit_id })
    await expect(refused).rejects.toMatchObject({ error: 'not_found' })
    await expect(reader.call(audit.detail, { audit_id: 987_654_321 })).rejects.toMatchObject({ error: 'not_found' })
  })
})

describe('the history of a record', () => {
  const historyOf = (person: Person, table_name: string, row_id: number | string) =>
    person.call(recordHistory.history, { ...page, table_name, row_id: String(row_id) })

  test('lists the newest change first, including changes of rows that belong to the record', async () => {
    const { user_id } = await admin.call(account.add, newAccount())
    const { group_id, version } = await admin.call(group.add, newGroup())
    const rights = await admin.call(group.info, {
      group_id: (await admin.call(group.list, page)).items.find(({ right_count }) => right_count > 0)!.group_id,
    })
    await admin.call(group.update, {
      ...newGroup(),
      group_id,
      version,
      status: 1,
      group_user: [user_id],
      group_page: rights.group_page_infos.slice(0, 1),
    })

    const of_user = await historyOf(admin, 'app_user', user_id)
    expect(of_user.items).toMatchObject([
      {
        table_name: 'group_member',
        row_id: `${group_id},${user_id}`,
        title: 'Sửa nhóm người dùng',
        user_name: admin.user_name,
        before: null,
      },
      { table_name: 'app_user', row_id: String(user_id), title: 'Thêm tài khoản', before: null },
    ])
    const of_group = await historyOf(admin, 'user_group', group_id)
    expect(of_group.items.map(({ table_name }) => table_name).sort()).toEqual([
      'group_member',
      'group_page',
      'user_group',
      'user_group',
    ])
    expect(of_group.items.at(-1)).toMatchObject({ title: 'Thêm nhóm người dùng' })
  })

  test('is shown only to people who may view the page of the record', async () => {
    const [of_accounts, of_groups] = [await office.hire([accountPage.view]), await office.hire([groupPage.view])]
    // The creation of the account, and the day by which it needs a second factor.
    await expect(historyOf(of_accounts, 'app_user', admin.user_id)).resolves.toMatchObject({ total: 2 })
    await expect(historyOf(of_accounts, 'user_group', 1)).rejects.toMatchObject({ error: 'no_right' })
    await expect(historyOf(of_groups, 'user_group', 1)).resolves.toHaveProperty('items')
    await expect(historyOf(of_groups, 'app_user', admin.user_id)).rejects.toMatchObject({ error: 'no_right' })
    await expect(historyOf(of_groups, 'setting', 'default_pass')).rejects.toMatchObject({ error: 'no_right' })
    await expect(historyOf(reader, 'setting', 'default_pass')).resolves.toHaveProperty('items')
  })

  test('shows a partner’s operator only records of that partner', async () => {
    await expect(historyOf(partners_clerk, 'app_user', partners_reader.user_id)).resolves.toMatchObject({ total: 2 })
    for (const foreign of [admin.user_id, 987_654, 'x', '1 or 1=1'])
      await expect(historyOf(partners_clerk, 'app_user', foreign)).rejects.toMatchObject({ error: 'not_found' })
    await expect(historyOf(partners_reader, 'setting', 'default_pass')).rejects.toMatchObject({ error: 'not_found' })

    const mixed = await admin.call(group.add, { ...newGroup(), group_user: [admin.user_id, partners_clerk.user_id] })
    const { items } = await historyOf(partners_clerk, 'user_group', mixed.group_id)
    expect(items.map(({ row_id }) => row_id)).toEqual([
      `${mixed.group_id},${partners_clerk.user_id}`,
      String(mixed.group_id),
    ])
  })
})

test('the filter by call offers all calls that the log can contain, sorted by title', async () => {
  const { items, total } = await reader.call(audit.calls, {})
  expect(items).toContainEqual({ call: group.add.name, title: 'Thêm nhóm người dùng' })
  expect(items).toContainEqual({ call: audit.list.name, title: 'Nhật ký thao tác' })
  expect(items.map(({ call }) => call)).not.toContain('GET cms/account/captcha')
  expect(items.map(({ title }) => title)).toEqual(
    items.map(({ title }) => title).sort((a, b) => a.localeCompare(b, 'vi')),
  )
  expect(total).toBe(items.length)
})
