import { expect, test } from 'vitest'
import { blankLine, faultsOf, parseLines, readLine, withLeadingZeros } from './slip-lines.rules.ts'

const line = (number: string, overrides: object = {}) => ({ ...blankLine, number, ...overrides })

test.each([
  ['a column of numbers', '012345\n012346\r\n', [line('012345'), line('012346')]],
  [
    'a spreadsheet: number and quantity',
    '012345\t10\n012346\t1.000',
    [line('012345', { quantity: '10' }), line('012346', { quantity: '1000' })],
  ],
  ['all four cells', '12345;15an;10;9.500 đ', [line('12345', { series: '15AN', quantity: '10', price: '9500' })]],
  ['number, quantity, price', '012345\t10\t10.000', [line('012345', { quantity: '10', price: '10000' })]],
  ['an empty series', '012345\t\t10\t10000', [line('012345', { quantity: '10', price: '10000' })]],
  [
    'a message with spaces',
    '012345 x10\n 012346  5 vé',
    [line('012345', { quantity: '10' }), line('012346', { quantity: '5' })],
  ],
  ['a series and a quantity', '12345 15AN 3', [line('12345', { series: '15AN', quantity: '3' })]],
  ['full-width digits', '０１２３４５\t１０', [line('012345', { quantity: '10' })]],
  ['headings in another order', 'SL\tDãy số\n7\t012345', [line('012345', { quantity: '7' })]],
  ['headings with unknown columns', 'STT\tDãy số\tSố lượng\n1\t012345\t7', [line('012345', { quantity: '7' })]],
])('pasted lines are parsed: %s', (_, text, lines) => {
  expect(parseLines(text)).toEqual(lines)
})

test('a quantity that is no number stays as it was pasted, and is an error at its cell', () => {
  const [pasted] = parseLines('012345\t1.5\t10000')
  expect(pasted).toMatchObject({ quantity: '1.5' })
  expect(readLine(pasted!)).toMatchObject({ cell: 'quantity', error: expect.any(String) })
})

test('an empty quantity is read as 1, and an empty price as undefined', () => {
  expect(readLine(line('012345'))).toEqual({ line: { number: '012345', series: null, quantity: 1, price: undefined } })
})

test('a duplicate ticket and a number of the wrong length are errors at their lines, blank lines are not', () => {
  const lines = [
    line('012345'),
    blankLine,
    line('012345'),
    line('012345', { series: 'AB' }),
    line('12345'),
    line('01234a'),
    line('123'),
  ]
  expect([...faultsOf(lines, 6)]).toEqual([
    [2, { cell: 'number', error: 'Vé trùng với dòng 1' }],
    [4, { cell: 'number', error: 'Dãy số phải có 6 chữ số' }],
    [5, { cell: 'number', error: 'Dãy số gồm 5 hoặc 6 chữ số' }],
    [6, { cell: 'number', error: 'Dãy số phải có 6 chữ số' }],
  ])
})

test('withLeadingZeros pads a number that is too short, and leaves other texts and longer numbers', () => {
  expect(withLeadingZeros(line('45'), 6).number).toBe('000045')
  expect(withLeadingZeros(line('4a'), 6).number).toBe('4a')
  expect(withLeadingZeros(line('123456'), 5).number).toBe('123456')
})
