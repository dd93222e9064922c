import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, count, day, id, image, list, money, optional, payable, permille, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { foodRulePage } from '../pages.contract.ts'

const weight = (label: string) => z.prefault(count(label, 100), 0)

export const FoodRuleRecord = record('food_rule', 'id', {
  rule_name: text('Tên luật', 100),
  price_from: optional(payable('Giá từ')),
  price_to: optional(payable('Giá đến')),
  period_days: z.prefault(count('Tính trong (ngày)', 365).check(z.positive()), 30),
  post_weight: weight('Trọng số bài viết'),
  new_weight: weight('Trọng số món mới'),
  price_weight: weight('Trọng số giá thấp'),
  list_size: z.prefault(count('Số món', 50).check(z.positive()), 10),
  from_date: optional(day('Hiệu lực từ')),
  to_date: optional(day('Hiệu lực đến')),
  status: z.prefault(activation(), 1),
})

const tagIds = () => list('Danh mục', id('Danh mục'), 50)
const FoodRuleDraft = z.object({ ...FoodRuleRecord.Draft.shape, list_tag: z.prefault(tagIds(), []) })
const FoodRuleChange = z.object({ ...FoodRuleRecord.Change.shape, list_tag: z.optional(tagIds()) })
const RuleTag = z.object({ id: id(), tag_name: text('Danh mục', 60) })

export const FoodRule = z.object({ ...FoodRuleRecord.Row.shape, tags: list('Danh mục', RuleTag) })

/** A food in the ranking. The parts add up to its score, which is 1,000 where it leads in everything. */
export const RankedFood = z.object({
  id: id(),
  food_name: text('Món ăn', 100),
  image_url: image('Ảnh'),
  image_alt: text('Chữ thay ảnh', 150),
  price: money('Giá'),
  posts: count('Bài viết'),
  post_part: permille('Điểm bài viết'),
  new_part: permille('Điểm món mới'),
  price_part: permille('Điểm giá'),
  score: permille('Điểm'),
})

const { rule_name: _, from_date: __, to_date: ___, status: ____, ...conditions } = FoodRuleRecord.Draft.shape
const errors = ['food_rule_exists', 'from_exceeds_to', 'date_range_invalid', 'weight_missing', 'tag_not_found'] as const

export const foodRule = calls('', {
  list: read('GET /api/rule', {
    title: 'Danh sách luật top food',
    may: foodRulePage.view,
    input: search({ status: optional(activation()) }, ['rule_name', 'from_date', 'created_at']),
    output: pageOf(FoodRule),
  }),
  /** What a rule with these conditions and weights would list now; it need not be saved. */
  preview: read('POST /api/rule/preview', {
    title: 'Xem trước top food',
    may: foodRulePage.view,
    input: z.object({ ...conditions, list_tag: z.prefault(tagIds(), []) }),
    output: z.object({ items: z.array(RankedFood), candidates: count('Số món hợp điều kiện') }),
    errors: ['from_exceeds_to', 'weight_missing'],
  }),
  add: write('POST /api/rule', {
    title: 'Thêm luật',
    may: foodRulePage.add,
    input: FoodRuleDraft,
    output: FoodRule,
    errors,
  }),
  update: write('PUT /api/rule/{id}', {
    title: 'Sửa luật',
    may: foodRulePage.update,
    input: FoodRuleChange,
    output: FoodRule,
    errors: [...errors, ...FoodRuleRecord.conflicts],
  }),
  delete: write('DELETE /api/rule/{id}', {
    title: 'Xóa luật',
    may: foodRulePage.remove,
    input: FoodRuleRecord.Key,
    errors: ['not_found'],
  }),
})
