import { expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { lotoTable, sheetRows } from './sheet.rules.ts'

/** TP.HCM 15/08/2026 */
const southern = {
  special: ['040589'],
  first: ['55672'],
  second: ['75464'],
  third: ['55129', '28930'],
  fourth: ['44351', '18954', '65673', '56983', '75239', '67899', '82116'],
  fifth: ['7001'],
  sixth: ['8531', '0599', '7531'],
  seventh: ['729'],
  eighth: ['31'],
}

test('a southern sheet reads from the eighth prize to the special one, a northern one from the first, the special one last', () => {
  expect(sheetRows(product.south).map(({ label }) => label)).toEqual([
    'Tám',
    'Bảy',
    'Sáu',
    'Năm',
    'Tư',
    'Ba',
    'Nhì',
    'Nhất',
    'ĐB',
  ])
  expect(sheetRows(product.north, 8).map(({ label, count }) => [label, count])).toEqual([
    ['Nhất', 1],
    ['Nhì', 2],
    ['Ba', 6],
    ['Tư', 4],
    ['Năm', 6],
    ['Sáu', 3],
    ['Bảy', 4],
    ['Ký hiệu', 8],
    ['ĐB', 1],
  ])
})

test('the lô tô table has the last two digits of all eighteen numbers, by the first and by the last of them', () => {
  const [by_first, by_last] = [lotoTable(southern, 'first'), lotoTable(southern, 'last')]
  const text = (row: (typeof by_first)[number]) =>
    row.map(({ digit, is_special }) => digit + (is_special ? '*' : '')).join(' ')
  expect(text(by_first[3]!)).toBe('0 1 1 1 9')
  expect(text(by_first[8]!)).toBe('3 9*')
  expect(text(by_last[9]!)).toBe('2 2 3 8* 9 9')
  expect(by_first.flat()).toHaveLength(18)
  expect(by_last.flat()).toHaveLength(18)
  expect(lotoTable({ special: ['09824'], series: ['15AN', '6AN'] }, 'first').flat()).toHaveLength(1)
})
