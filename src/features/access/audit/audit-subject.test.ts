/** Audit entries name the record that they are about, and are found by it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { account } from '../account/account.contract.ts'
import { group } from '../group/group.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { audit, auditPage } from './audit.contract.ts'
import { recordHistory } from './record-history.contract.ts'

let office: Office
let admin: Person
/** May read the whole log. */
let reader: Person

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  reader = await office.hire([auditPage.view])
})
afterAll(() => office.close())

let account_count = 0
const newAccount = () => ({
  user_name: `hoai.${++account_count}`,
  password: 'Nắng-sớm-2026',
  full_name: 'Trần Thị Hoài',
})
const find = (keyword: string, filters: object = {}) => reader.call(audit.list, { keyword, page_size: 50, ...filters })
const subjects = async (keyword: string) => (await find(keyword)).items.map(({ subject }) => subject)

test('an audit entry names the record that it is about', async () => {
  const { user_id } = await admin.call(account.add, newAccount())
  await admin.call(account.update, { user_id, unit: 'Chi nhánh Sóc Trăng' })
  const [changed, added] = (await find(`hoai.${account_count}`)).items
  expect(changed).toMatchObject({ title: 'Sửa tài khoản', subject: `Tài khoản hoai.${account_count}` })
  expect(added).toMatchObject({ title: 'Thêm tài khoản', subject: `Tài khoản hoai.${account_count}` })
  const detail = await reader.call(audit.detail, { audit_id: changed!.audit_id })
  expect(detail.changes).toMatchObject([{ table_name: 'app_user', row_name: `hoai.${account_count}` }])
})

test('a change names what its columns refer to, for a person with a limited scope only places and banks', async () => {
  const draft = {
    partner_code: 'DLTEN',
    partner_name: 'Đại lý Tên',
    partner_type: 1,
    province_id: 79,
    district_id: 760,
  }
  const { partner_id } = await admin.call(partner.add, draft as never)
  const viewer = await office.hire([partnerPage.view])
  const operator = await office.hire([partnerPage.view], { partner_id })
  const namesFor = async (person: Person) => {
    const { items } = await person.call(recordHistory.history, { table_name: 'partner', row_id: String(partner_id) })
    return items[0]!.references.map(({ column, name }) => `${column}: ${name}`).toSorted()
  }
  const places = ['district_id: Quận 1', 'province_id: Hồ Chí Minh']
  expect(await namesFor(viewer)).toEqual([`created_by: ${admin.user_name}`, ...places])
  expect(await namesFor(operator)).toEqual(places)
})

test('an audit entry about a deleted group still names the group', async () => {
  const { group_id } = await admin.call(group.add, { group_name: 'Tổ Hoa Sen Vàng', description: 'Nhóm thử' })
  await admin.call(group.delete, { group_id })
  const of_group = await find('nhom nguoi dung')
  expect(of_group.items[0]).toMatchObject({ title: 'Xóa nhóm người dùng', subject: 'Nhóm người dùng Tổ Hoa Sen Vàng' })
})

test('an audit entry is found by record name, by action and by kind of record, without accents', async () => {
  const { base_id } = await admin.call(baseStoreChange.add, {
    base_code: 'KCT',
    base_name: 'Kho Cần Thơ',
    area_ids: [22],
  })
  await admin.call(baseStoreChange.update, { base_id, note: 'Chuyển địa điểm' })
  const about = ['Kho Kho Cần Thơ', 'Kho Kho Cần Thơ']
  expect(await subjects('kho can tho')).toEqual(about)
  expect(await subjects('Cần Thơ')).toEqual(about)
  const by_act = await find('sua kho')
  expect(by_act.items.length).toBeGreaterThan(0)
  expect(by_act.items.every(({ title }) => title === 'Sửa kho')).toBe(true)
  expect(by_act.total).toBe(by_act.items.length)
  expect((await find('dai cua kho')).items[0]?.subject).toBe('Kho Kho Cần Thơ')
  expect(await subjects('khong co gi nhu the')).toEqual([])
})

test('the audit log can be sorted by time in both directions', async () => {
  const ascending = await reader.call(audit.list, { sort: 'at', page_size: 300 })
  const descending = await reader.call(audit.list, { sort: '-at', page_size: 300 })
  expect(ascending.items.map(({ audit_id }) => audit_id)).toEqual(
    descending.items.map(({ audit_id }) => audit_id).toReversed(),
  )
  expect(ascending.items.map(({ at }) => at)).toEqual(ascending.items.map(({ at }) => at).toSorted())
})
