/** Customers are told a new or changed deposit account only after a second person; the first one of a new business at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerChannel as customers } from '#features/orders/customer-channel/customer-channel.contract.ts'
import { depositBankPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { ageProof } from '../../../testing/proof.ts'
import { openTill } from '../../../testing/till.ts'
import { bankConfig, bankConfigType } from './bank-config.contract.ts'

let office: Office
let an: Person
let binh: Person
let app: ReturnType<typeof openTill>

beforeAll(async () => {
  office = await openOffice(undefined, { proof_minutes: 10 })
  const rights = [...depositBankPage.rights, ...rewardBankPage.rights]
  an = await office.hire(rights)
  binh = await office.hire(rights)
  app = openTill(office, await openPos(office))
  await app.call(customers.openWallet, { msisdn, full_name: 'Trần Thị Lan' })
})
afterAll(() => office.close())

const msisdn = '0987000111'
const deposit = (bank_config_id?: number) =>
  app.call(customers.createDeposit, { msisdn, amount: 100_000, bank_config_id })
/** The account that a customer is told who names none. */
const toldNumber = async () => (await deposit()).account_number

let count = 0
const draft = (overrides: object = {}) => ({
  type: bankConfigType.deposit,
  bank_id: 1,
  account_number: `0987000${1000 + ++count}`,
  account_name: 'CONG TY CO PHAN VE SO',
  ...overrides,
})

test('one person alone can replace a wrong first account before a customer has asked for a deposit', async () => {
  const wrongAccount = await an.call(bankConfig.add, draft())
  const { bank_config_id, version, ...waitingAccount } = await an.call(bankConfig.add, draft())
  expect(waitingAccount).toMatchObject({ unconfirmed_by: an.user_id, needs_second: true })
  await expect(an.call(bankConfig.confirm, { bank_config_id, version })).rejects.toMatchObject({ code: 169 })
  await an.call(bankConfig.delete, { bank_config_id: wrongAccount.bank_config_id })
  expect(await an.call(bankConfig.detail, { bank_config_id })).toMatchObject({ needs_second: false })
  expect(await an.call(bankConfig.confirm, { bank_config_id, version })).toMatchObject({ unconfirmed_by: null })
  await an.call(bankConfig.delete, { bank_config_id })
})

test('one person alone can begin: the first account needs no confirmation until a customer has asked for a deposit', async () => {
  const first = await an.call(bankConfig.add, draft({ position: 5 }))
  expect(first.unconfirmed_by).toBeNull()
  const { bank_config_id } = first
  const second = await an.call(bankConfig.add, draft({ position: 1 }))
  expect(second).toMatchObject({ unconfirmed_by: an.user_id, unconfirmed_by_name: an.user_name })
  await an.call(bankConfig.delete, { bank_config_id: second.bank_config_id })
  const mended = await an.call(bankConfig.update, { bank_config_id, account_number: '0111222333' })
  expect(mended.unconfirmed_by).toBeNull()
  expect(await toldNumber()).toBe('0111222333')
  const changed = await an.call(bankConfig.update, { bank_config_id, account_number: '0111222334' })
  expect(changed.unconfirmed_by).toBe(an.user_id)
  const { version } = changed
  expect(await binh.call(bankConfig.confirm, { bank_config_id, version })).toMatchObject({ unconfirmed_by: null })
})

test('a new account is told only after another person has confirmed it, whatever its position', async () => {
  const before = await toldNumber()
  const { bank_config_id, version, account_number } = await an.call(bankConfig.add, draft({ position: 0 }))
  expect(await toldNumber()).toBe(before)
  expect(await errorCodeOf(deposit(bank_config_id))).toBe(9005)
  const waitingIds = async (waits: boolean) =>
    (await binh.call(bankConfig.list, { type: bankConfigType.deposit, waits })).items.map((row) => row.bank_config_id)
  expect([await waitingIds(true), await waitingIds(false)]).toEqual([
    [bank_config_id],
    expect.not.arrayContaining([bank_config_id]),
  ])
  await expect(an.call(bankConfig.confirm, { bank_config_id, version })).rejects.toMatchObject({ code: 169 })
  await expect(binh.call(bankConfig.confirm, { bank_config_id, version: version + 1 })).rejects.toMatchObject({
    code: 9001,
  })
  await binh.call(bankConfig.confirm, { bank_config_id, version })
  expect(await toldNumber()).toBe(account_number)
  await expect(binh.call(bankConfig.confirm, { bank_config_id, version: version + 1 })).rejects.toMatchObject({
    code: 122,
  })
  await an.call(bankConfig.delete, { bank_config_id })
})

test('a change of bank, number or holder waits for another person; of anything else it does not', async () => {
  const added = await an.call(bankConfig.add, draft())
  const { bank_config_id } = added
  await binh.call(bankConfig.confirm, { bank_config_id, version: added.version })
  const other = { content: 'NAP TIEN', position: 7, status: 1 as const, account_name: added.account_name }
  expect(await an.call(bankConfig.update, { bank_config_id, ...other })).toMatchObject({ unconfirmed_by: null })
  for (const change of [{ bank_id: 2 }, { account_number: '0999888777' }, { account_name: 'NGUYEN VAN A' }]) {
    const changed = await an.call(bankConfig.update, { bank_config_id, ...change })
    expect(changed.unconfirmed_by, JSON.stringify(change)).toBe(an.user_id)
    expect(await errorCodeOf(deposit(bank_config_id))).toBe(9005)
    await binh.call(bankConfig.confirm, { bank_config_id, version: changed.version })
    await deposit(bank_config_id)
  }
})

test('whoever changed the number cannot have it confirmed through a correction by somebody else', async () => {
  const { bank_config_id } = await an.call(bankConfig.add, draft())
  const account_name = 'CONG TY VE SO'
  await expect(binh.call(bankConfig.update, { bank_config_id, account_name })).rejects.toMatchObject({ code: 122 })
  const { version } = await binh.call(bankConfig.update, { bank_config_id, content: 'NAP' })
  await expect(an.call(bankConfig.confirm, { bank_config_id, version })).rejects.toMatchObject({ code: 169 })
  expect(await an.call(bankConfig.update, { bank_config_id, account_name })).toMatchObject({
    unconfirmed_by: an.user_id,
  })
})

test('accounts from which prizes are paid need no second person', async () => {
  const paying = await an.call(bankConfig.add, draft({ type: bankConfigType.reward }))
  expect(paying.unconfirmed_by).toBeNull()
})

test('adding, changing, confirming and deleting an account requires a fresh proof', async () => {
  const { bank_config_id, version } = await an.call(bankConfig.add, draft())
  await ageProof(office, an)
  await ageProof(office, binh)
  const attempts = [
    an.call(bankConfig.add, draft()),
    an.call(bankConfig.update, { bank_config_id, position: 0 }),
    an.call(bankConfig.delete, { bank_config_id }),
    binh.call(bankConfig.confirm, { bank_config_id, version }),
  ]
  expect(await Promise.all(attempts.map(errorCodeOf))).toEqual([9160, 9160, 9160, 9160])
})
