/** Helpers for stories about banners: pictures, and banners created through the API. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixture.ts'
import { adminToken, post } from './people.ts'

export const freshTitle = () => `Khuyến mãi ${randomBytes(4).toString('hex')}`
export const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
export const shownAt = (scope: Locator, sentence: string | RegExp) => expect(scope.getByText(sentence)).toBeVisible()
/** Payment source "Tiền mặt tại điểm bán", whose banners no other story orders. */
export const source = 7

/** A unique PNG of random colour. */
export function picture(width = 600, height = 240): Promise<Buffer> {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const mark = Buffer.from(randomBytes(48))
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: mark, raw: { width: 4, height: 4, channels: 3 }, top: 9, left: 9 }])
    .png()
    .toBuffer()
}
export const png = async (name = 'Tết.png') => ({ name, mimeType: 'image/png', buffer: await picture() })

export async function addBanner(
  request: APIRequestContext,
  overrides: object = {},
): Promise<{ banner_id: number; title: string }> {
  const token = await adminToken(request)
  const form = { folder_dir: 'banner', file_name: 'a.png', channel: 'CMS', transid: randomUUID(), file: await png() }
  const headers = { authorization: `Bearer ${token}` }
  const response = await request.post('/api/xs/management/cms/file/upload', { multipart: form, headers })
  const { data } = (await response.json()) as { data: { url: string } }
  const draft = {
    title: freshTitle(),
    image_url: data.url,
    image_alt: 'Ảnh thử',
    place: 'home_top',
    list_payment: [source],
    ...overrides,
  }
  const added = await post(request, 'cms/banner/add', draft, token)
  expect(added.error.code).toBe(0)
  return added.data as { banner_id: number; title: string }
}

export const order = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Banner theo thứ tự hiển thị' })

export async function openOrder(page: Page, payment_vendor_id: number) {
  await page.goto(`/cau-hinh-banner?order=${payment_vendor_id}`)
  await expect(order(page).getByRole('listitem').first()).toBeVisible()
}
