/** The provinces and districts that addresses name. */
import * as z from 'zod/mini'
import { calls, pageOf, read } from '#contract/call.ts'
import { choice, id, optional, text } from '#contract/fields.ts'

const keyword = optional(text('Từ khóa', 100))

export const Province = z.object({
  /** The same as `province_id`, as other clients read it. */
  id: id('Mã tỉnh/thành phố'),
  province_id: id('Mã tỉnh/thành phố'),
  kind: choice('Cấp', [
    ['Thành phố', 'Thành phố'],
    ['Tỉnh', 'Tỉnh'],
  ]),
  province_name: text('Tỉnh/Thành phố', 100),
  province_now: text('Tỉnh/Thành phố hiện nay', 100),
})

export const District = z.object({
  /** The same as `district_id`, as other clients read it. */
  id: id('Mã quận/huyện'),
  district_id: id('Mã quận/huyện'),
  province_id: id('Mã tỉnh/thành phố'),
  district_name: text('Quận/Huyện', 100),
})

export const location = calls('cms/location', {
  province: read('GET province', {
    title: 'Danh sách tỉnh/thành phố',
    may: 'user',
    input: z.object({ keyword }),
    output: pageOf(Province),
  }),
  district: read('GET district', {
    title: 'Danh sách quận/huyện của một tỉnh/thành phố',
    may: 'user',
    input: z.object({ province_id: id('Tỉnh/Thành phố'), keyword }),
    output: pageOf(District),
  }),
})
