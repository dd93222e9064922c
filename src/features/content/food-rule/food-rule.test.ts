/** Rules of top foods: conditions filter the foods, weights order them, and a preview works without saving. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { food } from '../food/food.contract.ts'
import { foodPage, foodRulePage, postPage, tagPage } from '../pages.contract.ts'
import { post } from '../post/post.contract.ts'
import { tag } from '../tag/tag.contract.ts'
import { foodRule } from './food-rule.contract.ts'

let office: Office
let an: Person
let noodles: number
let soups: number
const picture = { image_url: '/files/food/anh-0123456789abcdef.webp', image_alt: 'Một tô bún' }

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...foodRulePage.rights, ...foodPage.rights, ...postPage.rights, ...tagPage.rights])
  noodles = (await an.call(tag.add, { tag_name: 'Món sợi' })).id
  soups = (await an.call(tag.add, { tag_name: 'Món nước', parent_id: noodles })).id
  const add = (food_name: string, price: number, overrides: object = {}) =>
    an.call(food.add, { ...picture, food_name, price, list_tag: [soups], ...overrides })
  const pho = await add('Phở', 60_000)
  await add('Bún riêu', 40_000)
  await add('Mì tắt', 20_000, { status: 0 })
  await add('Cơm tấm', 20_000, { list_tag: [] })
  for (const title of ['Một', 'Hai'])
    await an.call(post.add, { ...picture, title, content: '<p>Ngon</p>', list_food: [pho.id] })
})
afterAll(() => office.close())

const names = async (input: object) =>
  (await an.call(foodRule.preview, { post_weight: 1, ...input })).items.map(({ food_name }) => food_name)

test('weights decide the order of top foods, and conditions decide which foods are in the list', async () => {
  expect(await names({})).toEqual(['Phở', 'Bún riêu', 'Cơm tấm'])
  expect(await names({ post_weight: 0, price_weight: 10 })).toEqual(['Cơm tấm', 'Bún riêu', 'Phở'])
  expect(await names({ list_tag: [noodles] })).toEqual(['Phở', 'Bún riêu'])
  expect(await names({ price_to: 40_000 })).toEqual(['Bún riêu', 'Cơm tấm'])
  expect(await names({ list_size: 1 })).toEqual(['Phở'])
})

test('the score of a food is the sum of its parts', async () => {
  const { items, candidates } = await an.call(foodRule.preview, {
    post_weight: 50,
    new_weight: 30,
    price_weight: 20,
    period_days: 365,
  })
  expect(candidates).toBe(3)
  expect(items[0]).toMatchObject({ food_name: 'Phở', posts: 2, post_part: 500, price_part: 0 })
  for (const item of items) expect(item.score).toBe(item.post_part + item.new_part + item.price_part)
})

test('a rule without a weight or with a reversed range is refused, and a tag that a rule names cannot be deleted', async () => {
  const draft = { rule_name: 'Món nước', post_weight: 5, list_tag: [soups] }
  await expect(an.call(foodRule.add, { ...draft, post_weight: 0 })).rejects.toMatchObject({ code: 9119 })
  await expect(an.call(foodRule.preview, {})).rejects.toMatchObject({ code: 9119 })
  const turned = { ...draft, price_from: 2, price_to: 1 }
  await expect(an.call(foodRule.add, turned)).rejects.toMatchObject({ code: 22 })
  const days = { ...draft, from_date: '2026-02-02', to_date: '2026-02-01' }
  await expect(an.call(foodRule.add, days)).rejects.toMatchObject({ code: 9118 })
  await expect(an.call(foodRule.add, { ...draft, list_tag: [2_000_000_000] })).rejects.toMatchObject({ code: 9043 })
  const rule = await an.call(foodRule.add, draft)
  expect(rule).toMatchObject({ tags: [{ tag_name: 'Món nước' }], period_days: 30, list_size: 10 })
  await expect(an.call(foodRule.add, draft)).rejects.toMatchObject({ code: 9117 })
  await expect(an.call(tag.delete, { id: soups })).rejects.toMatchObject({
    code: 9042,
    message: expect.stringContaining('1 luật top food'),
  })
  const changed = await an.call(foodRule.update, { id: rule.id, version: 1, list_tag: [], new_weight: 9 })
  expect([changed.tags, changed.new_weight, changed.version]).toEqual([[], 9, 2])
  await expect(an.call(foodRule.update, { id: rule.id, version: 1, status: 0 })).rejects.toMatchObject({ code: 9001 })
  await an.call(foodRule.delete, { id: rule.id })
  await expect(an.call(foodRule.delete, { id: rule.id })).rejects.toMatchObject({ code: 9005 })
})
