/** The products with their play types. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { activation, count, id, list, money, rate, text } from '#contract/fields.ts'
import { category, productLine } from './product.contract.ts'

export const Category = z.object({
  category: category(),
  category_code: text('Mã', 20),
  category_name: text('Sản phẩm', 100),
  line: productLine(),
  price_unit: money('Giá một vé'),
  /** In basis points. */
  commission_rate: rate('Tỷ lệ hoa hồng'),
  /** For games: the maximum number of boards in an order, and the maximum stake of each. */
  max_boards: z.nullable(count('Số bộ số tối đa')),
  max_stakes: z.nullable(count('Số lần tham gia tối đa')),
  play_types: list(
    'Loại hình chơi',
    z.object({
      play_type: id('Loại hình chơi'),
      label: text('Loại hình chơi', 50),
      /** The single lines of a board (price = lines × price × stake); null where it depends on the digits, and for tickets. */
      lines: z.nullable(count('Số dòng đơn')),
    }),
    100,
  ),
  status: activation(),
})

export const categories = calls('cms/category', {
  list: read('GET list', {
    title: 'Các sản phẩm',
    may: 'user',
    output: pageOf(Category),
  }),
})
