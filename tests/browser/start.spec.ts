import { expect, test } from './fixture.ts'

test('GET /readyz answers 200 once the program has started', async ({ request }) => {
  expect((await request.get('/readyz')).status()).toBe(200)
})

test('a visitor without a session is redirected to the sign-in page', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await expect(page).toHaveTitle(/Vé Số/)
  await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible()
})
