// The first screen comes without what is opened later; whoever is faster than the code that opens it loses nothing.
import type { Page } from '@playwright/test'
import { openAccounts } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { comboboxScript, viewsScript } from './scripts.ts'

const groups = (page: Page) => page.getByRole('combobox', { name: 'Nhóm người dùng' })
// The choices of the selects around it are options too.
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

const holdCombobox = (page: Page) => hold(page, comboboxScript())

/** The file arrives only when it is let go. */
async function hold(page: Page, file: RegExp): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(file, async (route) => {
    await free
    await route.continue()
  })
  return letGo
}

test('what is typed into a combobox before its list is there is searched, and the focus stays', async ({ page }) => {
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

test('a combobox that is pressed before its list is there opens with it, and has not moved', async ({ page }) => {
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

test('Enter and Escape before the list is there do what they do when it is', async ({ page }) => {
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

test('the saved views are pressed before they are there: the menu opens with them, at the button that kept the focus', async ({
  page,
}) => {
  const letGo = await hold(page, viewsScript())
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  const views = page.getByRole('button', { name: 'Chế độ xem' })
  // The button beside it has other words until the rows are there.
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
