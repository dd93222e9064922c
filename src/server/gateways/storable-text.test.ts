import { expect, test } from 'vitest'
import { storableText } from './storable-text.ts'

test('control characters become one space, and the text is cut to the length of its column', () => {
  expect(storableText('Phí\u0000\n\tchuyển tiền', 500)).toBe('Phí chuyển tiền')
  expect(storableText('a'.repeat(60), 50)).toBe('a'.repeat(50))
})

test('no half of a surrogate pair is left, whether it was sent or the cut made it', () => {
  expect(storableText('\ud83d lẻ', 50)).toBe('\ufffd lẻ')
  expect(storableText('a\u{1f600}', 2)).toBe('a\ufffd')
  expect(storableText('a\u{1f600}', 3)).toBe('a\u{1f600}')
})
