import { expect, test } from 'vitest'
import { matchIn } from './match-in.ts'

test('a folded match gives its position in the original text', () => {
  const matchedText = (text: string, keyword: string) => {
    const match = matchIn(text, keyword)
    return match && text.slice(...match)
  }
  expect(matchedText('Quầy Bến Thành', 'ben  thanh')).toBe('Bến Thành')
  expect(matchedText('235 Đường 3 Tháng 2', 'DUONG')).toBe('Đường')
  expect(matchedText('Bến Thành'.normalize('NFD'), 'bến')).toBe('Bến'.normalize('NFD'))
  expect(matchedText('0903 111 222', '03 1')).toBe('03 1')
  expect(matchedText('Kho số 1', 'kho so 12')).toBeNull()
  expect(matchedText('Kho', ' ')).toBeNull()
})
