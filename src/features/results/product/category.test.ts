/** The data of products that a client needs before it orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { categories } from './category.contract.ts'
import { product, type Product } from './product.contract.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('every product has its play types, the lines of a board, and the limits of an order', async () => {
  const { items } = await (await office.hire([])).call(categories.list, {})
  const categoryOf = (category: Product) => items.find((item) => item.category === category)!
  const linesOf = (category: Product) =>
    Object.fromEntries(categoryOf(category).play_types.map(({ label, lines }) => [label, lines]))
  expect(categoryOf(product.keno)).toMatchObject({ max_boards: 6, max_stakes: 100, price_unit: 10_000 })
  expect(categoryOf(product.max3d_pro)).toMatchObject({ max_boards: 4, max_stakes: 1 })
  expect(categoryOf(product.south)).toMatchObject({ max_boards: null, max_stakes: null })
  expect(linesOf(product.mega645)).toMatchObject({ 'Cơ bản': 1, 'Bao 5': 40, 'Bao 7': 7, 'Bao 18': 18_564 })
  expect(linesOf(product.max3d)).toEqual({ 'Cơ bản': 1, Đảo: null, Ôm: 10, 'Max 3D+': 1 })
  expect(linesOf(product.south)).toEqual({ 'Vé thường': null, 'Vé cặp nguyên': null })
})
