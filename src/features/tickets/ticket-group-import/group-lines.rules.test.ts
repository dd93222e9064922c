import { expect, test } from 'vitest'
import {
  blankGroup,
  linesBelowFaceValue,
  faultsOf,
  nearestGroup,
  pricesOf,
  readGroups,
  parseGroups,
  sumsOf,
  type TypedGroup,
} from './group-lines.rules.ts'

const south = { number_length: 6, series_count: 11, face_value: 10_000 }
const typed = (number: string, price = ''): TypedGroup => ({ ...blankGroup, number, price })

test('the number of digits determines the kind of a group and its number of tickets', () => {
  expect(sumsOf([typed('45678', '1200000'), typed('123456', '115000'), blankGroup], south)).toEqual({
    set_count: 2,
    quantity: 110 + 11,
    amount: 1_315_000,
  })
  expect(readGroups([typed('45678', '1200000'), typed('123456', '115000')], south)).toMatchObject([
    { kind: 2 },
    { kind: 1 },
  ])
})

test('the group of a line is the nearest one that is typed', () => {
  const groups = [typed('45678'), blankGroup, blankGroup, typed('123456'), blankGroup]
  expect([0, 1, 2, 3, 4, 99].map((line_index) => nearestGroup(groups, line_index))).toEqual([0, 0, 3, 3, 3, 3])
})

test('a wrong length, a duplicate group and a missing price are errors at their lines', () => {
  const groups = [typed('4567', '1200000'), typed('45678', '1200000'), blankGroup, typed('45678', '1'), typed('123456')]
  expect([...faultsOf(groups, south)]).toEqual([
    [0, { cell: 'number', error: 'Số cuối phải có 5 chữ số (10 đầu) hoặc 6 chữ số (cùng dãy số)' }],
    [3, { cell: 'number', error: 'Cặp trùng với dòng 2' }],
    [4, { cell: 'price', error: 'Chưa có giá bán' }],
  ])
  expect(faultsOf([typed('45678', '0')], south).get(0)).toEqual({ cell: 'price', error: 'Giá bán phải lớn hơn 0' })
})

test('an empty price is taken from the nearest group of the same kind above', () => {
  const groups = [
    typed('45678', '1200000'),
    typed('123456', '115000'),
    typed('45679'),
    typed('123457'),
    typed('45680', '1250000'),
  ]
  expect(pricesOf(groups, south)).toEqual([1_200_000, 115_000, 1_200_000, 115_000, 1_250_000])
})

test('a price that is no whole number is an error at its cell, and no price of the groups below', () => {
  const groups = [typed('45678', '10,000.00'), typed('45679')]
  expect([...faultsOf(groups, south)]).toEqual([
    [0, { cell: 'price', error: expect.any(String) }],
    [1, { cell: 'price', error: 'Chưa có giá bán' }],
  ])
  expect(sumsOf(groups, south).amount).toBe(0)
})

test('a price below the face value of its tickets is marked', () => {
  expect(
    linesBelowFaceValue([typed('45678', '1100000'), typed('45679', '120000'), typed('123456', '110000')], south),
  ).toEqual([1])
})

test.each([
  ['45678\t1200000', '45678', '1200000'],
  ['•45678; 110 vé; 1.200.000 đ', '45678', '1200000'],
  ['1) 45678', '45678', ''],
  ['45678 110 vé 1.150.000đ', '45678', '1150000'],
  ['012345\tCùng dãy số\t11\t115.000', '012345', '115000'],
  ['10\t45678\t1200000', '45678', '1200000'],
  ['45678\t1.200.000\t29.11.2026', '45678', '1200000'],
  ['45678\t110\t10,000.00', '45678', '10,000.00'],
  ['45678\t115.000\t1.265.000,00 đ', '45678', '1.265.000,00 đ'],
  ['45678 10.50', '45678', '10.50'],
  ['４５６７８\t１.２００.０００', '45678', '1200000'],
])('a pasted line is parsed: %s', (row, number, price) => {
  expect(parseGroups(row, south)).toEqual([typed(number, price)])
})

test('a pasted price with decimals is an error at its cell, also below a group with a price', () => {
  const groups = parseGroups('45678\t1.200.000\n45679\t10,000.00', south)
  expect([...faultsOf(groups, south)]).toEqual([
    [1, { cell: 'price', error: '“10,000.00” không phải là số nguyên hợp lệ' }],
  ])
})

test('headings and empty lines of a pasted table are skipped', () => {
  expect(parseGroups('Số cuối\tGiá bán\r\n45678\t1.200.000\r\n\r\n45679\t1.200.000\r\n', south)).toHaveLength(2)
})
