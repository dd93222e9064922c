import { expect, test } from 'vitest'
import { groupedNumber } from './number-text.ts'
import { caretAfter, digitsOnly, numberOf, regrouped } from './typed-number.ts'

test('amounts are parsed in the notations of chats and spreadsheets', () => {
  for (const text of [
    '1500000',
    '1.500.000',
    '1,500,000',
    '1 500 000',
    '1.500.000 đ',
    '1.500.000đ',
    '1.500.000 ₫',
    ' 1.500.000 VND ',
    '1.500.000 đồng',
    '１５０００００',
  ])
    expect(numberOf(text), text).toBe(1_500_000)
})

test('an ambiguous or invalid amount is refused', () => {
  for (const text of [
    '1.5',
    '1,50',
    '1.500,5',
    '1.500.00',
    '1.500,000',
    '-5',
    '1e6',
    'abc',
    'đ',
    '12.34.567',
    '9'.repeat(17),
  ])
    expect(numberOf(text), text).toBeUndefined()
})

test('an empty text means no number', () => {
  expect(numberOf('')).toBeNull()
  expect(numberOf('  ')).toBeNull()
})

test('numbers are shown with dots between groups of three digits', () => {
  expect(groupedNumber(1_234_567_890)).toBe('1.234.567.890')
  expect(groupedNumber(0)).toBe('0')
  expect(groupedNumber(null)).toBe('')
})

test('typing regroups the digits and drops leading zeros and other characters', () => {
  expect(regrouped('15000')).toBe('15.000')
  expect(regrouped('0015')).toBe('15')
  expect(regrouped('0')).toBe('0')
  expect(regrouped('1.5000')).toBe('15.000')
  expect(regrouped('')).toBe('')
})

test('of a number that is typed or pasted in full-width characters the digits are kept', () => {
  expect(digitsOnly('１２３ 45a')).toBe('12345')
})

test('the caret stays after the typed digit', () => {
  expect(caretAfter(2, '15.000')).toBe(2)
  expect(caretAfter(3, '15.000')).toBe(4)
  expect(caretAfter(0, '15.000')).toBe(0)
  expect(caretAfter(5, '15.000')).toBe(6)
})
