/** Which changes of partners and points of sale require a fresh proof of the person, and which of the same forms do not. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { secondFactor } from '#features/access/second-factor/second-factor.contract.ts'
import { partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { openOffice, password, type Office, type Person } from '../../testing/office.ts'
import { ageProof } from '../../testing/proof.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice(undefined, { proof_minutes: 10 })
  an = await office.hire([...partnerPage.rights, ...posPage.rights])
})
afterAll(() => office.close())
beforeEach(() => prove())

const prove = () => an.call(secondFactor.prove, { password })

/** The code of a call without a fresh proof; throws when the same call does not go through after a proof. */
async function codeWithoutProof(call: Call, input: Record<string, unknown>): Promise<number> {
  const transid = randomUUID()
  await ageProof(office, an)
  const { code } = (await an.raw(call, input, { transid })).body.error
  await prove()
  const repeated = (await an.raw(call, input, { transid })).body.error
  if (repeated.code !== 0) throw new Error(`${call.name}, repeated after a proof: ${repeated.message}`)
  return code
}

let count = 0
const posDraft = (overrides: object = {}) => ({
  pos_code: `P${++count}`,
  pos_name: `Quầy ${count}`,
  address: '12 Lê Lợi',
  province_id: 79,
  district_id: 760,
  ...overrides,
})
const newKey = () => {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return Buffer.from(x!, 'base64url').toString('base64')
}
const deviceDraft = (overrides: object = {}) => ({
  device_code: `MAY-${++count}`,
  device_name: 'Ứng dụng của quầy',
  device_type: 2 as const,
  ...overrides,
})

test('a device that may charge wallets is added with a proof, any other one without', async () => {
  const { pos_id } = await an.call(pos.add, posDraft())
  const public_key = newKey()
  expect(await codeWithoutProof(pos.addDevice, { pos_id, ...deviceDraft({ public_key }) })).toBe(0)
  const charging = deviceDraft({ public_key: newKey(), may_charge_wallets: true })
  expect(await codeWithoutProof(pos.addDevice, { pos_id, ...charging })).toBe(9160)
})

test('the right to charge wallets is given and removed with a proof, and so is the key of a device that has it', async () => {
  const { pos_id } = await an.call(pos.add, posDraft())
  const { device_id } = await an.call(pos.addDevice, { pos_id, ...deviceDraft({ public_key: newKey() }) })
  const codeOf = (change: object) => codeWithoutProof(pos.updateDevice, { device_id, ...change })
  expect(await codeOf({ public_key: newKey() })).toBe(0)
  expect(await codeOf({ may_charge_wallets: true })).toBe(9160)
  expect(await codeOf({ may_charge_wallets: true, device_name: 'Ứng dụng mới' })).toBe(0)
  expect(await codeOf({ public_key: newKey() })).toBe(9160)
  expect(await codeOf({ public_key: null })).toBe(9160)
  // A lost device is locked without delay, and unlocked with a proof.
  expect(await codeOf({ status: 0 })).toBe(0)
  expect(await codeOf({ status: 1 })).toBe(9160)
  expect(await codeOf({ may_charge_wallets: false })).toBe(9160)
  expect(await codeOf({ public_key: newKey(), status: 0 })).toBe(0)
})

test('the debt limit of a partner is given, raised and removed with a proof, and lowered without', async () => {
  const names = () => ({ partner_code: `DL${++count}`, partner_name: `Đại lý ${count}` })
  expect(await codeWithoutProof(partner.add, { ...names(), debt_limit: 5_000_000 })).toBe(9160)
  expect(await codeWithoutProof(partner.add, names())).toBe(0)
  const { partner_id } = await an.call(partner.add, names())
  const codeOf = (change: object) => codeWithoutProof(partner.update, { partner_id, ...change })
  expect(await codeOf({ debt_limit: 5_000_000 })).toBe(9160)
  expect(await codeOf({ debt_limit: 5_000_000, note: 'Giao vé trước 9 giờ' })).toBe(0)
  expect(await codeOf({ debt_limit: 5_000_001 })).toBe(9160)
  expect(await codeOf({ debt_limit: 4_000_000 })).toBe(0)
  expect(await codeOf({ debt_limit: null })).toBe(9160)
  expect(await codeOf({ debt_limit: null, status: 0 })).toBe(0)
})

test('the daily limit of a point of sale is raised and removed with a proof, and set and lowered without', async () => {
  const { pos_id } = await an.call(pos.add, posDraft())
  const codeOf = (change: object) => codeWithoutProof(pos.update, { pos_id, ...change })
  expect(await codeOf({ day_sale_limit: 20_000_000 })).toBe(0)
  expect(await codeOf({ day_sale_limit: 20_000_000, note: 'Cạnh chợ' })).toBe(0)
  expect(await codeOf({ day_sale_limit: 20_000_001 })).toBe(9160)
  expect(await codeOf({ day_sale_limit: 10_000_000 })).toBe(0)
  expect(await codeOf({ day_sale_limit: null })).toBe(9160)
  expect(await codeOf({ day_sale_limit: null, status: 2 })).toBe(0)
})

test('a refused change leaves no trace', async () => {
  const { pos_id } = await an.call(pos.add, posDraft({ day_sale_limit: 20_000_000 }))
  const { device_id } = await an.call(pos.addDevice, { pos_id, ...deviceDraft() })
  await ageProof(office, an)
  const refused = [
    an.call(pos.update, { pos_id, day_sale_limit: null }),
    an.call(pos.updateDevice, { device_id, may_charge_wallets: true }),
    an.call(pos.addDevice, { pos_id, ...deviceDraft({ may_charge_wallets: true }) }),
  ]
  await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 9160 })))
  expect(await an.call(pos.detail, { pos_id })).toMatchObject({
    day_sale_limit: 20_000_000,
    devices: [{ device_id, may_charge_wallets: false }],
  })
})
