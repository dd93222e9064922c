import { expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { drawShape } from './draw-shape.rules.ts'

const drawn = (...groups: Parameters<typeof drawShape>) =>
  drawShape(...groups)
    .filter(({ is_series }) => !is_series)
    .reduce((sum, { count }) => sum + count, 0)

test.each([
  [product.south, 18],
  [product.central, 18],
  [product.north, 27],
  [product.max3d, 20],
  [product.power655, 7],
  [product.keno, 20],
])('product %i draws %i numbers', (category, count) => {
  expect(drawn(category)).toBe(count)
})

test('the North also draws series signs: six, or eight on the first day of a lunar month', () => {
  const signs = (count?: number) => drawShape(product.north, count).find(({ is_series }) => is_series)?.count
  expect(signs()).toBe(6)
  expect(signs(8)).toBe(8)
})
