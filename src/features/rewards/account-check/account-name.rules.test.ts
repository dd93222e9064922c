import { expect, test } from 'vitest'
import { foldedName, isAlike, isSameName, lettersOf, similarity } from './account-name.rules.ts'

test.each([
  ['Nguyễn  Thị Mỹ Châu ', 'NGUYEN THI MY CHAU'],
  ['Đỗ Đức Mạnh', 'DO DUC MANH'],
  ['Trần-Văn.Ơn', 'TRAN VAN ON'],
  ['Lê Thị Bích Thủy'.normalize('NFD'), 'LE THI BICH THUY'],
])('the folded name of %s is %s', (name, folded) => expect(foldedName(name)).toBe(folded))

test('isSameName ignores accents, case and spaces, but not a different letter', () => {
  expect(isSameName('Hoàng Văn Tính', 'HOANG VAN TINH')).toBe(true)
  expect(isSameName('Phan Hoàng Dung', 'PHAN HOANG DUNGG')).toBe(false)
})

const rows = (expected: string, actual: string) => {
  const pairs = lettersOf(expected, actual)
  return [pairs.map((pair) => pair.expected ?? '_').join(''), pairs.map((pair) => pair.actual ?? '_').join('')]
}

test.each([
  ['Nguyễn Thị Mỹ Châu', 'NGUYEN THI CHAU', 'NGUYEN THI MY CHAU', 'NGUYEN THI ___CHAU', 3],
  ['Phan Hoàng Dung', 'PHAN HOANG DUNGG', 'PHAN HOANG DUN_G', 'PHAN HOANG DUNGG', 1],
  ['Lê An', 'LE AM', 'LE AN', 'LE AM', 1],
  ['', 'AN', '__', 'AN', 2],
])('the letters of %s are aligned with those of %s', (expected, actual, above, below, differences) => {
  const [first, second] = rows(expected, actual)
  expect(first!.replaceAll('_', '')).toBe(above.replaceAll('_', ''))
  expect(second!.replaceAll('_', '')).toBe(below.replaceAll('_', ''))
  expect(first).toHaveLength(above.length)
  expect(lettersOf(expected, actual).filter((pair) => !isAlike(pair))).toHaveLength(differences)
})

test('the similarity of two names is the share of letters that they have in common', () => {
  expect(similarity(lettersOf('Nguyễn Thị Mỹ Châu', 'NGUYEN THI CHAU'))).toBe(833)
  expect(similarity(lettersOf('', ''))).toBe(0)
  expect(similarity(lettersOf('Lê Thị Bích Thủy', 'TRAN VAN HOA'))).toBeLessThan(500)
})
