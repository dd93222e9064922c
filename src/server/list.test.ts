import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { openOffice, type Office, type Person } from '../testing/office.ts'

let office: Office
let admin: Person
const full_name = 'Giảm 50%_giá \\ Ngô Ước'

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  await admin.call(account.add, { user_name: 'khuyenmai', password: 'Đường-hoa-72', full_name })
})
afterAll(() => office.close())

const found = async (keyword: string) => {
  const { items, total } = await admin.call(account.list, { keyword })
  expect(total).toBe(items.length)
  return items.map((item) => item.full_name)
}

test.each(['50%', '%_g', '_', '\\', 'á \\ N', '50％＿giá ＼', 'GIAM', 'ngo uoc'])(
  '“%s” is found where it stands',
  async (keyword) => {
    expect(await found(keyword)).toEqual([full_name])
  },
)

test.each(['0%g', '5__', '%%', '％％', 'Giảm_50', '\\%', '＼％', "' or '1'='1", 'giam\\ 50'])(
  '“%s” stands nowhere: no sign means any other',
  async (keyword) => {
    expect(await found(keyword)).toEqual([])
  },
)
