// Product display: products are reordered, hidden, given a name and a picture, and restored from the history.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { png, shownAt } from './banners.ts'
import { get } from './draws.ts'
import { newestChange, revertNewest } from './history.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'

const products = (page: Page) => page.getByRole('list', { name: 'Thứ tự sản phẩm' }).getByRole('listitem')
const names = (page: Page): Promise<string[]> =>
  products(page)
    .getByRole('button', { name: /^Di chuyển/ })
    .evaluateAll((all) => all.map((handle) => handle.getAttribute('aria-label')!.replace(/^Di chuyển “(.*)”$/, '$1')))

async function actOn(product: Locator, action: string) {
  await product.getByRole('button', { name: /^Thao tác với/ }).click()
  await product.page().getByRole('menuitem', { name: action }).click()
}

async function inApp(request: APIRequestContext) {
  const { data } = (await (await request.get('/api/xs/channel/content/products')).json()) as {
    data: { items: { label: string; image_alt: string | null }[] }
  }
  return data.items.map(({ label }) => label)
}

test('products are reordered by keyboard, apps get the new order, and the history restores the old one', async ({
  page,
  request,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-he-thong/hien-thi-san-pham')
  await expect(products(page).first()).toBeVisible()
  const reason = `Thử đổi thứ tự ${Date.now()}`
  const before = await names(page)
  const labels = (await inApp(request)).filter((label) => before.includes(label))
  const [first, second] = before as [string, string]
  await page.getByRole('button', { name: `Di chuyển “${second}”` }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect((await names(page)).slice(0, 2)).toEqual([second, first])
  await page.getByLabel('Lý do', { exact: true }).fill(reason)
  await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
  await expect(page.getByText('Đã lưu thứ tự sản phẩm.')).toBeVisible()
  await expect.poll(async () => (await inApp(request))[0]).toBe(second)
  await revertNewest(page, reason)
  await expect.poll(() => names(page)).toEqual(before)
  await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
  await expect.poll(() => inApp(request)).toEqual(labels)
})

test('an unsaved order comes back after a reload, and is refused once another person has saved one', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const read = () => get<Displays>(request, token, 'cms/config_product_display/list')
  const write = (product_ids: number[], version: number) =>
    post(request, 'cms/config_product_display/setup', { product_ids, version }, token)
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-he-thong/hien-thi-san-pham')
  await expect(products(page).first()).toBeVisible()
  const [first, second] = (await names(page)) as [string, string]
  await products(page).nth(1).getByRole('button', { name: /^Lên/ }).click()
  const restored = page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')
  await expect(restored).toHaveCount(0)
  await page.reload()
  await expect(restored).toBeVisible()
  expect((await names(page)).slice(0, 2)).toEqual([second, first])

  const { items, version } = await read()
  const ids = items.map(({ product_id }) => product_id)
  const others_order = [...ids.slice(0, -2), ids.at(-1)!, ids.at(-2)!]
  expect((await write(others_order, version)).error.code).toBe(0)
  try {
    const newer = page.waitForResponse(/config_product_display\/list/)
    await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
    await expect(page.getByText('Dữ liệu đã được người khác thay đổi sau khi bạn mở.')).toBeVisible()
    await newer
    expect((await read()).items.map(({ product_id }) => product_id)).toEqual(others_order)
    // What is begun anew begins from the order of the other person.
    await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
    await expect(restored).toHaveCount(0)
    await products(page).nth(1).getByRole('button', { name: /^Lên/ }).click()
    await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
    await expect(page.getByText('Đã lưu thứ tự sản phẩm.')).toBeVisible()
    expect((await read()).items.map(({ product_id }) => product_id)).toEqual([
      others_order[1],
      others_order[0],
      ...others_order.slice(2),
    ])
  } finally {
    expect((await write(ids, (await read()).version)).error.code).toBe(0)
  }
})

interface Displays {
  items: { product_id: number }[]
  version: number
}

test('a product is added, given a name and a picture, shown, removed, and restored from the history', async ({
  page,
  request,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-he-thong/hien-thi-san-pham')
  await expect(products(page).first()).toBeVisible()
  // Not sold any more, so that no other story counts on it; it may be there from an earlier run.
  const old = products(page).filter({ hasText: 'MAX4D' })
  if ((await old.count()) > 0) {
    await actOn(old, 'Bỏ khỏi ứng dụng')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ' }).click()
    await expect(old).toHaveCount(0)
  }
  const unassigned = page.getByRole('listitem').filter({ hasText: 'MAX4D' })
  await unassigned.getByRole('button', { name: 'Thêm' }).click()
  await expect(old).toContainText('Ẩn')

  await actOn(old, 'Sửa')
  const dialog = page.getByRole('dialog')
  const label = `Max 4D ${Date.now()}`
  await dialog.getByLabel('Tên hiển thị').fill(label)
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(await png('Max 4D.png'))
  await expect(dialog.getByRole('button', { name: 'Bỏ ảnh' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await shownAt(dialog, 'Ảnh cần chữ thay ảnh')
  await dialog.getByLabel('Chữ thay ảnh').fill('Bốn quả bóng')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(old).toContainText(label)
  await expect(old).toContainText('sản phẩm đã đóng')
  expect(await inApp(request)).not.toContain(label)

  await old.getByRole('switch').click()
  await expect(old).toContainText('Hiện')
  // Its change of the switch says nothing of the name, the removal does.
  await expect(newestChange(page)).not.toContainText(label)
  await actOn(old, 'Bỏ khỏi ứng dụng')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ' }).click()
  await expect(products(page).filter({ hasText: label })).toHaveCount(0)
  await revertNewest(page, label)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quay lại' }).click()
  await expect(products(page).filter({ hasText: label })).toContainText('Hiện')
})
