import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel } from '../../../testing/parallel.ts'
import { openPos, sell } from '../../../testing/orders.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { dataPermission, posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { userPos } from '#features/partners/user-pos/user-pos.contract.ts'
import { pos } from './pos.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights, ...dataPermissionPage.rights])
})
afterAll(() => office.close())

let count = 0
const draft = (overrides: object = {}) => ({
  pos_code: `HCM${++count}`,
  pos_name: `Quầy vé số Hạnh Phúc ${count}`,
  address: '235 Đường 3 Tháng 2',
  province_id: 79,
  district_id: 771,
  ...overrides,
})
const addPos = (overrides: object = {}) => an.call(pos.add, draft(overrides))
const bank = {
  account_type: 1,
  bank_id: 2,
  account_number: '0071000123456',
  account_name: 'TRAN THI B',
  status: 1,
} as const
const device = { device_code: 'SN-0001', device_name: 'Máy bán vé', device_type: 1, status: 1 } as const
const person = (pos_id: number) => ({
  pos_id,
  user_name: `quay${++count}`,
  password: 'Đường-hoa-72',
  full_name: 'Lê Thị Quầy',
  role: 2 as const,
})
async function addPartner(overrides: object = {}) {
  return an.call(partner.add, { partner_code: `DL${++count}`, partner_name: `Đại lý ${count}`, ...overrides })
}

test('a point of sale is created with address, hours, bank account, device and sale account', async () => {
  const posRow = await addPos({
    position: '10.772622, 106.660172',
    contact_name: 'Đỗ Thị Ánh',
    phone_int: '0903111222',
    open_time: '06:30',
    close_time: '19:00',
    day_sale_limit: 50_000_000,
  })
  expect(posRow).toMatchObject({
    province_name: 'Hồ Chí Minh',
    district_name: 'Quận 10',
    position: '10.772622,106.660172',
    status: 1,
    device_count: 0,
  })
  const { pos_id } = posRow
  await an.call(pos.addBank, { pos_id, ...bank })
  await an.call(pos.addDevice, { pos_id, ...device })
  const seller = await an.call(userPos.add, { ...person(pos_id), phone_int: '0903111333' })
  const detail = await an.call(pos.detail, { pos_id })
  expect(detail).toMatchObject({ device_count: 1, banks: [{ short_name: 'Vietcombank' }], devices: [device] })
  expect((await an.call(userPos.list, { pos_id, keyword: 'le thi quay' })).items).toEqual([seller])
})

test('a point of sale is found without accents by code, name, street, contact and phone', async () => {
  const posRow = await addPos({
    contact_name: 'Đặng Thị Bưởi',
    phone_int: '0935222111',
    address: '9 Nguyễn Đình Chiểu',
  })
  for (const keyword of [posRow.pos_code, 'hanh phuc', 'nguyen dinh chieu', 'DANG THI', '0935222111', '84935222111']) {
    const { items } = await an.call(pos.list, { keyword, page_size: 300 })
    expect(items.map((item) => item.pos_id)).toContain(posRow.pos_id)
  }
})

test('a duplicate code, name or device code is refused at its field', async () => {
  const posRow = await addPos()
  const refusedAt = (code: number, field: string) => ({ code, data: { fields: { [field]: expect.any(String) } } })
  await expect(an.call(pos.add, draft({ pos_code: posRow.pos_code }))).rejects.toMatchObject(refusedAt(134, 'pos_code'))
  await expect(an.call(pos.add, draft({ pos_name: posRow.pos_name }))).rejects.toMatchObject(refusedAt(136, 'pos_name'))
  const { pos_id } = posRow
  const printer = await an.call(pos.addDevice, { ...device, pos_id, device_code: 'IMEI-77' })
  const other = await addPos()
  const duplicate = { ...device, pos_id: other.pos_id, device_code: 'IMEI-77' }
  await expect(an.call(pos.addDevice, duplicate)).rejects.toMatchObject(refusedAt(111, 'device_code'))
  const second = await an.call(pos.addDevice, { ...duplicate, device_code: 'IMEI-78' })
  const { device_id, version } = second
  await expect(
    an.call(pos.updateDevice, { ...device, device_id, version, device_code: 'IMEI-77' }),
  ).rejects.toMatchObject(refusedAt(111, 'device_code'))
  await an.call(pos.deleteDevice, { device_id: printer.device_id })
  await an.call(pos.updateDevice, { ...device, device_id, version, device_code: 'IMEI-77' })
})

test('a point of sale has at most one bank account of each purpose', async () => {
  const { pos_id } = await addPos()
  const first = await an.call(pos.addBank, { pos_id, ...bank })
  await expect(an.call(pos.addBank, { pos_id, ...bank })).rejects.toMatchObject({ code: 112 })
  const { pos_bank_id, version } = first
  const changed = await an.call(pos.updateBank, { ...bank, pos_bank_id, version, account_type: 2 })
  await expect(an.call(pos.updateBank, { ...bank, pos_bank_id, version })).rejects.toMatchObject({
    code: 9001,
    data: { current: changed },
  })
  await an.call(pos.deleteBank, { pos_bank_id })
  await expect(an.call(pos.deleteBank, { pos_bank_id })).rejects.toMatchObject({ code: 9005 })
})

test('a sale account has a unique name and a strong secret password, and prevents deleting its point of sale', async () => {
  const { pos_id } = await addPos()
  const seller = await an.call(userPos.add, person(pos_id))
  expect(seller).not.toHaveProperty('password_hash')
  await expect(an.call(userPos.add, { ...person(pos_id), user_name: seller.user_name })).rejects.toMatchObject({
    code: 113,
    data: { fields: { user_name: expect.any(String) } },
  })
  await expect(an.call(userPos.add, { ...person(pos_id), password: '12345678' })).rejects.toMatchObject({ code: 3 })
  const { user_pos_id, version } = seller
  const changed = await an.call(userPos.update, { user_pos_id, version, password: 'Gió-mùa-2027', status: 0 })
  expect(changed).toMatchObject({ status: 0, full_name: 'Lê Thị Quầy' })
  await expect(an.call(pos.delete, { pos_id })).rejects.toMatchObject({ code: 135 })
  await an.call(userPos.delete, { user_pos_id })
  await expect(an.call(userPos.detail, { user_pos_id })).rejects.toMatchObject({ code: 103 })
  await an.call(pos.delete, { pos_id })
  await expect(an.call(pos.detail, { pos_id })).rejects.toMatchObject({
    code: 125,
    data: { fields: { pos_id: 'Điểm bán không tồn tại.' } },
  })
})

test('a position outside Viet Nam, incomplete hours and a district of another province are refused at their fields', async () => {
  for (const [field, value] of [
    ['position', '48.85, 2.35'],
    ['position', '10.77'],
    ['open_time', '24:30'],
    ['district_id', 1],
    ['pos_group_id', 987_654],
    ['phone_int', '0123'],
  ] as const) {
    const { body } = await an.raw(pos.add, draft({ [field]: value }))
    expect(body).toMatchObject({ data: { fields: { [field]: expect.any(String) } } })
  }
})

test('of twenty parallel changes of one version one succeeds, the others are refused, and omitted fields keep their values', async () => {
  const { pos_id, version } = await addPos({ note: 'Gần chợ', phone_int: '0903000111' })
  const change = (n: number) => an.raw(pos.update, { pos_id, version, pos_name: `Quầy ${n}` })
  const codes = (await inParallel(change)).map(({ body }) => body.error.code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array(19).fill(9001)])
  const after = { note: 'Gần chợ', phone_number: '84903000111', pos_name: `Quầy ${codes.indexOf(0)}` }
  expect(await an.call(pos.detail, { pos_id })).toMatchObject({ ...after, version: version + 1 })
  const outdated = an.call(pos.update, { pos_id, version, note: 'Khác' })
  await expect(outdated).rejects.toMatchObject({ code: 9001, data: { current: after } })
})

test('an operator creates points of sale of their own partner, and can neither see nor change others', async () => {
  const [mine, other] = [await addPartner(), await addPartner()]
  const operator = await office.hire([...posPage.rights], { partner_id: mine.partner_id })
  const addition = operator.call(pos.add, draft({ partner_id: other.partner_id }))
  await expect(addition).rejects.toMatchObject({ code: 132 })
  const posRow = await operator.call(pos.add, draft())
  expect(posRow.partner_id).toBe(mine.partner_id)
  const foreign = await addPos({ partner_id: other.partner_id })
  const { items, total } = await operator.call(pos.list, { user_id: an.user_id })
  expect([total, items.map((item) => item.pos_id)]).toEqual([1, [posRow.pos_id]])
  const { pos_id, version } = posRow
  await expect(operator.call(pos.update, { pos_id, version, partner_id: other.partner_id })).rejects.toMatchObject({
    code: 132,
  })
  const refused = [
    operator.call(pos.detail, { pos_id: foreign.pos_id }),
    operator.call(pos.update, { pos_id: foreign.pos_id, version: foreign.version, note: 'x' }),
    operator.call(pos.delete, { pos_id: foreign.pos_id }),
    operator.call(pos.addBank, { pos_id: foreign.pos_id, ...bank }),
    operator.call(userPos.add, person(foreign.pos_id)),
    operator.call(userPos.list, { pos_id: foreign.pos_id }),
  ]
  await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 125 })))
})

test('a person limited to groups and single points of sale sees only these, from the next call on', async () => {
  const east = await an.call(posGroup.add, { pos_group_name: `Miền Đông ${++count}` })
  const inGroup = await addPos({ pos_group_id: east.pos_group_id })
  const single = await addPos()
  const hidden = await addPos()
  const clerk = await office.hire([...posPage.rights])
  const visibleIds = async () =>
    (await clerk.call(pos.list, { page_size: 300 })).items.map((item) => item.pos_id).toSorted()
  expect(await visibleIds()).toContain(hidden.pos_id)
  const { user_id } = clerk
  const { version } = await an.call(dataPermission.get, { user_id })
  const scope = { user_id, pos_group_id: [east.pos_group_id], pos_id: [single.pos_id] }
  await an.call(dataPermission.set, { ...scope, version })
  expect(await visibleIds()).toEqual([inGroup.pos_id, single.pos_id].toSorted())
  await expect(clerk.call(pos.detail, { pos_id: hidden.pos_id })).rejects.toMatchObject({ code: 125 })
  await expect(clerk.call(pos.add, draft())).rejects.toMatchObject({
    code: 169,
    data: { fields: { pos_group_id: expect.any(String) } },
  })
  await clerk.call(pos.add, draft({ pos_group_id: east.pos_group_id }))
  await an.call(dataPermission.set, { user_id, is_limited: false, version: version + 1 })
  expect(await visibleIds()).toContain(hidden.pos_id)
})

test('the public key of a device is unique, in whatever format it is entered', async () => {
  const { pos_id } = await addPos()
  const { publicKey } = generateKeyPairSync('ed25519')
  const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')
  const pem = (publicKey.export({ format: 'pem', type: 'spki' }) as string).replaceAll('\n', ' ')
  const added = await an.call(pos.addDevice, { ...device, pos_id, device_code: 'KEY-1', public_key: pem })
  const refusedAt = (code: number, field: string) => ({ code, data: { fields: { [field]: expect.any(String) } } })
  expect(added).toMatchObject({ public_key, key_fingerprint: expect.stringMatching(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/) })
  const second = { ...device, pos_id, device_code: 'KEY-2' }
  await expect(an.call(pos.addDevice, { ...second, public_key })).rejects.toMatchObject(refusedAt(9012, 'public_key'))
  await expect(an.call(pos.addDevice, { ...second, public_key: 'abc' })).rejects.toMatchObject(
    refusedAt(3, 'public_key'),
  )
  expect(await an.call(pos.addDevice, second)).toMatchObject({ public_key: null, key_fingerprint: null })
  const { device_id, version } = added
  const without = { ...device, device_id, version, device_code: 'KEY-1', public_key: null }
  expect(await an.call(pos.updateDevice, without)).toMatchObject({ public_key: null, key_fingerprint: null })
})

test('only the head office can let a device with an app charge wallets; an operator can only withdraw it', async () => {
  const { partner_id } = await addPartner()
  const operator = await office.hire([...posPage.rights], { partner_id })
  const { pos_id } = await addPos({ partner_id })
  const app = { ...device, device_type: 2 } as const
  const refusedWith = (code: number) => ({ code, data: { fields: { may_charge_wallets: expect.any(String) } } })
  const plain = await operator.call(pos.addDevice, { ...app, pos_id, device_code: 'APP-1' })
  expect(plain.may_charge_wallets).toBe(false)
  const granting = { ...app, device_code: 'APP-1', device_id: plain.device_id, may_charge_wallets: true }
  const chargingDevice = { ...app, pos_id, device_code: 'APP-2', may_charge_wallets: true }
  await expect(operator.call(pos.addDevice, chargingDevice)).rejects.toMatchObject(refusedWith(169))
  await expect(operator.call(pos.updateDevice, { ...granting, version: plain.version })).rejects.toMatchObject(
    refusedWith(169),
  )
  for (const device_type of [1, 3] as const)
    await expect(an.call(pos.addDevice, { ...chargingDevice, device_type })).rejects.toMatchObject(refusedWith(3))
  const granted = await an.call(pos.updateDevice, { ...granting, version: plain.version })
  expect(granted.may_charge_wallets).toBe(true)
  const { may_charge_wallets: _left_out, ...renamed } = { ...granting, device_name: 'Của tôi' }
  const { version } = granted
  await expect(operator.call(pos.updateDevice, { ...renamed, version })).rejects.toMatchObject(refusedWith(169))
  await expect(an.call(pos.updateDevice, { ...renamed, device_type: 1, version })).rejects.toMatchObject(refusedWith(3))
  const withdrawn = await operator.call(pos.updateDevice, { ...renamed, may_charge_wallets: false, version })
  expect(withdrawn).toMatchObject({ device_name: 'Của tôi', may_charge_wallets: false })
})

test('people who may see points of sale see the history of one, including bank accounts and devices', async () => {
  const { pos_id } = await addPos()
  await an.call(pos.addBank, { pos_id, ...bank })
  await an.call(pos.addDevice, { pos_id, ...device, device_code: 'SN-LS' })
  const { items } = await an.call(recordHistory.history, { table_name: 'pos', row_id: String(pos_id) })
  expect(items.map(({ table_name }) => table_name).toSorted()).toEqual(['pos', 'pos_bank', 'pos_device'])
})

test('a point of sale with orders cannot be deleted, and neither can its partner', async () => {
  const posRow = await openPos(office)
  await sell(office, posRow)
  await expect(an.call(pos.delete, { pos_id: posRow.pos_id })).rejects.toMatchObject({ code: 9013 })
  await expect(an.call(partner.delete, { partner_id: posRow.partner_id })).rejects.toMatchObject({ code: 9013 })
  expect(await an.call(pos.detail, { pos_id: posRow.pos_id })).toMatchObject({ pos_id: posRow.pos_id, status: 1 })
})
