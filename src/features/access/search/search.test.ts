import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { openOffice, password, type Office, type Person } from '../../../testing/office.ts'
import { recordSearch } from '#contract/web-calls/search.ts'

let office: Office
let admin: Person
let lan_id: number
let partner_id: number

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  partner_id = await office.write(async (db) => {
    const values = { partner_code: 'DL1', partner_name: 'Đại lý Trường Phát' }
    return (await db.insertInto('partner').values(values).returning('partner_id').executeTakeFirstOrThrow()).partner_id
  })
  const lan = { user_name: 'lan.dang', full_name: 'Đặng Thị Lan', phone_int: '0912345678', password }
  lan_id = (await admin.call(account.add, lan)).user_id
  for (const [index, name] of ['Ân', 'Bình', 'Chi', 'Dung', 'Đức', 'Giang'].entries()) {
    await admin.call(account.add, { user_name: `thuky${index}`, full_name: `${name} Thư Ký`, password })
  }
  await admin.call(group.add, { group_name: 'Thư ký', description: 'Phòng Hành chính' })
})
afterAll(() => office.close())

const find = (person: Person, keyword: string) => person.call(recordSearch.find, { keyword })

test('a record is found without accents, with the address that opens it', async () => {
  expect(await find(admin, 'dang thi')).toEqual([
    {
      page_url: '/tai-khoan',
      page_name: 'Tài khoản',
      items: [
        {
          label: 'Đặng Thị Lan',
          detail: 'lan.dang',
          phone_number: '84912345678',
          url: `/tai-khoan?user_id=${lan_id}`,
        },
      ],
      more: false,
    },
  ])
})

test('a phone number is found in every common notation and by its last digits', async () => {
  for (const keyword of ['0912345678', '84912345678', '+84 912 345 678', '0912.345.678', '345678']) {
    const [accounts] = await find(admin, keyword)
    expect([keyword, accounts?.items.map(({ label }) => label)]).toEqual([keyword, ['Đặng Thị Lan']])
  }
})

test('the search returns the first five records of each page in Vietnamese order, and whether there are more', async () => {
  const [accounts, groups] = await find(admin, 'thu ky')
  expect(accounts).toMatchObject({ more: true })
  expect(accounts!.items.map(({ label }) => label)).toEqual([
    'Ân Thư Ký',
    'Bình Thư Ký',
    'Chi Thư Ký',
    'Dung Thư Ký',
    'Đức Thư Ký',
  ])
  expect(groups).toMatchObject({ page_url: '/nhom-nguoi-dung', more: false })
  expect(groups!.items).toMatchObject([{ label: 'Thư ký', detail: 'Phòng Hành chính' }])
})

test('the search covers only pages that the person may view, and rows within their scope', async () => {
  const nobody = await office.hire([])
  expect(await find(nobody, 'thu ky')).toEqual([])
  const grouper = await office.hire([groupPage.view])
  expect((await find(grouper, 'thu ky')).map(({ page_url }) => page_url)).toEqual(['/nhom-nguoi-dung'])
  const operator = await office.hire([accountPage.view], { partner_id })
  expect(await find(operator, 'thu ky')).toEqual([])
})

test('a match in a field that the result does not show is added to its detail', async () => {
  await admin.call(account.add, { user_name: 'mai', full_name: 'Lê Mai', unit: 'Chi nhánh Sóc Trăng', password })
  const [accounts] = await find(admin, 'soc trang')
  expect(accounts!.items).toMatchObject([{ label: 'Lê Mai', detail: 'mai · Chi nhánh Sóc Trăng' }])
  expect((await find(admin, 'le mai'))[0]!.items).toMatchObject([{ label: 'Lê Mai', detail: 'mai' }])
})

test('a quick action is offered only to people who may do it and may view its page', async () => {
  const acts = async (person: Person) => (await person.call(recordSearch.quickActs, {})).map(({ label }) => label)
  expect(await acts(admin)).toEqual(expect.arrayContaining(['Thêm tài khoản', 'Thêm nhóm người dùng', 'Nhập kết quả']))
  expect(await acts(await office.hire([accountPage.view, accountPage.add]))).toEqual(['Thêm tài khoản'])
  expect(await acts(await office.hire([accountPage.view, groupPage.view]))).toEqual([])
  expect(await acts(await office.hire([accountPage.add]))).toEqual([])
})

test('a keyword of fewer than three characters is refused', async () => {
  const { body } = await admin.raw(recordSearch.find, { keyword: ' an ' })
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { keyword: 'Không được ít hơn 3 ký tự' } } })
})
