import { expect, test } from 'vitest'
import { errors } from './errors.ts'

test('every error has a number of its own', () => {
  const numbers = Object.values(errors).map(([number]) => number as number)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
