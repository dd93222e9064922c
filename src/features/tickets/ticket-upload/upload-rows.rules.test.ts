/** What is right and wrong with a row of a file by itself, and which rows repeat earlier ones. */
import { describe, expect, test } from 'vitest'
import { fault } from './upload-faults.rules.ts'
import { rowChecker } from './upload-rows.rules.ts'

const kind = { number_length: 6, face_value: 10_000 }
const checkRowAlone = (...cells: (string | number | null)[]) =>
  rowChecker(kind)(2, [...cells, null, null, null].slice(0, 4))

test('a row without quantity and price is one ticket at its face value', () => {
  expect(checkRowAlone('012345', 'ab')).toMatchObject({
    number: '012345',
    series: 'AB',
    quantity: 1,
    price: 10_000,
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
  expect(checkRowAlone('012345', null, 1, text)).toMatchObject({ price, fault: null })
})

test.each(['0', '-1', '1.5', '10.00', '100000001', '9999999999', 'mười', '1e3', '１０'])('%j is no price', (text) => {
  expect(checkRowAlone('012345', null, 1, text)).toMatchObject({ price: null, price_text: text, fault: fault.price })
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
    quantity: null,
    quantity_text: text,
    fault: fault.quantity,
  })
})

describe('a repeated row', () => {
  test('has the same number and series as an earlier valid one, in small letters too', () => {
    const checkRow = rowChecker(kind)
    const faults = [
      checkRow(2, ['012345', 'AB', 0, null]),
      checkRow(3, ['012345', 'AB', null, null]),
      checkRow(4, ['012345', 'AC', null, null]),
      checkRow(5, ['012345', null, null, null]),
      checkRow(6, ['012345', 'ab', 2, null]),
      checkRow(7, ['012345', 'AB', 2, null]),
    ].map((row) => [row?.fault, row?.first_line])
    const repeated = [fault.repeated, 3]
    expect(faults).toEqual([[fault.quantity, null], [null, null], [null, null], [null, null], repeated, repeated])
  })

  test('is found among many rows with a series each, which take little memory', () => {
    const checkRow = rowChecker(kind)
    const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
    const memory_before = memory()
    for (let n = 0; n < 200_000; n++) checkRow(n + 2, [String(n).padStart(6, '0'), `S${n}`, 1, 10_000])
    expect((memory() - memory_before) / 2 ** 20).toBeLessThan(100)
    expect(checkRow(200_002, ['000007', 'S7', 1, 10_000])).toMatchObject({ fault: fault.repeated, first_line: 9 })
  })
})
