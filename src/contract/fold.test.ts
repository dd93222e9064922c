import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test('folded text has no accents, no capitals, and d for đ', () => {
  expect(fold('Đặng Thị Hằng')).toBe('dang thi hang')
  expect(fold('ƯỚC NGUYỆN')).toBe('uoc nguyen')
})

test('composed and decomposed text fold to the same text', () => {
  expect(fold('Nguyễn'.normalize('NFD'))).toBe(fold('Nguyễn'.normalize('NFC')))
})

test('folding collapses spaces, including non-breaking ones, and trims the text', () => {
  expect(fold('  Đồng\u00a0 Tháp\n')).toBe('dong thap')
})
