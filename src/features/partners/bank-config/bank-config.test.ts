import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { bank } from '#features/partners/bank/bank.contract.ts'
import { depositBankPage, mbAccountPage, partnerPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { bankConfig, bankConfigType, mbAccount } from './bank-config.contract.ts'

let office: Office
let an: Person
let mb: number

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...depositBankPage.rights, ...rewardBankPage.rights, ...mbAccountPage.rights])
  mb = (await an.call(bank.list, {})).items.find(({ bin }) => bin === '970422')!.bank_id
})
afterAll(() => office.close())

let count = 0
const draft = (overrides: object = {}) => ({
  type: bankConfigType.deposit,
  bank_id: mb,
  account_number: `0987000${1000 + ++count}`,
  account_name: 'CONG TY CO PHAN VE SO',
  content: 'NAP {SDT}',
  position: count,
  ...overrides,
})

test('an account can be added once to each list, and each list is sorted by position', async () => {
  const first = await an.call(bankConfig.add, draft({ position: 9 }))
  const second = await an.call(bankConfig.add, draft({ position: 1 }))
  const { account_number } = first
  await expect(an.call(bankConfig.add, draft({ account_number }))).rejects.toMatchObject({
    code: 9010,
    data: { fields: { account_number: expect.any(String) } },
  })
  await an.call(bankConfig.add, draft({ account_number, type: bankConfigType.reward }))
  const { items } = await an.call(bankConfig.list, { type: bankConfigType.deposit })
  expect(items.map((item) => item.bank_config_id)).toEqual([second.bank_config_id, first.bank_config_id])
})

test('without a position an account is placed last, up to the highest position', async () => {
  const { position: _, ...unplaced } = draft()
  await an.call(bankConfig.add, draft({ position: 9998 }))
  const places = []
  for (const account_number of ['1112223334', '1112223335', '1112223336'])
    places.push((await an.call(bankConfig.add, { ...unplaced, account_number })).position)
  expect(places).toEqual([9999, 9999, 9999])
})

test('a change with an outdated version is refused, and a deleted account is not found any more', async () => {
  const { bank_config_id, version } = await an.call(bankConfig.add, draft())
  const changed = await an.call(bankConfig.update, { bank_config_id, version, content: 'NAP TIEN {SDT}', status: 0 })
  expect(await an.call(bankConfig.detail, { bank_config_id })).toEqual(changed)
  await expect(an.call(bankConfig.update, { bank_config_id, version, status: 1 })).rejects.toMatchObject({ code: 9001 })
  await an.call(bankConfig.delete, { bank_config_id })
  await expect(an.call(bankConfig.detail, { bank_config_id })).rejects.toMatchObject({ code: 9005 })
})

test('the deposit list and the reward list have separate rights', async () => {
  const depositor = await office.hire([...depositBankPage.rights])
  const reward = await an.call(bankConfig.add, draft({ type: bankConfigType.reward }))
  const { bank_config_id, version } = reward
  await expect(depositor.call(bankConfig.list, { type: bankConfigType.reward })).rejects.toMatchObject({ code: 169 })
  await expect(depositor.call(bankConfig.add, draft({ type: bankConfigType.reward }))).rejects.toMatchObject({
    code: 169,
  })
  const refused = [
    depositor.call(bankConfig.detail, { bank_config_id }),
    depositor.call(bankConfig.update, { bank_config_id, version, status: 0 }),
    depositor.call(bankConfig.delete, { bank_config_id }),
  ]
  await Promise.all(refused.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 9005 })))
  await depositor.call(bankConfig.add, draft())
})

test('people of a partner or a base store see no account of the business, whatever their rights', async () => {
  const boss = await office.hire(partnerPage.rights)
  const { partner_id } = await boss.call(partner.add, { partner_code: 'DLNH', partner_name: 'Đại lý Ngân Hà' })
  const { base_id } = await office.write((db) =>
    db
      .insertInto('base_store')
      .values({ base_code: 'KHONH', base_name: 'Kho Ngân Hà' })
      .returning('base_id')
      .executeTakeFirstOrThrow(),
  )
  const { bank_config_id, version } = await an.call(bankConfig.add, draft())
  for (const place of [{ partner_id }, { base_id }]) {
    const person = await office.hire([...depositBankPage.rights, ...mbAccountPage.rights], place)
    expect((await person.call(bankConfig.list, { type: bankConfigType.deposit })).total).toBe(0)
    await expect(person.call(bankConfig.detail, { bank_config_id })).rejects.toMatchObject({ code: 9005 })
    const account_number = '0123456789'
    await expect(person.call(bankConfig.update, { bank_config_id, version, account_number })).rejects.toMatchObject({
      code: 9005,
    })
    await expect(person.call(bankConfig.add, draft())).rejects.toMatchObject({ code: 169 })
    expect(await person.call(mbAccount.list, {})).toMatchObject({ items: [], total: 0, sums: { balance: 0 } })
  }
})

test('an account at MB Bank is listed once, with its last reported balance, and the balances are added up', async () => {
  const { account_number } = await an.call(bankConfig.add, draft())
  await an.call(bankConfig.add, draft({ account_number, type: bankConfigType.reward }))
  const silent = await an.call(bankConfig.add, draft())
  await office.write((db) =>
    db
      .insertInto('bank_balance')
      .values({ bank_id: mb, account_number, balance: 9_007_199_254_740, synced_at: '2026-11-20T08:00:00+07:00' })
      .execute(),
  )
  const { items, sums } = await an.call(mbAccount.list, { page_size: 300 })
  expect(items.filter((item) => item.account_number === account_number)).toMatchObject([
    { balance: 9_007_199_254_740, synced_at: expect.stringContaining('2026-11-20') },
  ])
  expect(items.find((item) => item.account_number === silent.account_number)).toMatchObject({
    balance: null,
    synced_at: null,
  })
  expect(sums?.balance).toBe(9_007_199_254_740)
})
