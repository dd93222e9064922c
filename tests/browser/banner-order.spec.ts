// The order of banners on a payment source, as an editor of content arranges it.
import type { Page, Response } from '@playwright/test'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'
import { addBanner, openOrder, order, source } from './banners.ts'

async function titlesIn(page: Page, titles: readonly string[]) {
  const texts = await order(page).getByRole('listitem').allInnerTexts()
  return texts.flatMap((text) => titles.filter((title) => text.includes(title)))
}

// The drag animation is part of what is tested.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the banners of one payment source are reordered by keyboard, by buttons and by dragging', async ({
  page,
  request,
}) => {
  const titles: string[] = []
  for (let n = 0; n < 3; n++) titles.push((await addBanner(request, { list_payment: [source, 6] })).title)
  const [a, b, c] = titles as [string, string, string]
  const now = () => titlesIn(page, titles)
  await signIn(page, 'admin', admin_password)
  await openOrder(page, source)
  await expect.poll(now).toEqual([a, b, c])
  const handle = (title: string) => page.getByRole('button', { name: `Di chuyển “${title}”` })
  const count = await order(page).getByRole('listitem').count()

  await handle(c).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Đã nhấc “${c}”, vị trí ${count} trên ${count}.`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`“${c}”: vị trí ${count - 2} trên ${count}.`)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(handle(c)).toBeFocused()
  expect(await now()).toEqual([c, a, b])

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  expect(await now()).toEqual([a, c, b])
  await page.keyboard.press('Escape')
  expect(await now()).toEqual([c, a, b])
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.getByRole('button', { name: `Xuống: “${c}”` }).click()
  expect(await now()).toEqual([a, c, b])

  await order(page).getByRole('listitem').filter({ hasText: a }).scrollIntoViewIfNeeded()
  await handle(b).scrollIntoViewIfNeeded()
  const from = (await handle(b).boundingBox())!
  const to = (await order(page).getByRole('listitem').filter({ hasText: a }).boundingBox())!
  await page.mouse.move(from.x + 10, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, to.y + 4, { steps: 12 })
  // Rows make room as the pointer passes; the last of them has to be passed as well.
  await page.mouse.move(from.x + 10, to.y + 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(now).toEqual([b, a, c])

  await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
  await expect(page.getByText('Đã lưu thứ tự hiển thị.')).toBeVisible()
  await page.reload()
  await expect.poll(now).toEqual([b, a, c])
  await page.getByLabel('Nguồn thanh toán').selectOption('Chuyển khoản ngân hàng')
  await expect(page).toHaveURL(/order=6/)
  await expect.poll(now).toEqual([a, b, c])
})

test('saving the order after somebody else added a banner is refused, and the screen shows the new list', async ({
  page,
  request,
}) => {
  await addBanner(request)
  await addBanner(request)
  await signIn(page, 'admin', admin_password)
  await openOrder(page, source)
  const rows = order(page).getByRole('listitem')
  await rows
    .first()
    .getByRole('button', { name: /^Xuống/ })
    .click()
  const before = await rows.count()
  const { title } = await addBanner(request)
  await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
  await expect(page.getByText('vừa được người khác thay đổi')).toBeVisible()
  await expect(rows).toHaveCount(before + 1)
  await expect(rows.last()).toContainText(title)
  await expect(page.getByRole('button', { name: 'Lưu thứ tự' })).toHaveAttribute('aria-disabled', 'true')
})

test('saving after somebody else ordered the banners is refused, also when their order was read meanwhile', async ({
  page,
  request,
}) => {
  for (let n = 0; n < 3; n++) await addBanner(request)
  await signIn(page, 'admin', admin_password)
  const first_read = page.waitForResponse(/list_by_payment/)
  await openOrder(page, source)
  const idsIn = async (response: Response) => {
    const { data } = (await response.json()) as { data: { items: { banner_id: number }[] } }
    return data.items.map(({ banner_id }) => banner_id)
  }
  const banner_ids = (await idsIn(await first_read)).toReversed()
  await order(page)
    .getByRole('button', { name: /^Xuống/ })
    .first()
    .click()
  const set = { payment_vendor_id: source, banner_ids }
  expect((await post(request, 'cms/banner/setup', set, await adminToken(request))).error.code).toBe(0)
  // The screen reads again when its window is shown and what it has is older than five seconds.
  const second_read = page.waitForResponse(/list_by_payment/)
  const show_every = setInterval(() => void page.evaluate(`dispatchEvent(new Event('visibilitychange'))`), 500)
  expect(await idsIn(await second_read)).toEqual(banner_ids)
  clearInterval(show_every)
  const last_read = page.waitForResponse(/list_by_payment/)
  await page.getByRole('button', { name: 'Lưu thứ tự' }).click()
  await expect(page.getByText('vừa được người khác thay đổi')).toBeVisible()
  expect(await idsIn(await last_read)).toEqual(banner_ids)
})
