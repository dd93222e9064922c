import { expect, test } from 'vitest'
import { fold, matchIn } from './fold.ts'

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

test('a folded match gives its position in the original text', () => {
  const found = (text: string, keyword: string) => {
    const place = matchIn(text, keyword)
    return place && text.slice(...place)
  }
  expect(found('Quầy Bến Thành', 'ben  thanh')).toBe('Bến Thành')
  expect(found('235 Đường 3 Tháng 2', 'DUONG')).toBe('Đường')
  expect(found('Bến Thành'.normalize('NFD'), 'bến')).toBe('Bến'.normalize('NFD'))
  expect(found('0903 111 222', '03 1')).toBe('03 1')
  expect(found('Kho số 1', 'kho so 12')).toBeNull()
  expect(found('Kho', ' ')).toBeNull()
})
