import { expect, test } from 'vitest'
import { errors } from './errors.ts'

test('no two errors have one number', () => {
  const numbers = Object.values(errors).map(([number]) => number as number)
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})
