import { expect, test } from 'vitest'
import { differenceText } from './difference.rules.ts'

test('a difference has its sign and the unit of its proof', () => {
  expect(differenceText(-130_000, 'money')).toBe('Lệch −130.000 đ')
  expect(differenceText(20_000, 'money')).toBe('Lệch 20.000 đ')
  expect(differenceText(12, 'tickets')).toBe('Lệch 12 vé')
  expect(differenceText(0, 'draws')).toBe('Lệch 0 kỳ')
})
