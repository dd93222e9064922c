/** What apps get: only what is published now, with an ETag so that an unchanged answer is not sent again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { momentAt } from '#server/record/moment.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { banner } from '../banner/banner.contract.ts'
import { configFile } from '../config-file/config-file.contract.ts'
import { food } from '../food/food.contract.ts'
import { foodRule } from '../food-rule/food-rule.contract.ts'
import { link } from '../link/link.contract.ts'
import { maintenance } from '../maintenance/maintenance.contract.ts'
import {
  bannerPage,
  configFilePage,
  foodPage,
  foodRulePage,
  linkPage,
  maintenancePage,
  popupPage,
} from '../pages.contract.ts'
import { popup } from '../popup/popup.contract.ts'
import { contentChannel } from './content-channel.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  const pages = [bannerPage, popupPage, configFilePage, linkPage, maintenancePage, foodPage, foodRulePage]
  an = await office.hire(pages.flatMap(({ rights }) => rights))
})
afterAll(() => office.close())

type Parts = typeof contentChannel
const get = (part: keyof Parts, headers: Record<string, string> = {}) =>
  fetch(office.url + contentChannel[part].path, { headers })
async function items<N extends keyof Parts>(part: N): Promise<AnswerOf<Parts[N]>['items']> {
  const { data } = (await (await get(part)).json()) as { data: AnswerOf<Parts[N]> }
  return data.items
}
/** Answers are cached for a second, so a change is visible a little later. */
const soon = { timeout: 10_000, interval: 200 }
const fromNow = (hours: number) => momentAt(Date.now() + hours * 3_600_000)
const name = '0123456789abcdef.webp'

test('an answer has an ETag, and a request with a known one gets 304 until the content changes', async () => {
  const first = await get('links')
  const etag = first.headers.get('etag')!
  expect([first.status, first.headers.get('cache-control'), etag]).toEqual([
    200,
    'public, max-age=10',
    expect.stringMatching(/^"[\w-]{22}"$/),
  ])
  expect(await first.json()).toEqual({ error: { code: 0, message: expect.any(String) }, data: { items: [] } })
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const second = await get('links', { 'if-none-match': tag })
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect((await get('links', { 'if-none-match': '"x"' })).status).toBe(200)
  const added = await an.call(link.add, { link_name: 'Keno', category: product.keno, url: 'https://veso.example/keno' })
  await expect.poll(() => items('links'), soon).toMatchObject([{ link_id: added.link_id, url: added.url }])
  expect((await get('links', { 'if-none-match': etag })).status).toBe(200)
  await an.call(link.update, { link_id: added.link_id, version: 1, status: 0 })
  await expect.poll(() => items('links'), soon).toEqual([])
  // The same content has the same ETag again.
  expect((await get('links', { 'if-none-match': etag })).status).toBe(304)
})

test('apps get only the published version of the terms, never a draft or a scheduled version', async () => {
  const { config_file_id } = await an.call(configFile.add, {
    type: 'terms',
    title: 'Điều khoản',
    content: '<p>Một</p>',
  })
  await an.call(configFile.publish, { config_file_id })
  await an.call(configFile.update, { config_file_id, content: '<p>Hai</p>' })
  await an.call(configFile.publish, { config_file_id, publish_at: fromNow(5) })
  await an.call(configFile.update, { config_file_id, content: '<p>Ba</p>' })
  await an.call(configFile.add, { type: 'guide', title: 'Chỉ có nháp', content: '<p>Nháp</p>' })
  await expect.poll(() => items('terms'), soon).toMatchObject([{ config_file_id, number: 1, content: '<p>Một</p>' }])
})

test('apps get banners and popups in their order for each payment vendor, and only active ones of today', async () => {
  const [one, other] = (await an.call(paymentVendor.list, {})).items.map((row) => row.payment_vendor_id) as [
    number,
    number,
  ]
  const addBanner = (title: string, overrides: object = {}) =>
    an.call(banner.add, {
      title,
      image_url: `/files/banner/${title}-${name}`,
      image_alt: 'Chữ trên nền xanh',
      place: 'home_top',
      list_payment: [one, other],
      ...overrides,
    })
  const [a, b] = [await addBanner('a'), await addBanner('b')]
  await addBanner('off', { status: 0 })
  await addBanner('over', { from_date: '2020-01-01', to_date: '2020-01-02' })
  await an.call(banner.setup, {
    payment_vendor_id: one,
    banner_ids: (await an.call(banner.listByPayment, { payment_vendor_id: one })).items
      .map((row) => row.banner_id)
      .toReversed(),
  })
  await expect
    .poll(() => items('banners'), soon)
    .toMatchObject([
      { banner_id: a.banner_id, sources: [{ position: 4 }, { position: 1 }] },
      { banner_id: b.banner_id, sources: [{ position: 3 }, { position: 2 }] },
    ])
  const addPopup = (title: string, overrides: object = {}) =>
    an.call(popup.add, { title, content: '<p>Chào</p>', places: ['home'], ...overrides })
  await addPopup('Sau', { position: 2, list_payment: [one] })
  await addPopup('Trước', { position: 1 })
  await addPopup('Ngày mai', { start_at: fromNow(24) })
  await addPopup('Đã tắt', { status: 0 })
  await expect
    .poll(() => items('popups'), soon)
    .toMatchObject([
      { title: 'Trước', sources: [] },
      { title: 'Sau', sources: [expect.any(String)] },
    ])
})

test('apps get the maintenance of the next day and the lists of top foods', async () => {
  const work = { categories: [product.keno], content: 'Thay đường truyền', accept_hits: true }
  const soon_done = await an.call(maintenance.add, { ...work, start_at: fromNow(2), end_at: fromNow(3) })
  await an.call(maintenance.add, { ...work, start_at: fromNow(48), end_at: fromNow(49) })
  await expect.poll(() => items('maintenance'), soon).toMatchObject([{ maintenance_id: soon_done.maintenance_id }])
  const picture = { image_url: `/files/food/${name}`, image_alt: 'Tô phở' }
  await an.call(food.add, { ...picture, food_name: 'Phở', price: 60_000 })
  await an.call(foodRule.add, { rule_name: 'Món mới', new_weight: 1 })
  await an.call(foodRule.add, { rule_name: 'Đã tắt', new_weight: 1, status: 0 })
  await expect
    .poll(() => items('topFoods'), soon)
    .toMatchObject([{ rule_name: 'Món mới', foods: [{ food_name: 'Phở', price: 60_000 }] }])
})

test('the content of a popup is sanitized before apps get it', async () => {
  const content = '<p>Ngon</p><svg><style><img src=x onerror=alert(1)></style></svg><a href="javascript:x">y</a>'
  await an.call(popup.add, { title: 'Bẫy', content, places: ['home'], position: 99 })
  await expect.poll(async () => (await items('popups')).at(-1)?.content, soon).toBe('<p>Ngon</p><a>y</a>')
})
