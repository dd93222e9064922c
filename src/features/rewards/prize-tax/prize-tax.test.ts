/** The tax statement: withheld tax of paid prizes, per ticket, with sums on screen and in the file. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { fillFund, winning, winRewards } from '../../../testing/rewards.ts'
import { prizeTax } from './prize-tax.contract.ts'

let office: Office
let an: Person
const million = 1_000_000

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...rewardPage.rights])
  const binh = await office.hire([...rewardPage.rights])
  await fillFund(office, 1_000 * million)
  const wallet = await openTestWallet(office, { full_name: 'Ngô Minh Uyên' })
  const of_wallet = { msisdn: wallet.msisdn, full_name: wallet.full_name }
  const { reward_ids } = await winRewards(office, [
    { number: winning.first, ...of_wallet },
    { number: winning.first, quantity: 2, ...of_wallet },
    { number: winning.second, ...of_wallet },
    { number: winning.first, ...of_wallet },
  ])
  // The last one is not paid, and the third one has no tax.
  for (const reward_id of reward_ids.slice(0, 3))
    for (const person of [an, binh]) await person.call(push.approve, { reward_ids: [reward_id] }).catch(() => undefined)
})
afterAll(() => office.close())

const thisDay = async () => (await sql<{ day: string }>`select current_date as day`.execute(office.db)).rows[0]!.day

test('the tax statement lists each paid prize with tax, and the part above the threshold of each ticket', async () => {
  const day = await thisDay()
  const { items, total, sums } = await an.call(prizeTax.list, { from_date: day, to_date: day, sort: 'gross' })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { gross: 30 * million, taxable: 10 * million, tax: million, tax_rate: 1_000, net: 29 * million, paid_date: day },
    { gross: 60 * million, taxable: 20 * million, tax: 2 * million, net: 58 * million },
  ])
  expect(sums).toMatchObject({ gross: 90 * million, taxable: 30 * million, tax: 3 * million, net: 87 * million })
})

test('prizes with tax are summed by winner, and days before the payment have none', async () => {
  expect(await an.call(prizeTax.winners, {})).toMatchObject({
    total: 1,
    items: [{ full_name: 'Ngô Minh Uyên', prize_count: 2, gross: 90 * million, tax: 3 * million }],
  })
  expect(await an.call(prizeTax.list, { to_date: '2026-01-31' })).toMatchObject({ total: 0 })
})

test('the file of the tax statement has the same rows and sums as the list', async () => {
  const { file, headers } = await an.raw(prizeTax.export, {})
  expect(headers.get('content-disposition')).toContain('bang-ke-thue-tncn-')
  const rows: SheetRow[] = []
  await readRows(file!, default_limits, (part) => rows.push(...part))
  expect(rows).toHaveLength(4)
  const [head, first, , last] = rows.map(({ cells }) => cells.map(String))
  expect(head).toContain('Thuế đã khấu trừ')
  expect(first!.slice(0, 2)).toEqual(['1', 'Ngô Minh Uyên'])
  const amountOf = (label: string) => Number(last![head!.indexOf(label)])
  expect([
    amountOf('Trị giá giải'),
    amountOf('Thu nhập tính thuế'),
    amountOf('Thuế đã khấu trừ'),
    amountOf('Thực nhận'),
  ]).toEqual([90, 30, 3, 87].map((millions) => millions * million))
})
