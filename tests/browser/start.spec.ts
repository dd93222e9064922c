import type { Page } from '@playwright/test'
import { admin_password, expect, sample_password, test } from './fixture.ts'
import { signInByForm, typeSignIn } from './people.ts'

const openAccount = (page: Page) => page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()

test('GET /readyz answers 200 once the program has started', async ({ request }) => {
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('a visitor without a session is redirected to the sign-in page', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await expect(page).toHaveTitle(/Vé Số/)
  await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible()
})

test('a dialog that one person left open is gone when another one signs in', async ({ page, context }) => {
  await signInByForm(page, 'quantri', sample_password)
  const other = await context.newPage()
  await other.goto('/')
  await openAccount(other)
  await openAccount(page)
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(other).toHaveURL(/\/login/)
  await other.evaluate(() => Object.assign(globalThis, { of_former_person: true }))
  await typeSignIn(page, 'admin', admin_password)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Xin chào')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Xin chào')
  expect(await other.evaluate(() => 'of_former_person' in globalThis)).toBe(false)
})
