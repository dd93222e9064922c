// What is typed while the palette of Ctrl+K is still loading is not lost.
import type { Page } from '@playwright/test'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { holdScript, paletteScript, shortcutScript } from './scripts.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Tìm nhanh' })
const field = (page: Page) => palette(page).getByRole('combobox')
const finds = (page: Page) => palette(page).getByRole('option')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('what is typed before the handler of shortcuts has loaded stands in the field of the palette', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  const letGo = await holdScript(page, shortcutScript())
  await page.goto('/')
  await expect(heading(page, 'Xin chào')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nhat ky')
  letGo()
  await expect(field(page)).toHaveValue('nhat ky')
  await page.keyboard.type(' thao tac')
  await expect(finds(page)).toHaveText([/Nhật ký thao tác/])
})

test('what is typed before the palette has loaded stands in its field', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  const letGo = await holdScript(page, paletteScript())
  await page.goto('/tai-khoan')
  await expect(heading(page, 'Tài khoản')).toBeVisible()
  const keyword = page.getByLabel('Từ khóa')
  const asked = page.waitForRequest(paletteScript())
  await page.keyboard.press('Control+k')
  await asked
  await keyword.focus()
  await page.keyboard.type('nhat kyx')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' thao tac')
  await page.keyboard.press('Enter')
  await expect(keyword).toHaveValue('')
  letGo()
  await expect(page).toHaveURL(/\/nhat-ky$/)
  await expect(palette(page)).toBeHidden()
})
