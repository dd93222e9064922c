/** Popups list those that they overlap, foods named in posts cannot be deleted, and rich text is sanitized. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentAt } from '#server/record/moment.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { food } from '../food/food.contract.ts'
import { foodPage, popupPage, postPage } from '../pages.contract.ts'
import { post } from '../post/post.contract.ts'
import { popup } from './popup.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...popupPage.rights, ...postPage.rights, ...foodPage.rights])
})
afterAll(() => office.close())

const picture = { image_url: '/files/popup/anh-0123456789abcdef.webp', image_alt: 'Chữ 41 tỷ trên nền xanh' }
const fromNow = (hours: number) => momentAt(Date.now() + hours * 3_600_000)
const draft = (title: string, overrides: object = {}) => ({
  title,
  content: '<p>Chào</p>',
  places: ['home' as const],
  ...overrides,
})

test('popups that share place, payment vendor and time list each other as overlaps', async () => {
  const [momo, bank] = (await an.call(paymentVendor.list, {})).items.map((vendor) => vendor.payment_vendor_id) as [
    number,
    number,
  ]
  const mega = await an.call(
    popup.add,
    draft('Mega', { list_payment: [momo], start_at: fromNow(1), end_at: fromNow(3) }),
  )
  await an.call(popup.add, draft('Sau', { start_at: fromNow(3), end_at: fromNow(4) }))
  await an.call(popup.add, draft('Nguồn khác', { list_payment: [bank] }))
  await an.call(popup.add, draft('Chỗ khác', { places: ['keno'] }))
  await an.call(popup.add, draft('Đã tắt', { status: 0 }))
  expect((await an.call(popup.detail, { home_popup_id: mega.home_popup_id })).overlaps).toEqual([])
  const all = await an.call(popup.add, draft('Mọi nguồn'))
  expect(all.overlaps).toEqual(['Mega', 'Sau', 'Nguồn khác'])
  expect((await an.call(popup.detail, { home_popup_id: mega.home_popup_id })).overlaps).toEqual(['Mọi nguồn'])
})

test('a popup needs content or a picture, a picture needs alternative text, and the end must follow the start', async () => {
  const { content: _, ...empty } = draft('Trống')
  await expect(an.call(popup.add, empty)).rejects.toMatchObject({ code: 9052 })
  const { image_alt: __, ...wordless } = picture
  await expect(an.call(popup.add, { ...empty, ...wordless })).rejects.toMatchObject({
    code: 9053,
    data: { fields: { image_alt: expect.any(String) } },
  })
  const turned = draft('Ngược', { start_at: fromNow(2), end_at: fromNow(1) })
  await expect(an.call(popup.add, turned)).rejects.toMatchObject({ code: 9051 })
  const added = await an.call(popup.add, { ...empty, ...picture })
  const { home_popup_id } = added
  const changed = await an.call(popup.update, { home_popup_id, version: 1, content: '<p>Có chữ</p>' })
  expect([changed.version, changed.image_url]).toEqual([2, picture.image_url])
  await an.call(popup.delete, { home_popup_id })
  await expect(an.call(popup.detail, { home_popup_id })).rejects.toMatchObject({ code: 9005 })
})

test('a food that a post names cannot be deleted, and scripts are removed from the content of a post', async () => {
  const { id } = await an.call(food.add, { ...picture, food_name: 'Phở bò', price: 55_000 })
  const content = '<p onclick=x>Ngon</p><svg><style><img src=x onerror=alert(1)></style></svg>'
  const added = await an.call(post.add, { ...picture, title: 'Quán phở', content, list_food: [id] })
  expect(added).toMatchObject({ content: '<p>Ngon</p>', foods: [{ food_name: 'Phở bò' }] })
  await expect(an.call(food.delete, { id })).rejects.toMatchObject({
    code: 9049,
    message: expect.stringContaining('1 bài viết'),
  })
  await expect(an.call(post.update, { id: added.id, version: 1, list_food: [2_000_000_000] })).rejects.toMatchObject({
    code: 9050,
  })
  await an.call(post.delete, { id: added.id })
  await an.call(food.delete, { id })
})
