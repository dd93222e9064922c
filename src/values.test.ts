/** Values as people write them: which are accepted, which count as equal, and which error is shown at which field. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { baseStoreChange } from '#features/tickets/base-store/base-store-change.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'
import { dayFromNow, openStore, stations } from './testing/tickets.ts'

let office: Office
let admin: Person

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
})
afterAll(() => office.close())

let draft_count = 0
const required = 'Không được để trống'
const fieldsIn = (body: { data: unknown }) => (body.data as { fields: Record<string, string> }).fields
const place = { province_id: 1, district_id: 1, address: '1 Tràng Tiền' }

test('a phone number is accepted with or without country code and separators, and kept in one form', async () => {
  const written = ['0912 345 001', '+84 912 345 002', '84912345003', '0912.345.004', '+84912-345-005']
  for (const phone_int of written) {
    const draft = { user_name: `so.${++draft_count}`, password: 'Sông-Hàn-2026', full_name: 'Lê Bình', phone_int }
    expect((await admin.call(account.add, draft)).phone_number).toBe(`8491234500${draft_count}`)
  }
  const { body } = await admin.raw(account.add, {
    user_name: 'so.x',
    password: 'Sông-Hàn-2026',
    full_name: 'B',
    phone_int: '+0912345678',
  })
  expect(body.error.code).toBe(6)
  const draft = { user_name: 'so.y', password: 'Sông-Hàn-2026', full_name: 'Lê Bình', phone_int: '' }
  expect((await admin.call(account.add, draft)).phone_number).toBeNull()
})

test('an empty required field is refused with the same message, whatever its type', async () => {
  const form = { user_name: 'moi', password: 'Sông-Hàn-2026', full_name: 'Lê Bình', captcha: 'ABC234' }
  for (const call of [signIn.register, signIn.forgot]) {
    const { user_name, captcha } = form
    const fields = call === signIn.register ? form : { user_name, captcha }
    const { body } = await office.stranger.raw(call, { ...fields, phone_int: ' ' })
    expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { phone_int: required } } })
  }
  const { body } = await admin.raw(banner.add, { title: ' ', image_url: '', place: '' })
  expect(fieldsIn(body)).toEqual({ title: required, image_url: required, image_alt: required, place: required })
  const slip = await admin.raw(ticketImport.create, { area_id: null, open_date: '', tickets: [{}] })
  expect(fieldsIn(slip.body)).toMatchObject({ area_id: required, open_date: required })
})

test('a wrong line of a list is named with its number and its field', async () => {
  const tickets = [
    { number: '123456', quantity: 1 },
    { number: '', quantity: 1 },
  ]
  const { body } = await admin.raw(ticketImport.create, { area_id: 21, open_date: '2026-12-01', tickets })
  expect(fieldsIn(body)).toEqual({ tickets: `Dòng 2, Dãy số: ${required}` })
})

test('page_index 0 and page_size 0 are refused with the minimum', async () => {
  const { body } = await admin.raw(account.list, { page_index: 0, page_size: 0 })
  expect(fieldsIn(body)).toEqual({ page_index: 'Không được nhỏ hơn 1', page_size: 'Không được nhỏ hơn 1' })
})

test('names and codes that differ only by case, accents or spaces are refused as duplicates', async () => {
  const refused = (code: number, field: string) => ({ code, data: { fields: { [field]: expect.any(String) } } })
  const of_group = { description: 'Nhóm thử' }
  await admin.call(group.add, { group_name: 'Kế toán trưởng', ...of_group })
  for (const group_name of ['kế toán trưởng', 'Ke toan truong', 'KẾ  TOÁN   TRƯỞNG'])
    await expect(admin.call(group.add, { group_name, ...of_group })).rejects.toMatchObject(refused(127, 'group_name'))

  await admin.call(partner.add, { partner_code: 'ĐL-01', partner_name: 'Trường Phát' })
  await expect(admin.call(partner.add, { partner_code: 'dl-01', partner_name: 'Khác' })).rejects.toMatchObject(
    refused(131, 'partner_code'),
  )
  await admin.call(pos.add, { pos_code: 'HN01', pos_name: 'Chợ Hôm', ...place })
  await expect(admin.call(pos.add, { pos_code: 'hn01', pos_name: 'Khác', ...place })).rejects.toMatchObject(
    refused(134, 'pos_code'),
  )
  await expect(admin.call(pos.add, { pos_code: 'HN02', pos_name: 'cho  hom', ...place })).rejects.toMatchObject(
    refused(136, 'pos_name'),
  )
  await admin.call(baseStoreChange.add, { base_code: 'KHO-A', base_name: 'Kho A' })
  await expect(admin.call(baseStoreChange.add, { base_code: 'kho-a', base_name: 'Kho khác' })).rejects.toMatchObject(
    refused(9011, 'base_code'),
  )
})

test('a user name with spaces is refused at its field', async () => {
  const { body } = await office.stranger.raw(signIn.login, { username: ' admin ', password: 'x' })
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { username: 'Tên người dùng không hợp lệ.' } } })
})

test('signing out clears the cookies of the session', async () => {
  const an = await office.hire([])
  await an.call(signIn.captcha, {})
  const { headers } = await an.raw(ownSession.logout, {})
  const cleared = headers.getSetCookie().filter((line) => /Expires=Thu, 01 Jan 1970/.test(line))
  expect(cleared.map((line) => line.split('=')[0]).toSorted()).toEqual(['captcha', 'partner'])
})

test('the days of a banner are swapped when the first is after the last', async () => {
  const draft = {
    title: 'Tết',
    image_alt: 'Mai vàng',
    place: 'home_top' as const,
    image_url: `/files/banner/tet-${randomUUID()}.webp`,
  }
  const added = await admin.call(banner.add, { ...draft, from_date: '2026-02-20', to_date: '2026-02-10' })
  expect(added).toMatchObject({ from_date: '2026-02-10', to_date: '2026-02-20' })
  const later = await admin.call(banner.update, { banner_id: added.banner_id, from_date: '2026-03-01' })
  expect(later).toMatchObject({ from_date: '2026-02-20', to_date: '2026-03-01' })
})

test('a tax code with a wrong check digit or form is refused', async () => {
  const code = (tax_code: string) =>
    admin.raw(partner.add, { partner_code: `MST${++draft_count}`, partner_name: 'Đại lý', tax_code })
  for (const right of ['0300588569', '0300588569-001', '079204012345'])
    expect((await code(right)).body.error.code).toBe(0)
  for (const tax_code of ['0300588568', '123', '0300588569-1', 'MST0300588569'])
    expect((await code(tax_code)).body).toMatchObject({
      error: { code: 3 },
      data: { fields: { tax_code: expect.any(String) } },
    })
})

test('an operator who names another partner is refused; without a partner the own one is taken', async () => {
  const [own_partner, other] = await Promise.all(
    ['NHA', 'KHAC'].map((partner_code) => admin.call(partner.add, { partner_code, partner_name: partner_code })),
  )
  const operator = await office.hire(posPage.rights, { partner_id: own_partner!.partner_id })
  const draft = { pos_code: 'OP1', pos_name: 'Quầy', ...place }
  await expect(operator.call(pos.add, { ...draft, partner_id: other!.partner_id })).rejects.toMatchObject({ code: 132 })
  expect(await operator.call(pos.add, draft)).toMatchObject({ partner_id: own_partner!.partner_id })
})

test('a slip for a day without a draw is refused at the field open_date', async () => {
  await openStore(office, [stations.tphcm])
  const tickets = [{ number: '123456', quantity: 1 }]
  for (const days of [400, 401, 402]) {
    const open_date = await dayFromNow(office.db, days)
    const { body } = await admin.raw(ticketImport.create, { area_id: stations.tphcm, open_date, tickets })
    expect([137, 151]).toContain(body.error.code)
    expect(fieldsIn(body)).toEqual({ open_date: body.error.message })
  }
})
