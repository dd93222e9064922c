import { expect, test } from 'vitest'
import { blankSet, cheapIn, faultsIn, pricesOf, readSets, setsIn, sumsOf, type TypedSet } from './set-lines.rules.ts'

const south = { number_length: 6, series_count: 11, face_value: 10_000 }
const set = (number: string, price = ''): TypedSet => ({ ...blankSet, number, price })

test('the digits say the kind, and with it how many tickets the set has', () => {
  expect(sumsOf([set('45678', '1200000'), set('123456', '115000'), blankSet], south)).toEqual({
    set_count: 2,
    quantity: 110 + 11,
    amount: 1_315_000,
  })
  expect(readSets([set('45678', '1200000'), set('123456', '115000')], south)).toMatchObject([{ kind: 2 }, { kind: 1 }])
})

test('a number of the wrong length, a second set of the same number and a set without a price are told at their lines', () => {
  const sets = [set('4567', '1200000'), set('45678', '1200000'), blankSet, set('45678', '1'), set('123456')]
  expect([...faultsIn(sets, south)]).toEqual([
    [0, { cell: 'number', error: 'Số cuối phải có 5 chữ số (10 đầu) hoặc 6 chữ số (cùng dãy số)' }],
    [3, { cell: 'number', error: 'Cặp trùng với dòng 2' }],
    [4, { cell: 'price', error: 'Chưa có giá bán' }],
  ])
  expect(faultsIn([set('45678', '0')], south).get(0)).toEqual({ cell: 'price', error: 'Giá bán phải lớn hơn 0' })
})

test('an empty price is that of the nearest set of the same kind above', () => {
  const sets = [set('45678', '1200000'), set('123456', '115000'), set('45679'), set('123457'), set('45680', '1250000')]
  expect(pricesOf(sets, south)).toEqual([1_200_000, 115_000, 1_200_000, 115_000, 1_250_000])
})

test('a price below that of its tickets stands out', () => {
  expect(cheapIn([set('45678', '1100000'), set('45679', '120000'), set('123456', '110000')], south)).toEqual([1])
})

test.each([
  ['45678\t1200000', '45678', '1200000'],
  ['•45678; 110 vé; 1.200.000 đ', '45678', '1200000'],
  ['1) 45678', '45678', ''],
  ['45678 110 vé 1.150.000đ', '45678', '1150000'],
  ['012345\tCùng dãy số\t11\t115.000', '012345', '115000'],
])('a pasted line: %s', (row, number, price) => {
  expect(setsIn(row)).toEqual([set(number, price)])
})

test('a pasted table leaves its heads and its empty lines behind', () => {
  expect(setsIn('Số cuối\tGiá bán\r\n45678\t1.200.000\r\n\r\n45679\t1.200.000\r\n')).toHaveLength(2)
})
