import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('initials are the first letters of the family name and the given name', () => {
  expect(initials('Nguyễn Thị Hằng')).toBe('NH')
  expect(initials('đặng văn ân')).toBe('ĐÂ')
  expect(initials('admin')).toBe('A')
  expect(initials('van_hanh.kho')).toBe('VK')
  expect(initials('')).toBe('?')
})
