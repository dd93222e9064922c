/** Tolerance towards existing API clients: missing and additional fields are accepted, and no value is dropped silently. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ignored_fields } from '#contract/request-input.ts'
import { account } from '#features/access/account/account.contract.ts'
import { audit } from '#features/access/audit/audit.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { pages } from '#features/access/group/page-list.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { bankConfig, bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { dataPermission, posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { rewardBankPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { salesXsktPage } from '#features/reports/pages.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketUpload } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { newCaptcha } from '#server/session/captcha.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from './testing/tickets.ts'

let office: Office
let admin: Person
let place: { area_id: number; open_date: string }

beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
  place = { area_id: stations.tphcm, open_date: await dayFromNow(office.db, 1) }
  await openStore(office, [stations.tphcm])
  await setPeriod(office, place.area_id, place.open_date, 'open')
})
afterAll(() => office.close())

let draft_count = 0
const anyAccount = async () => {
  const user_name = `khach.${++draft_count}`
  const draft = { user_name, password: 'Sông-Hàn-2026', full_name: 'Lê Bình', unit: 'Kinh doanh', list_group: [] }
  return admin.call(account.add, draft)
}
const fieldsOf = (body: { data: unknown }) => (body.data as { fields: Record<string, string> }).fields
const anyBanner = () =>
  admin.call(banner.add, {
    title: 'Mừng xuân',
    image_url: `/files/banner/xuan-${randomUUID()}.webp`,
    image_alt: 'Mai vàng',
    place: 'home_top',
    link: '/khuyen-mai',
    from_date: '2026-01-01',
    to_date: '2026-02-01',
  })
const anyGroup = async () => {
  const { page_roles } = await admin.call(pages.list, {})
  const [right] = page_roles
  const group_page = [{ page_id: right!.page_id, role_id: right!.role_id }]
  const draft = { group_name: `Nhóm khách ${++draft_count}`, description: 'Nhóm thử', status: 0 as const, group_page }
  return { ...(await admin.call(group.add, draft)), group_page }
}

test('a field that a call does not have is refused by its name, and nothing is changed', async () => {
  const { user_id } = await anyAccount()
  const input = { user_id, pos_groups: '1,2', is_admin: true }
  const { body } = await admin.raw(dataPermission.set, input)
  expect(body).toMatchObject({ error: { code: 3 } })
  expect(fieldsOf(body)).toEqual({ pos_groups: 'Không có trường này', is_admin: 'Không có trường này' })
  expect(await admin.call(dataPermission.get, { user_id })).toMatchObject({ is_limited: false, version: 0 })

  const list = await admin.raw(account.list, { page_size: 10, trang_thai: 1 })
  expect(fieldsOf(list.body)).toEqual({ trang_thai: 'Không có trường này' })
})

test('an unknown field is named with its line inside a list, and by its name beside an object', async () => {
  const tickets = [
    { number: '100001', quantity: 1 },
    { number: '100002', quantity: 1, gia: 5 },
  ]
  const { body } = await admin.raw(ticketImport.create, { ...place, tickets })
  expect(fieldsOf(body)).toEqual({ tickets: 'Dòng 2: không có trường gia' })

  const beside = await fetch(office.url + partner.add.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', cookie: cookiesOf(admin) },
    body: JSON.stringify({ channel: 'CMS', transid: randomUUID(), partner_info: { mien: 1 }, partner_name: 'Đại lý' }),
  })
  const fields = fieldsOf((await beside.json()) as { data: unknown })
  expect(fields).toMatchObject({ mien: 'Không có trường này', partner_name: 'Không có trường này' })
})

const cookiesOf = ({ cookies }: Person) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('the fields that older clients add to any call, such as create_by and ip, are accepted and ignored', async () => {
  const ignored = Object.fromEntries(ignored_fields.filter((name) => name !== 'channel').map((name) => [name, '1']))
  const old_input = { ...ignored, transid: undefined }
  expect((await admin.raw(group.list, old_input)).body.error.code).toBe(0)
  const draft = { user_name: `khach.${++draft_count}`, password: 'Sông-Hàn-2026', full_name: 'Lê Bình' }
  const { create_by, update_by, UserID, ip } = ignored
  const { body } = await admin.raw(account.add, { ...draft, create_by, update_by, UserID, ip })
  expect(body).toMatchObject({ error: { code: 0 }, data: { created_by_name: admin.user_name } })
})

test('a change without a version is made, and the audit log says that it had none', async () => {
  const { user_id } = await anyAccount()
  const transid = randomUUID()
  await admin.call(account.update, { user_id, full_name: 'Lê Thị Bình' })
  const last = await admin.call(account.update, { user_id, unit: 'Kế toán' }, { transid })
  expect(last).toMatchObject({ full_name: 'Lê Thị Bình', unit: 'Kế toán', version: 3 })
  await expect(admin.call(account.update, { user_id, unit: 'Kho', version: 2 })).rejects.toMatchObject({ code: 9001 })

  const { items } = await admin.call(audit.list, { keyword: transid })
  const entry = await admin.call(audit.detail, { audit_id: items[0]!.audit_id })
  expect(entry.input).toEqual({ user_id, unit: 'Kế toán', version: null })
})

test('a field that is left out of a change keeps its value', async () => {
  const old = await anyBanner()
  const changed = await admin.call(banner.update, { banner_id: old.banner_id, title: 'Mừng xuân mới' })
  expect(changed).toMatchObject({
    ...old,
    title: 'Mừng xuân mới',
    version: 2,
    updated_at: expect.any(String),
    updated_by_name: admin.user_name,
  })

  const before = await anyGroup()
  const renamed = await admin.call(group.update, { group_id: before.group_id, group_name: `${before.group_name} mới` })
  expect(renamed).toMatchObject({ status: 0, description: 'Nhóm thử', right_count: 1 })
  await expect(admin.call(group.update, { group_id: before.group_id, group_page: [] })).rejects.toMatchObject({
    data: { fields: { group_page: 'Bạn phải chọn ít nhất một quyền cho 1 trang.' } },
  })
})

test('a new bank account of a point of sale is active; it and a device keep what a change leaves out', async () => {
  const provinces = { province_id: 1, district_id: 1 }
  const shop = await admin.call(pos.add, {
    pos_code: 'KH01',
    pos_name: 'Bưu điện',
    address: '1 Tràng Tiền',
    ...provinces,
  })
  const account_of_shop = {
    account_type: 1 as const,
    bank_id: 1,
    account_number: '0123456789',
    account_name: 'LE BINH',
  }
  const bank = await admin.call(pos.addBank, { pos_id: shop.pos_id, ...account_of_shop })
  expect(bank.status).toBe(1)
  const renamed = await admin.call(pos.updateBank, { pos_bank_id: bank.pos_bank_id, account_name: 'LE THI BINH' })
  expect(renamed).toMatchObject({ ...account_of_shop, account_name: 'LE THI BINH', status: 1 })
  const device = await admin.call(pos.addDevice, {
    pos_id: shop.pos_id,
    device_code: 'M1',
    device_name: 'Máy',
    device_type: 1,
  })
  const locked = await admin.call(pos.updateDevice, { device_id: device.device_id, status: 0 })
  expect(locked).toMatchObject({ device_code: 'M1', device_name: 'Máy', device_type: 1, status: 0 })
})

test('pos_group_id limits a person to groups of points of sale; a limit to none needs is_limited', async () => {
  const { user_id } = await anyAccount()
  const { pos_group_id } = await admin.call(posGroup.add, { pos_group_name: `Nhóm ${++draft_count}` })
  const limited = await admin.call(dataPermission.set, { user_id, pos_group_id: [pos_group_id] })
  expect(limited).toMatchObject({ is_limited: true, pos_group_ids: [pos_group_id] })
  await expect(admin.call(dataPermission.set, { user_id })).rejects.toMatchObject({
    code: 3,
    data: { fields: { pos_id: 'Không được để trống' } },
  })
  expect(await admin.call(dataPermission.set, { user_id, is_limited: false })).toMatchObject({ is_limited: false })
  expect(await admin.call(dataPermission.set, { user_id, is_limited: true })).toMatchObject({
    pos: [],
    pos_group_ids: [],
  })
})

test('a captcha may be answered once without captcha_id by the browser with its cookie', async () => {
  const { stranger } = office
  await stranger.call(signIn.captcha, {})
  expect(stranger.cookies.get('captcha')).toBeTruthy()
  const registration = () => ({
    user_name: `moi.${++draft_count}`,
    password: 'Sông-Hàn-2026',
    full_name: 'Lê Bình',
    captcha: 'ABC234',
  })
  stranger.cookies.set('captcha', newCaptcha('ABC234').captcha_id)
  await stranger.call(signIn.register, { ...registration(), phone_int: '0912345601' })
  await expect(stranger.call(signIn.register, { ...registration(), phone_int: '0912345602' })).rejects.toMatchObject({
    code: 9002,
  })
  stranger.cookies.delete('captcha')
  await expect(
    stranger.call(signIn.forgot, { ...registration(), phone_int: '0912345601' } as never),
  ).rejects.toMatchObject({
    code: 3,
  })
  const { user_name, captcha } = registration()
  await expect(stranger.call(signIn.forgot, { user_name, captcha, phone_int: '0912345601' })).rejects.toMatchObject({
    code: 9002,
  })
})

test('a list of bank accounts without a type has those of the types that the person may see', async () => {
  for (const type of [bankConfigType.deposit, bankConfigType.reward])
    await admin.call(bankConfig.add, { type, bank_id: 1, account_number: `99887766${type}`, account_name: 'VE SO' })
  const types = async (person: Person) =>
    new Set((await person.call(bankConfig.list, {})).items.map(({ type }) => type))
  expect(await types(admin)).toEqual(new Set([1, 2]))
  expect(await types(await office.hire([rewardBankPage.view]))).toEqual(new Set([bankConfigType.reward]))
})

test('a password sent with a reset is set and must be changed; a weak one is refused at its field', async () => {
  const { user_id } = await anyAccount()
  const { body } = await admin.raw(account.resetPass, { user_id, new_pass: '12345678' })
  expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { new_pass: expect.any(String) } } })
  expect(await admin.call(account.resetPass, { user_id, new_pass: 'Cầu-Rồng-2026' })).toEqual({
    one_time_password: null,
  })
  expect(await admin.call(account.detail, { user_id })).toMatchObject({ must_change_password: true })
})

test('the sales charts of the first page answer everybody, with only the product lines that they may see', async () => {
  const [nobody, seller] = [await office.hire([]), await office.hire([salesXsktPage.view])]
  for (const call of [salesChart.byDay, salesChart.byHour, salesChart.byDayXskt, salesChart.byHourXskt])
    expect(await nobody.call(call as typeof salesChart.byDay, {})).toMatchObject({ items: [] })
  expect((await seller.call(salesChart.byDay, {})).items).toEqual([])
  expect((await seller.call(salesChart.byDayXskt, {})).items.length).toBeGreaterThan(0)
})

test('a batch approval reports each slip that it names, missing ones too; an empty batch is refused', async () => {
  const slip = await admin.call(ticketImport.create, { ...place, tickets: [{ number: '200001', quantity: 1 }] })
  const other = await office.hire('admin')
  const ids = [slip.ticket_import_id, 999_999]
  for (const call of [ticketImport.approvePreview, ticketImport.approveBatch]) {
    const report = await other.call(call as typeof ticketImport.approveBatch, { ticket_import_ids: ids })
    expect(report).toMatchObject({ done: 1, skipped: 1 })
    expect(report.rows[1]).toMatchObject({ id: 999_999, outcome: 'skipped', code: 9005 })
  }
  for (const empty of [{}, { ticket_import_ids: [] }, { ids: [], expected: 0 }])
    expect((await other.raw(ticketImport.approveBatch, empty)).body).toMatchObject({
      error: { code: 3, message: 'Chưa chọn dòng nào.' },
    })
  const sets = await other.call(ticketGroup.approve, { ticket_group_import_ids: [999_999] })
  expect(sets.rows).toMatchObject([{ id: 999_999, outcome: 'skipped', code: 176 }])
  expect((await other.raw(ticketGroup.approve, {})).body.error.code).toBe(3)
})

test('tickets of a slip may be returned without a reason', async () => {
  const slip = await admin.call(ticketImport.create, { ...place, tickets: [{ number: '300001', quantity: 2 }] })
  const { ticket_import_id } = slip
  await (await office.hire('admin')).call(ticketImport.approve, { ticket_import_id })
  const tickets = [{ number: '300001', quantity: 1 }]
  await admin.call(ticketImport.returnTickets, { ticket_import_id, tickets })
  const { items } = await admin.call(ticketReturn.list, { open_date: place.open_date })
  expect(items).toMatchObject([{ quantity: 1, reason: 'Trả vé của phiếu nhập' }])
})

test('an uploaded file is named by x-file-name or content-disposition, or else tep.csv', async () => {
  const nameOf = async (headers: Record<string, string>) => {
    const url = `${office.url}${ticketUpload.upload.path}?area_id=${place.area_id}&open_date=${place.open_date}&channel=CMS&transid=${randomUUID()}`
    const body = `Dãy số,Số lượng\n4${String(++draft_count).padStart(5, '0')},1\n`
    const authorization = `Bearer ${admin.token}`
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', authorization, cookie: cookiesOf(admin), ...headers },
      body,
    })
    return ((await response.json()) as { data: { file_name: string } }).data.file_name
  }
  expect(await nameOf({ 'x-file-name': encodeURIComponent('Vé 1.csv') })).toBe('Vé 1.csv')
  expect(await nameOf({ 'content-disposition': 'attachment; filename="ve-2.csv"' })).toBe('ve-2.csv')
  expect(
    await nameOf({ 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Vé 3.csv')}` }),
  ).toBe('Vé 3.csv')
  expect(await nameOf({})).toBe('tep.csv')
})
