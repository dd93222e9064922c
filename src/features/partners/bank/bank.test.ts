import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { bank } from './bank.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([])
})
afterAll(() => office.close())

const banks = async (keyword?: string) => (await an.call(bank.list, { keyword })).items

test('every bank has a unique code and a BIN of six digits', async () => {
  const rows = await banks()
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(rows.filter(({ bin }) => !/^\d{6}$/.test(bin))).toEqual([])
  expect(new Set(rows.map(({ bin }) => bin)).size).toBe(rows.length)
  expect(new Set(rows.map(({ bank_code }) => bank_code)).size).toBe(rows.length)
})

test('well-known banks have the BIN that NAPAS publishes', async () => {
  const bins = Object.fromEntries((await banks()).map(({ bank_code, bin }) => [bank_code, bin]))
  expect(bins).toMatchObject({
    VCB: '970436',
    ICB: '970415',
    BIDV: '970418',
    VBA: '970405',
    TCB: '970407',
    MB: '970422',
    ACB: '970416',
    CAKE: '546034',
    HSBC: '458761',
    MOMO: '971025',
  })
})

test('names are in Unicode NFC, and short names are unique', async () => {
  const rows = await banks()
  const names = rows.flatMap(({ short_name, bank_name }) => [short_name, bank_name])
  expect(names.filter((name) => name !== name.normalize('NFC').trim() || /\s{2}/.test(name))).toEqual([])
  expect(new Set(rows.map(({ short_name }) => short_name)).size).toBe(rows.length)
})

test('banks are sorted by their short name', async () => {
  const names = (await banks()).map(({ short_name }) => short_name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('vi').compare))
  expect(names[0]).toBe('ABBANK')
})

test('a keyword finds a bank by its name without accents, by its code and by its BIN', async () => {
  const codes = async (keyword: string) => (await banks(keyword)).map(({ bank_code }) => bank_code)
  expect(await codes('ngoai thuong viet')).toEqual(['VCB'])
  expect(await codes('agribank')).toEqual(['VBA'])
  expect(await codes('970422')).toEqual(['MB'])
})

test('a closed bank is not listed', async () => {
  await office.write((trx) => trx.updateTable('bank').set({ status: 0 }).where('bank_code', '=', 'CITIBANK').execute())
  expect(await banks('citibank')).toEqual([])
})
