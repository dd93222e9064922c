import { expect, test } from 'vitest'
import { checkedPage, pageButtons, pageCountOf, page_sizes, rowRange } from './pager-math.ts'

test('a page number that is not a positive number within the page count resets to 1', () => {
  for (const typed of ['0', '-3', '101', '2.5', '1e1', 'abc', '', ' ', '９', null, Number.NaN])
    expect(checkedPage(typed, 100), String(typed)).toBe(1)
  expect(checkedPage('100', 100)).toBe(100)
  expect(checkedPage(' 7 ', 100)).toBe(7)
})

test('every page count shows at most ten buttons, always with the current page', () => {
  for (let pageCount = 1; pageCount <= 40; pageCount++)
    for (let page = 1; page <= pageCount; page++) {
      const buttons = pageButtons(page, pageCount)
      expect(buttons.length).toBe(Math.min(10, pageCount))
      expect(buttons).toContain(page)
      expect(buttons[0]).toBeGreaterThanOrEqual(1)
      expect(buttons.at(-1)).toBeLessThanOrEqual(pageCount)
      expect(buttons.every((button, index) => button === buttons[0]! + index)).toBe(true)
    }
})

test('the page count is right for 0, 1, n and n+1 rows of every page size n', () => {
  for (const size of page_sizes) {
    expect(pageCountOf(0, size)).toBe(1)
    expect(pageCountOf(1, size)).toBe(1)
    expect(pageCountOf(size, size)).toBe(1)
    expect(pageCountOf(size + 1, size)).toBe(2)
    expect(rowRange(2, size, size + 1)).toEqual([size + 1, size + 1])
  }
  expect(rowRange(1, 50, 0)).toEqual([0, 0])
})
