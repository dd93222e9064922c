/** What screens must know of the surroundings in which the program runs. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { choice, flag, list, text } from '#contract/fields.ts'

export const Config = z.object({
  /** Of Google Maps; null where places are typed as coordinates. */
  map_key: z.nullable(text('Khóa Google Maps', 200)),
  map_region: text('Vùng của bản đồ', 2),
  map_language: text('Ngôn ngữ của bản đồ', 5),
  /** Which gateways pay; where none does, staff pay and say so. */
  can_pay: list(
    'Cổng chi trả',
    choice('Cổng', [
      ['bank', 'Ngân hàng'],
      ['momo', 'MoMo'],
      ['telecom', 'Viettel Money'],
    ]),
  ),
  /** The business is the sample, there to be tried. */
  has_sample: flag('Có dữ liệu mẫu'),
})

export const config = calls('cms/utility', {
  get: read('GET config', { title: 'Cấu hình của chương trình', may: 'user', output: Config }),
})
