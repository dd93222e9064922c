import { expect, test } from 'vitest'
import { moveOf } from './entry-keys.ts'

const columns = [
  { key: 'number' },
  { key: 'series', seldom: true },
  { key: 'quantity' },
  { key: 'price', seldom: true },
]
const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
const press = (key: string, index: number, cell: string, modifiers: object = {}) =>
  moveOf({ key, ...plain, ...modifiers }, { index, cell }, columns, 3)

test('Enter moves to the next cell or row, past rarely used cells; Shift+Enter moves back', () => {
  expect(press('Enter', 0, 'number')).toEqual({ index: 0, cell: 'quantity' })
  expect(press('Enter', 0, 'quantity')).toEqual({ index: 1, cell: 'number' })
  expect(press('Enter', 0, 'series')).toEqual({ index: 0, cell: 'quantity' })
  expect(press('Enter', 0, 'price')).toEqual({ index: 1, cell: 'number' })
  expect(press('Enter', 1, 'number', { shiftKey: true })).toEqual({ index: 0, cell: 'quantity' })
})

test('up and down arrows move between rows and stop at the ends; other keys are not handled', () => {
  expect(press('ArrowDown', 1, 'price')).toEqual({ index: 2, cell: 'price' })
  expect(press('ArrowDown', 2, 'price')).toEqual({ index: 2, cell: 'price' })
  expect(press('ArrowUp', 0, 'price')).toEqual({ index: 0, cell: 'price' })
  expect(press('ArrowLeft', 1, 'price')).toBeNull()
  expect(press('ArrowDown', 1, 'price', { ctrlKey: true })).toBeNull()
})
