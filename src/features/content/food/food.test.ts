/** Tags in two levels and foods with tags; what is in use cannot be deleted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { foodPage, tagPage } from '../pages.contract.ts'
import { tag } from '../tag/tag.contract.ts'
import { food } from './food.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...tagPage.rights, ...foodPage.rights])
})
afterAll(() => office.close())

const dish = (food_name: string, list_tag: number[] = []) => ({
  food_name,
  list_tag,
  image_url: '/files/food/pho-0123456789abcdef.webp',
  image_alt: 'Một tô phở bò',
  price: 55_000,
})

test('tags are listed in the order of their tree with the number of their foods', async () => {
  const dry = await an.call(tag.add, { tag_name: 'Món khô', position: 2 })
  const soups = await an.call(tag.add, { tag_name: 'Món nước', position: 1 })
  const pho = await an.call(tag.add, { tag_name: 'Phở', parent_id: soups.id })
  await an.call(food.add, dish('Phở bò tái', [pho.id]))
  const { items } = await an.call(tag.list, {})
  expect(items.map(({ tag_name, parent_name, food_count }) => [tag_name, parent_name, food_count])).toEqual([
    ['Món nước', null, 0],
    ['Phở', 'Món nước', 1],
    ['Món khô', null, 0],
  ])
  expect((await an.call(tag.list, { level: 1 })).items.map(({ id }) => id)).toEqual([soups.id, dry.id])
  expect((await an.call(food.list, { tag_id: soups.id })).items.map(({ food_name }) => food_name)).toEqual([
    'Phở bò tái',
  ])
})

test('tags have two levels, and a tag cannot be its own parent', async () => {
  const top = await an.call(tag.add, { tag_name: 'Đồ uống' })
  const sub = await an.call(tag.add, { tag_name: 'Cà phê', parent_id: top.id })
  await expect(an.call(tag.add, { tag_name: 'Cà phê sữa', parent_id: sub.id })).rejects.toMatchObject({ code: 9041 })
  for (const parent_id of [top.id, 2_000_000_000])
    await expect(an.call(tag.update, { id: top.id, version: 1, parent_id })).rejects.toMatchObject({ code: 9041 })
  await expect(an.call(tag.add, { tag_name: 'Cà phê', parent_id: top.id })).rejects.toMatchObject({ code: 9040 })
})

test('when a tag is deleted while foods are added to it, either the deletion or every addition is refused', async () => {
  const { id } = await an.call(tag.add, { tag_name: 'Bánh mì' })
  const [deleted, ...done] = await Promise.allSettled([
    an.call(tag.delete, { id }),
    ...Array.from({ length: 19 }, (_, n) => an.call(food.add, dish(`Bánh mì ${n}`, [id]))),
  ])
  const isRefused = deleted.status === 'rejected'
  expect(done.every(({ status }) => (status === 'fulfilled') === isRefused)).toBe(true)
  const remaining = (await an.call(tag.list, { keyword: 'banh mi' })).items
  expect(remaining.map(({ food_count }) => food_count)).toEqual(isRefused ? [19] : [])
})

test('the deletion of a tag in use is refused with the number of its child tags and foods', async () => {
  const { id } = await an.call(tag.add, { tag_name: 'Xôi' })
  await an.call(tag.add, { tag_name: 'Xôi mặn', parent_id: id })
  await an.call(food.add, dish('Xôi gấc', [id]))
  await expect(an.call(tag.delete, { id })).rejects.toMatchObject({
    code: 9042,
    message: expect.stringContaining('1 mục con và 1 món ăn'),
  })
})

test('switching a tag off twice changes it once, and deleting a food allows its tag to be deleted', async () => {
  const { id } = await an.call(tag.add, { tag_name: 'Chè' })
  const off = await an.call(tag.enable, { id, enabled: false })
  expect([off.status, off.version]).toEqual([0, 2])
  expect((await an.call(tag.enable, { id, enabled: false })).version).toBe(2)
  await expect(an.call(tag.enable, { id: 2_000_000_000, enabled: true })).rejects.toMatchObject({ code: 9005 })
  const bowl = await an.call(food.add, dish('Chè ba màu', [id]))
  await expect(an.call(food.add, dish('Chè ba màu'))).rejects.toMatchObject({ code: 9044 })
  const changed = await an.call(food.update, { id: bowl.id, version: 1, price: 25_000 })
  expect([changed.price, changed.tags.length, changed.version]).toEqual([25_000, 1, 2])
  await expect(an.call(food.update, { id: bowl.id, version: 1, price: 1 })).rejects.toMatchObject({ code: 9001 })
  await expect(an.call(food.add, dish('Chè khác', [2_000_000_000]))).rejects.toMatchObject({ code: 9043 })
  await an.call(food.delete, { id: bowl.id })
  await an.call(tag.delete, { id })
  await expect(an.call(tag.detail, { id })).rejects.toMatchObject({ code: 9005 })
})
