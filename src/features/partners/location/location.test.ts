import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { location } from './location.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([])
})
afterAll(() => office.close())

const provinces = async () => (await an.call(location.province, {})).items
const districtNames = async (province_id: number, keyword?: string) =>
  (await an.call(location.district, { province_id, keyword })).items.map(({ district_name }) => district_name)
const hcmc = 79

test('there are the 63 provinces and 696 districts of the division before 01/07/2025', async () => {
  const rows = await provinces()
  const counts = await Promise.all(
    rows.map(async ({ province_id }) => (await an.call(location.district, { province_id })).items.length),
  )
  expect(rows.length).toBe(63)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(696)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('the numbers of districts by kind equal the official ones', async () => {
  const { rows } = await sql<{
    kind: string
    count: number
  }>`select kind, count(*) from district group by kind`.execute(office.db)
  expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))).toEqual({
    Quận: 49,
    Huyện: 508,
    'Thị xã': 52,
    'Thành phố': 87,
  })
})

test('the 63 old provinces belong to the 34 of today, and six of the old ones are cities', async () => {
  const oldProvinces = await provinces()
  const now = new Set(oldProvinces.map(({ province_now }) => province_now))
  const cities = oldProvinces.filter(({ kind }) => kind === 'Thành phố').map(({ province_name }) => province_name)
  expect(now.size).toBe(34)
  expect(cities).toEqual(['Cần Thơ', 'Đà Nẵng', 'Hà Nội', 'Hải Phòng', 'Hồ Chí Minh', 'Huế'])
  expect(cities.filter((city) => !now.has(city))).toEqual([])
  expect(
    oldProvinces.filter(({ province_now }) => province_now === 'Lâm Đồng').map(({ province_name }) => province_name),
  ).toEqual(['Bình Thuận', 'Đắk Nông', 'Lâm Đồng'])
})

test('names are in Unicode NFC, with single spaces, and with tone marks as in Hòa and Thủy', async () => {
  const { rows } = await sql<{ name: string }>`
    select province_name as name from province union all select district_name from district`.execute(office.db)
  const faults = rows.filter(
    ({ name }) => name !== name.normalize('NFC').trim() || /\s{2}|o[àáảãạ](\s|$)|[^qQ]u[ỳýỷỹỵ](\s|$)/.test(name),
  )
  expect(rows.length).toBe(63 + 696)
  expect(faults).toEqual([])
})

test('provinces are in Vietnamese order', async () => {
  const names = (await provinces()).map(({ province_name }) => province_name)
  expect(names.slice(0, 4)).toEqual(['An Giang', 'Bà Rịa - Vũng Tàu', 'Bạc Liêu', 'Bắc Giang'])
  expect(names.indexOf('Đà Nẵng')).toBeGreaterThan(names.indexOf('Cao Bằng'))
  expect(names.at(-1)).toBe('Yên Bái')
})

test('districts are in Vietnamese order, numbered ones by number', async () => {
  const names = await districtNames(hcmc)
  expect(names.slice(0, 8)).toEqual([
    'Huyện Bình Chánh',
    'Huyện Cần Giờ',
    'Huyện Củ Chi',
    'Huyện Hóc Môn',
    'Huyện Nhà Bè',
    'Quận 1',
    'Quận 3',
    'Quận 4',
  ])
  expect(names.indexOf('Quận 10')).toBeGreaterThan(names.indexOf('Quận 8'))
  expect(names.at(-1)).toBe('Thành phố Thủ Đức')
})

test('each place has its number under `id` too', async () => {
  const { items: districts } = await an.call(location.district, { province_id: hcmc })
  expect((await provinces()).every(({ id, province_id }) => id === province_id)).toBe(true)
  expect(districts.every(({ id, district_id }) => id === district_id)).toBe(true)
})

test('a keyword finds a place without its accents', async () => {
  const page = await an.call(location.province, { keyword: 'da nang' })
  expect(page.items.map(({ province_name }) => province_name)).toEqual(['Đà Nẵng'])
  expect(await districtNames(hcmc, 'THU DUC')).toEqual(['Thành phố Thủ Đức'])
})

test('a province that does not exist has no districts', async () => {
  expect(await an.call(location.district, { province_id: 2_000_000_000 })).toEqual({ items: [], total: 0 })
})
