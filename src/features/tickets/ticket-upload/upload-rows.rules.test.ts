/** What is right and wrong with a row of a file by itself. */
import { expect, test } from 'vitest'
import { fault } from './upload-faults.rules.ts'
import { rowChecker } from './upload-rows.rules.ts'

const kind = { number_length: 6, face_value: 10_000 }
const checkRowAlone = (...cells: (string | number | null)[]) =>
  rowChecker(kind)([...cells, null, null, null].slice(0, 4))

test('a row without quantity and price is one ticket at its face value', () => {
  expect(checkRowAlone('012345', 'ab')).toMatchObject({
    number: '012345',
    series: 'AB',
    quantity: { value: 1, text: '' },
    price: { value: 10_000, text: '' },
    fault: null,
  })
})

test('spaces around a value do not count, and a row of nothing else is left out', () => {
  expect(checkRowAlone(' 012345 ', '\u00A0đ-1/2 ')).toMatchObject({ number: '012345', series: 'Đ-1/2', fault: null })
  expect(checkRowAlone(' ', null, '', '\t')).toBeNull()
})

test.each([
  ['10000', 10_000],
  ['10.000', 10_000],
  ['10,000 đ', 10_000],
  ['1 000 000 VNĐ', 1_000_000],
  [12_000, 12_000],
  ['100000000', 100_000_000],
])('%j is a price', (text, price) => {
  expect(checkRowAlone('012345', null, 1, text)).toMatchObject({ price: { value: price }, fault: null })
})

test.each(['0', '-1', '1.5', '10.00', '100000001', '9999999999', 'mười', '1e3', '１０'])('%j is no price', (text) => {
  expect(checkRowAlone('012345', null, 1, text)).toMatchObject({ price: { value: null, text }, fault: fault.price })
})

test.each([
  ['', 'AB', fault.no_number],
  ['01234A', 'AB', fault.no_digits],
  ['０１２３４５', 'AB', fault.no_digits],
  [12_345, 'AB', fault.too_short],
  ['0123456', 'AB', fault.too_long],
  ['012345', 'A B', fault.series],
  ['012345', 'ß', fault.series],
  ['012345', 'ABCDEFGHIJK', fault.series],
])('%j of series %j is fault %i', (number, series, expected) => {
  expect(checkRowAlone(number, series)).toMatchObject({ fault: expected, series })
})

test.each(['0', '10001', 'hai'])('%j is no quantity', (text) => {
  expect(checkRowAlone('012345', 'AB', text)).toMatchObject({
    quantity: { value: null, text },
    fault: fault.quantity,
  })
})

test('an amount keeps how it is written, unless that is its digits', () => {
  expect(checkRowAlone('012345', null, '007', '10.000')).toMatchObject({
    quantity: { value: 7, text: '007' },
    price: { value: 10_000, text: '10.000' },
  })
  expect(checkRowAlone('012345', null, 7, '10000')).toMatchObject({
    quantity: { value: 7, text: null },
    price: { value: 10_000, text: null },
  })
  expect(checkRowAlone('012345', null, 'null', 'null')).toMatchObject({ quantity: { value: null, text: 'null' } })
})

test('the same cell gives the same value in every row and column', () => {
  const checkRow = rowChecker(kind)
  const rows = [
    ['012345', '10', '10', '10'],
    ['012345', '10', '10', '10'],
    ['012346', 'x', '10001', '10001'],
    ['012346', 'x', '10001', '10001'],
  ].map((cells) => checkRow(cells))
  expect(rows.map((row) => [row?.series, row?.quantity.value, row?.price.value, row?.fault])).toEqual([
    ['10', 10, 10, null],
    ['10', 10, 10, null],
    ['x', null, 10_001, fault.quantity],
    ['x', null, 10_001, fault.quantity],
  ])
})
