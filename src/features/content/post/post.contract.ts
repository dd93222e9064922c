import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, id, image, list, optional, richText, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { postPage } from '../pages.contract.ts'

export const PostRecord = record('post', 'id', {
  title: text('Tiêu đề', 150),
  image_url: image('Ảnh', 'post'),
  image_alt: text('Chữ thay ảnh', 150),
  content: richText('Nội dung', 50_000, 'post'),
  status: z.prefault(activation(), 1),
})

const foodIds = () => list('Món ăn', id('Món ăn'), 30)
const PostDraft = z.object({ ...PostRecord.Draft.shape, list_food: z.prefault(foodIds(), []) })
const PostChange = z.object({ ...PostRecord.Change.shape, list_food: z.optional(foodIds()) })

const PostFood = z.object({ id: id(), food_name: text('Món ăn', 100) })

export const Post = z.object({ ...PostRecord.Row.shape, foods: list('Món ăn', PostFood) })

export const post = calls('/store-profile', {
  list: read('GET list-post', {
    title: 'Danh sách bài viết',
    may: postPage.view,
    input: search({ status: optional(activation()) }, ['title', 'created_at']),
    output: pageOf(Post),
  }),
  add: write('POST post/create', {
    title: 'Thêm bài viết',
    may: postPage.add,
    input: PostDraft,
    output: Post,
    errors: ['food_not_found'],
  }),
  update: write('PUT post/update', {
    title: 'Sửa bài viết',
    may: postPage.update,
    input: PostChange,
    output: Post,
    errors: ['food_not_found', ...PostRecord.conflicts],
  }),
  delete: write('DELETE post/delete/{id}', {
    title: 'Xóa bài viết',
    may: postPage.remove,
    input: PostRecord.Key,
    errors: ['not_found'],
  }),
})
