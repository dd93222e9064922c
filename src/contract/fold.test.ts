import { expect, test } from 'vitest'
import { fold } from './fold.ts'

test('accents, case and đ do not matter', () => {
  expect(fold('Đặng Thị Hằng')).toBe('dang thi hang')
  expect(fold('ƯỚC NGUYỆN')).toBe('uoc nguyen')
})

test('composed and decomposed text fold alike', () => {
  expect(fold('Nguyễn'.normalize('NFD'))).toBe(fold('Nguyễn'.normalize('NFC')))
})

test('spaces collapse, also the non-breaking ones of pasted text', () => {
  expect(fold('  Đồng\u00a0 Tháp\n')).toBe('dong thap')
})
