import { expect, test } from 'vitest'
import { rateOf } from './parse-percent.ts'
import { rateText } from './percent-text.ts'

test.each([
  ['6,5', 650],
  ['6.5 %', 650],
  ['100', 10_000],
  ['0,33%', 33],
  ['', null],
  ['6,', undefined],
  ['0,333', undefined],
  ['%', undefined],
  ['-1', undefined],
])('the text “%s” is parsed as %s basis points', (text, basis_points) => {
  expect(rateOf(text)).toBe(basis_points)
})

test.each([0, 1, 33, 650, 10_000])('the text of %i basis points is parsed back to them', (basis_points) => {
  expect(rateOf(rateText(basis_points))).toBe(basis_points)
})
