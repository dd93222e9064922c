import { expect, test } from 'vitest'
import { openNumbers } from './ticket-numbers.ts'

const draw = { area_id: 7, open_date: '2026-11-24', number_length: 5 }

test('the slips of a draw have no number in common, however many numbers they take', () => {
  for (const number_length of [4, 5, 6]) {
    const take = openNumbers()
    const all = [1, 99, 900, 9_000].flatMap((count) => take({ ...draw, number_length }, count))
    expect(new Set(all).size).toBe(10_000)
    expect(all.filter((number) => !/^\d+$/.test(number) || number.length !== number_length)).toEqual([])
  }
})

test('every load gives a draw the same numbers, and different ones to other draws', () => {
  const numbers = openNumbers()(draw, 50)
  const take = openNumbers()
  expect(take({ ...draw, area_id: 8 }, 50)).not.toEqual(numbers)
  expect(take({ ...draw, open_date: '2026-11-25' }, 50)).not.toEqual(numbers)
  expect(take(draw, 50)).toEqual(numbers)
})
