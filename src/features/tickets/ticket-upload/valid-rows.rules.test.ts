/** Which rows of a file repeat a ticket, and in which order all of them are inserted. */
import { expect, test } from 'vitest'
import { ValidRows } from './valid-rows.rules.ts'

const amount = (value: number, text: string | null = null) => ({ value, text })

function sortedRows(...tickets: [number: string, series: string][]) {
  const rows = new ValidRows(6, tickets.length)
  tickets.forEach(([number, series], index) =>
    rows.add(index + 2, {
      number,
      series,
      quantity: amount(index + 1),
      price: amount(10_000 * (index + 1), 'as written'),
    }),
  )
  return [...rows.sorted()]
}

test('rows come by number, then by series, with their own quantity and price and how they are written', () => {
  expect(sortedRows(['100000', 'AB'], ['000001', 'B'], ['000001', 'AB'], ['000001', ''])).toEqual([
    {
      line_no: 5,
      number: '000001',
      series: '',
      quantity: amount(4),
      price: amount(40_000, 'as written'),
      first_line: null,
    },
    {
      line_no: 4,
      number: '000001',
      series: 'AB',
      quantity: amount(3),
      price: amount(30_000, 'as written'),
      first_line: null,
    },
    {
      line_no: 3,
      number: '000001',
      series: 'B',
      quantity: amount(2),
      price: amount(20_000, 'as written'),
      first_line: null,
    },
    {
      line_no: 2,
      number: '100000',
      series: 'AB',
      quantity: amount(1),
      price: amount(10_000, 'as written'),
      first_line: null,
    },
  ])
})

test('a row with the number and series of an earlier one repeats the first of them', () => {
  const rows = sortedRows(['012345', 'AB'], ['999999', 'AB'], ['012345', 'AB'], ['012345', 'AC'], ['012345', 'AB'])
  expect(rows.map(({ line_no, first_line }) => [line_no, first_line])).toEqual([
    [2, null],
    [4, 2],
    [6, 2],
    [5, null],
    [3, null],
  ])
})

test('a file without valid rows has none', () => {
  expect(sortedRows()).toEqual([])
})

test('many rows with a series each are sorted as text and take little memory', () => {
  const count = 200_000
  const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const memory_at_first = memory()
  const rows = new ValidRows(6, count)
  for (let n = 0; n < count; n++) {
    // 7 and the count have no common divisor, so each remainder comes once.
    const number = String((n * 7) % count).padStart(6, '0')
    rows.add(n + 2, { number, series: `S${n}`, quantity: amount(1), price: amount(10_000) })
  }
  expect((memory() - memory_at_first) / 2 ** 20).toBeLessThan(100)
  let previous = ''
  let row_count = 0
  for (const { number, first_line } of rows.sorted()) {
    if (number <= previous || first_line !== null) throw new Error(`${number} after ${previous}`)
    previous = number
    row_count++
  }
  expect(row_count).toBe(count)
})
