/** The call for configuration that screens need. */
import * as z from 'zod/mini'
import { calls, read } from '#contract/call.ts'
import { choice, flag, list, text } from '#contract/fields.ts'

export const Config = z.object({
  /** Google Maps API key; null where there is no map and places are typed as coordinates. */
  map_key: z.nullable(text('Khóa Google Maps', 200)),
  map_region: text('Vùng của bản đồ', 2),
  map_language: text('Ngôn ngữ của bản đồ', 5),
  /** Gateways that pay out automatically; without one staff pay by hand and record it. */
  can_pay: list(
    'Cổng chi trả',
    choice('Cổng', [
      ['bank', 'Ngân hàng'],
      ['momo', 'MoMo'],
      ['telecom', 'Viettel Money'],
    ]),
  ),
  /** A mail server is configured. */
  sends_mail: flag('Gửi được thư'),
  /** The program runs with the sample business. */
  has_sample: flag('Có dữ liệu mẫu'),
})

export const config = calls('cms/utility', {
  get: read('GET config', { title: 'Cấu hình của chương trình', may: 'user', output: Config }),
})
