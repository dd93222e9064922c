// What every list gets from the kit: columns and density that follow their user, saved views, acting on many rows at once.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { confirmWith, openAccounts, password } from './accounts.ts'
import { expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const viewer = 'Chăm sóc khách hàng'

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('columns and density follow their user to another browser', async ({ page, browser, request }) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  await expect(head(page, 'Email')).toBeVisible()
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/cms/list_preference/update') && answer.request().postData()!.includes('compact'),
  )
  await choose(page, 'Cột và mật độ', 'Email')
  await expect(head(page, 'Email')).toHaveCount(0)
  await choose(page, 'Cột và mật độ', 'Gọn')
  expect((await (await saved).json()) as object).toMatchObject({ error: { code: 0 } })

  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await signIn(elsewhere, person.user_name, person.password)
  await openAccounts(elsewhere)
  await expect(head(elsewhere, 'Họ và tên')).toBeVisible()
  await expect(head(elsewhere, 'Email')).toHaveCount(0)
  await elsewhere.getByRole('button', { name: 'Cột và mật độ' }).click()
  await expect(elsewhere.getByRole('menuitem', { name: 'Gọn' })).toHaveAccessibleName(/đang chọn/)
  await context.close()
})

test('a saved view restores the address; a shared one is there for others, who cannot change it', async ({
  page,
  browser,
  request,
}) => {
  const name = `Đã khóa ${randomBytes(4).toString('hex')}`
  const maker = await newPerson(request, { password, group: viewer })
  const other = await newPerson(request, { password, group: viewer })
  await signIn(page, maker.user_name, maker.password)
  const address = '/tai-khoan?sort=-full_name&status=0&page_size=50'
  await page.goto(address)
  await choose(page, 'Chế độ xem', 'Lưu chế độ xem…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tên chế độ xem').fill(name)
  await dialog.getByLabel('Dùng chung với mọi người').check()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()

  await page.getByLabel('Trạng thái').selectOption({ label: 'Hoạt động' })
  await expect(page.getByRole('button', { name: `${name} (đã thay đổi)` })).toBeVisible()
  await choose(page, `${name} (đã thay đổi)`, 'Lưu chế độ xem…')
  await dialog.getByLabel('Tên chế độ xem').fill(name)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog.getByText('Bạn đã có chế độ xem với tên này.')).toBeVisible()
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Bỏ thay đổi')

  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await signIn(elsewhere, other.user_name, other.password)
  await openAccounts(elsewhere)
  await choose(elsewhere, 'Chế độ xem', name)
  await expect(elsewhere).toHaveURL(new RegExp(`${address.replaceAll(/[?]/g, '\\$&')}$`))
  await elsewhere.getByRole('button', { name, exact: true }).click()
  await expect(elsewhere.getByRole('menuitem', { name: 'Lưu chế độ xem…' })).toBeVisible()
  await expect(elsewhere.getByRole('menuitem', { name: 'Xóa' })).toHaveCount(0)
  await context.close()

  await choose(page, `${name} (đã thay đổi)`, `Xóa “${name}”`)
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Đã xóa chế độ xem.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chế độ xem', exact: true })).toBeVisible()
})
