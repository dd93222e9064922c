import { expect, test } from 'vitest'
import { nextSort, rangeBetween } from './table-state.ts'

test('a column head sorts ascending, then descending, then not at all', () => {
  expect(nextSort(null, 'name')).toEqual({ key: 'name', dir: 'asc' })
  expect(nextSort({ key: 'name', dir: 'asc' }, 'name')).toEqual({ key: 'name', dir: 'desc' })
  expect(nextSort({ key: 'name', dir: 'desc' }, 'name')).toBeNull()
  expect(nextSort({ key: 'name', dir: 'desc' }, 'phone')).toEqual({ key: 'phone', dir: 'asc' })
})

test('Shift selects the rows from the nearest selected one', () => {
  const rows = [0, 1, 2, 3, 4, 5]
  const itself = (row: number) => row
  expect(rangeBetween(rows, itself, new Set([1]), 4)).toEqual([1, 2, 3, 4])
  expect(rangeBetween(rows, itself, new Set([0, 5]), 4)).toEqual([4, 5])
  expect(rangeBetween(rows, itself, new Set(), 2)).toEqual([2])
})
