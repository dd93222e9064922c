/** The products with what can be played in them. */
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
  /** In hundredths of a percent. */
  commission_rate: rate('Tỷ lệ hoa hồng'),
  /** Of a game: most boards of one order, and how often each board may be bought. */
  most_boards: z.nullable(count('Số bộ số tối đa')),
  most_stakes: z.nullable(count('Số lần tham gia tối đa')),
  play_types: list(
    'Loại hình chơi',
    z.object({
      play_type: id('Loại hình chơi'),
      label: text('Loại hình chơi', 50),
      /**
       * Single lines of a board, whose price is lines × price × stake; null where it depends on the digits, and for
       * tickets.
       */
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
