// The tab Kho: what remains of each draw in a store, beside the store's settings, which are changed from there.
import { admin_password, expect, test } from './fixture.ts'
import { faults } from './faults.ts'
import { signIn } from './people.ts'

test('the tab Kho lists the draws of a store, whose settings are changed from there', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-he-thong/kho')
  await page.getByRole('combobox', { name: 'Kho' }).fill('K02')
  await page.getByRole('option').first().click()
  const draws = page.getByRole('table', { name: 'Vé còn của từng kỳ' })
  await expect(draws.getByRole('row').nth(1)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sửa cấu hình kho' }).click()
  const dialog = page.getByRole('dialog')
  const note = `Ghi chú ${Date.now()}`
  await dialog.getByLabel('Ghi chú').fill(note)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('main')).toContainText(note)
})
