import { expect, test } from 'vitest'
import { mergedEntry } from './merged-entry.rules.ts'

const base = {
  numbers: { special: ['123456'], fourth: ['11111', '22222', '33333'] },
  published: { jackpot: 5, other: 7 },
}

test('two corrections in one prize are both kept, and the one that is typed here wins', () => {
  const mine = { ...base, numbers: { ...base.numbers, fourth: ['11111', '99999', '33333'] } }
  const newest = { ...base, numbers: { special: ['654321'], fourth: ['11111', '88888', '77777'] } }
  expect(mergedEntry(mine, base, newest).numbers).toEqual({ special: ['654321'], fourth: ['11111', '99999', '77777'] })
})

test('a number and an amount that are removed here stay removed, and those that are new there come', () => {
  const mine = { numbers: { special: [''], fourth: base.numbers.fourth }, published: { jackpot: 6 } }
  const newest = { numbers: { ...base.numbers, first: ['44444'] }, published: { jackpot: 9, other: 7, third: 1 } }
  expect(mergedEntry(mine, base, newest)).toEqual({
    numbers: { special: [''], fourth: base.numbers.fourth, first: ['44444'] },
    published: { jackpot: 6, third: 1 },
  })
})
