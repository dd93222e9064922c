import { expect, test } from 'vitest'
import { dayAfter } from '../../../testing/compared.ts'
import { bucketsOf } from './buckets.rules.ts'

const days = (first: string, count: number) => Array.from({ length: count }, (_, index) => dayAfter(first, index))
const sold = (day: string, amount: number, before: number | null = null) => ({ day, amount, before })

test('a chart has a bar for every day, including days without sales', () => {
  expect(bucketsOf([sold('2026-02-28', 5), sold('2026-03-02', 7, 3)], days('2026-02-27', 4))).toEqual([
    { from: '2026-02-27', to: '2026-02-27', amount: 0, before: null },
    { from: '2026-02-28', to: '2026-02-28', amount: 5, before: null },
    { from: '2026-03-01', to: '2026-03-01', amount: 0, before: null },
    { from: '2026-03-02', to: '2026-03-02', amount: 7, before: 3 },
  ])
})

test('many days are drawn as months, of which the first and the last may be partial', () => {
  const rows = [sold('2026-01-31', 1, 10), sold('2026-02-01', 2, 20), sold('2026-02-28', 4), sold('2026-04-02', 8)]
  expect(bucketsOf(rows, days('2026-01-30', 63))).toEqual([
    { from: '2026-01-30', to: '2026-01-31', amount: 1, before: 10 },
    { from: '2026-02-01', to: '2026-02-28', amount: 6, before: 20 },
    { from: '2026-03-01', to: '2026-03-31', amount: 0, before: null },
    { from: '2026-04-01', to: '2026-04-02', amount: 8, before: null },
  ])
})
