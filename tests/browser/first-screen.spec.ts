// Lazily loaded controls: input that comes before their code is loaded is not lost.
import type { Page } from '@playwright/test'
import { openAccounts } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { comboboxScript, holdScript, menuScript, shortcutScript, usualRangesScript, viewsScript } from './scripts.ts'

const groups = (page: Page) => page.getByRole('combobox', { name: 'Nhóm người dùng' })
// The choices of the selects around it are options too.
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

const holdCombobox = (page: Page) => holdScript(page, comboboxScript())

test('text typed into a combobox before its code is loaded is searched, and the focus stays', async ({ page }) => {
  const letGo = await holdCombobox(page)
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  await page.getByLabel('Trạng thái').focus()
  await page.keyboard.press('Tab')
  await expect(groups(page)).toBeFocused()
  await page.keyboard.type('ke to')
  await expect(options(page)).toHaveCount(0)
  letGo()
  await expect(options(page)).toHaveText(['Kế toán'])
  await expect(groups(page)).toBeFocused()
  await page.keyboard.type('an')
  await expect(groups(page)).toHaveValue('ke toan')
  await page.keyboard.press('Enter')
  await expect(groups(page)).toHaveValue('Kế toán')
  await expect(page).toHaveURL(/group_id=/)
})

test('a combobox that is clicked before its code is loaded opens once it is, without moving', async ({ page }) => {
  const letGo = await holdCombobox(page)
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  const before = await groups(page).boundingBox()
  await groups(page).click()
  await expect(groups(page)).toHaveAttribute('aria-expanded', 'false')
  letGo()
  await expect(options(page).filter({ hasText: 'Kế toán' })).toBeVisible()
  await expect(groups(page)).toBeFocused()
  expect(await groups(page).boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(groups(page)).toBeFocused()
})

test('Escape and Enter in a combobox whose code is not yet loaded clear it and choose once it is', async ({ page }) => {
  const letGo = await holdCombobox(page)
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  await groups(page).focus()
  await page.keyboard.type('quan tri')
  await page.keyboard.press('Escape')
  await expect(groups(page)).toHaveValue('')
  await page.keyboard.type('ke to')
  await page.keyboard.press('Enter')
  await expect(groups(page)).toHaveValue('ke to')
  await expect(page).not.toHaveURL(/group_id=/)
  letGo()
  await expect(groups(page)).toHaveValue('Kế toán')
  await expect(options(page)).toHaveCount(0)
  await expect(groups(page)).toBeFocused()
  await expect(page).toHaveURL(/group_id=/)
})

test('saved views that are opened before their code is loaded open once it is, without moving their button', async ({
  page,
}) => {
  const letGo = await holdScript(page, viewsScript())
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  const views = page.getByRole('button', { name: 'Chế độ xem' })
  // The button beside it has another label until the rows are loaded.
  await expect(page.getByRole('button', { name: 'Xuất file excel' })).toBeVisible()
  const before = await views.boundingBox()
  await views.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(views).toBeFocused()
  letGo()
  await expect(page.getByRole('menuitem', { name: 'Lưu chế độ xem…' })).toBeVisible()
  expect(await views.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
  await expect(views).toBeFocused()
})

test('what belongs to every page is fetched once the rows of the page are there', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const isFetched = (part: RegExp) => fetched.some((path) => part.test(path))
  const ofEveryPage = [shortcutScript(), /\/management\/cms\/notification\/unread$/]
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/management/cms/audit/list?*', async (route) => {
    await answered
    await route.continue()
  })
  fetched.length = 0
  await page.goto('/nhat-ky')
  await expect.poll(() => isFetched(/\/audit\/list$/)).toBe(true)
  expect(ofEveryPage.filter(isFetched)).toEqual([])
  answer()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const part of ofEveryPage) await expect.poll(() => isFetched(part)).toBe(true)
})

test('the menu of usual ranges is fetched when the pointer comes to its button, before the press', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  const fetched: string[] = []
  page.on('requestfinished', (request) => fetched.push(request.url()))
  await page.goto('/nhat-ky')
  const ranges = page.getByRole('button', { name: 'Khoảng thường dùng' })
  await expect(ranges).toBeVisible()
  expect(fetched.some((url) => usualRangesScript().test(url))).toBe(false)
  await ranges.hover()
  for (const file of [usualRangesScript(), menuScript()])
    await expect.poll(() => fetched.some((url) => file.test(url))).toBe(true)
  await ranges.click()
  await expect(page.getByRole('menuitem', { name: 'Tháng trước' })).toBeVisible()
})
