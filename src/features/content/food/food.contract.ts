import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, id, image, list, note, optional, payable, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { foodPage, postPage } from '../pages.contract.ts'

export const FoodRecord = record('food', 'id', {
  food_name: text('Món ăn', 100),
  image_url: image('Ảnh', 'food'),
  image_alt: text('Chữ thay ảnh', 150),
  price: payable('Giá'),
  description: optional(note('Mô tả', 1_000)),
  status: z.prefault(activation(), 1),
})

const tagIds = () => list('Danh mục', id('Danh mục'), 20)

const FoodDraft = z.object({ ...FoodRecord.Draft.shape, list_tag: z.prefault(tagIds(), []) })
const FoodChange = z.object({ ...FoodRecord.Change.shape, list_tag: z.optional(tagIds()) })

const FoodTag = z.object({ id: id(), tag_name: text('Danh mục', 60) })

export const Food = z.object({ ...FoodRecord.Row.shape, tags: list('Danh mục', FoodTag) })

const errors = ['food_exists', 'tag_not_found'] as const

export const food = calls('/store-profile', {
  list: read('GET list-food', {
    title: 'Danh sách món ăn',
    may: [foodPage.view, postPage.view],
    input: search({ tag_id: optional(id('Danh mục')), status: optional(activation()) }, [
      'food_name',
      'price',
      'created_at',
    ]),
    output: pageOf(Food),
  }),
  detail: read('GET food/{id}', {
    title: 'Chi tiết món ăn',
    may: foodPage.view,
    input: FoodRecord.Key,
    output: Food,
    errors: ['not_found'],
  }),
  add: write('POST food/create', {
    title: 'Thêm món ăn',
    may: foodPage.add,
    input: FoodDraft,
    output: Food,
    errors,
  }),
  update: write('PUT food/update', {
    title: 'Sửa món ăn',
    may: foodPage.update,
    input: FoodChange,
    output: Food,
    errors: [...errors, ...FoodRecord.conflicts],
  }),
  delete: write('DELETE food/delete/{id}', {
    title: 'Xóa món ăn',
    may: foodPage.remove,
    input: FoodRecord.Key,
    errors: ['not_found', 'food_in_use'],
  }),
})
