import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../testing/office.ts'
import { addressAt, partnerAt, personName, posAt, userName } from './names.ts'
import { samplePlaces } from './places.ts'
import { PartnerDraft } from '#features/partners/partner/partner.contract.ts'
import { PosDraft } from '#features/partners/pos/pos.contract.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const listOf = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))
const different = (values: readonly string[]) => new Set(values).size
const shops = listOf(100_000, posAt)
const partners = listOf(1_000, partnerAt)

test('no two of 100,000 shops share a code, a name, a phone number or an address', () => {
  expect(different(shops.map(({ pos_code }) => pos_code))).toBe(shops.length)
  expect(different(shops.map(({ pos_name }) => pos_name))).toBe(shops.length)
  expect(different(shops.map(({ phone_number }) => phone_number))).toBe(shops.length)
  expect(different(shops.map(({ address, district_id }) => `${address}, ${district_id}`))).toBe(shops.length)
})

test('no two of 1,000 partners share a code, a name or a tax code', () => {
  expect(different(partners.map(({ partner_code }) => partner_code))).toBe(partners.length)
  expect(different(partners.map(({ partner_name }) => partner_name))).toBe(partners.length)
  expect(different(partners.map(({ tax_code }) => tax_code))).toBe(partners.length)
})

test('generated shops and partners pass the validation of their forms', () => {
  for (const { phone_number, ...shop } of shops.filter((_, n) => n % 97 === 0)) {
    expect(PosDraft.safeParse({ ...shop, phone_int: phone_number }).error?.issues ?? []).toEqual([])
  }
  for (const { phone_number, ...partner } of partners) {
    expect(PartnerDraft.safeParse({ ...partner, phone_int: phone_number }).error?.issues ?? []).toEqual([])
  }
})

test('every place of the sample is a district of its province, under the same name', async () => {
  const districts = await office.db
    .selectFrom('district')
    .select(['province_id', 'district_id', 'own_name', 'district_name'])
    .execute()
  const misplaced = samplePlaces.filter((place, n) => {
    const { province_id, district_id } = addressAt(n)
    const district = districts.find(
      (candidate) => candidate.province_id === province_id && candidate.district_id === district_id,
    )
    return district?.own_name !== place.name && district?.district_name !== place.name
  })
  expect(misplaced).toEqual([])
})

test('every tax code has the right check digit', () => {
  const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3]
  const odd = partners.filter(({ tax_code }) => {
    const sum = weights.reduce((total, weight, index) => total + weight * Number(tax_code[index]), 0)
    return !/^\d{10}(-\d{3})?$/.test(tax_code) || 10 - (sum % 11) !== Number(tax_code[9])
  })
  expect(odd).toEqual([])
})

test('names are in NFC without extra spaces, some are long, and user names have letters, dots and digits', () => {
  const names = [
    ...partners.map(({ partner_name }) => partner_name),
    ...shops.map(({ pos_name }) => pos_name),
    ...listOf(200, personName),
  ]
  expect(names.filter((name) => name !== name.normalize('NFC').trim() || /\s{2}/.test(name))).toEqual([])
  expect(Math.max(...partners.map(({ partner_name }) => partner_name.length))).toBeGreaterThan(60)
  expect(different(listOf(2_000, personName))).toBe(2_000)
  expect(userName('Đặng Thị Mỹ Ánh', 6)).toBe('anh.m.t.d7')
})
