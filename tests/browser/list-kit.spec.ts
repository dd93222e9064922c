// What every list gets from the kit: columns and density that follow their user, saved views, acting on many rows at once.
import { randomBytes } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, openAccounts, password, rowOf } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn, tokenOf } from './people.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const faults = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])
const viewer = 'Chăm sóc khách hàng'

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function addAccount(request: APIRequestContext, token: string, user_name: string, status = 1): Promise<number> {
  const draft = { user_name, password: first_password, full_name: `Người ${user_name}`, list_group: [], status }
  const { error, data } = await post(request, 'cms/account/add', draft, token)
  expect(error.code).toBe(0)
  return (data as { user_id: number }).user_id
}

/** Other stories look for the sample's accounts on the first page: many new ones would push them off it. */
async function removeAccounts(request: APIRequestContext, token: string, ids: readonly number[]) {
  for (const user_id of ids) expect((await post(request, 'cms/account/delete', { user_id }, token)).error.code).toBe(0)
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

test('many rows at once: a dry run, then the run with a report per row', async ({ page, request }) => {
  const mark = `loat_${randomBytes(4).toString('hex')}`
  const token = await adminToken(request)
  const names = ['a', 'b', 'c'].map((letter) => `${mark}_${letter}`)
  const ids: number[] = []
  for (const name of names) ids.push(await addAccount(request, token, name, name === names[2] ? 0 : 1))
  await tokenOf(request, names[0]!, first_password)

  await signIn(page, 'admin', admin_password)
  await openAccounts(page, mark)
  await expect(page.locator('tbody tr')).toHaveCount(3)
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await rowOf(page, names[0]!).getByRole('checkbox').check()
  await expect(bar).toContainText('Đã chọn 1 dòng.')
  // Another filter's rows are not the ones that were ticked.
  await page.getByLabel('Trạng thái').selectOption({ label: 'Hoạt động' })
  await expect(bar).toHaveCount(0)
  await page.getByLabel('Trạng thái').selectOption({ label: 'Tất cả' })
  await expect(page.locator('tbody tr')).toHaveCount(3)

  await page.getByLabel('Chọn cả trang').check()
  await expect(bar).toContainText('Đã chọn 3 dòng.')
  expect(await faults(page)).toEqual([])
  await bar.getByRole('button', { name: 'Khóa', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sẽ khóa 2 tài khoản; 1 bị bỏ qua: 1 đã khóa từ trước.')
  await expect(dialog.getByRole('row', { name: names[2]! })).toContainText('Đã khóa từ trước')
  expect(await faults(page)).toEqual([])
  // Behind the dialog nothing has happened yet.
  await expect(page.locator('tr', { hasText: names[0]! }).last()).toContainText('Hoạt động')
  await dialog.getByRole('button', { name: 'Thực hiện' }).click()
  await expect(dialog).toContainText('Đã khóa 2 tài khoản; 1 bị bỏ qua: 1 đã khóa từ trước.')
  await expect(dialog.getByRole('row', { name: /Đã thực hiện/ })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Đóng' }).last().click()
  await expect(bar).toHaveCount(0)
  for (const name of names) await expect(rowOf(page, name)).toContainText('Đã khóa')
  await removeAccounts(request, token, ids)
})

test('everything that matches is chosen by its filter, and refused when the rows have become others', async ({
  page,
  request,
}) => {
  const mark = `dong_${randomBytes(4).toString('hex')}`
  const token = await adminToken(request)
  const ids: number[] = []
  for (let index = 0; index < 11; index++) ids.push(await addAccount(request, token, `${mark}_${index}`))
  await signIn(page, 'admin', admin_password)
  await page.goto(`/tai-khoan?keyword=${mark}&page_size=10`)
  await expect(page.locator('tbody tr')).toHaveCount(10)
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await page.getByLabel('Chọn cả trang').check()
  await expect(bar).toContainText('Đã chọn 10 dòng của trang.')
  await bar.getByRole('button', { name: 'Chọn cả 11 dòng khớp bộ lọc' }).click()
  await expect(bar).toContainText('Đã chọn cả 11 dòng khớp bộ lọc.')
  await bar.getByRole('button', { name: 'Khóa', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sẽ khóa 11 tài khoản.')
  ids.push(await addAccount(request, token, `${mark}_them`))
  await dialog.getByRole('button', { name: 'Thực hiện' }).click()
  await expect(dialog).toContainText('nay có 12 dòng thay vì 11. Chưa có gì được thực hiện.')
  await dialog.getByRole('button', { name: 'Đóng' }).last().click()
  await expect(page.getByText('1–10 / 12 tài khoản')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.locator('tbody').getByText('Đã khóa')).toHaveCount(0)
  await removeAccounts(request, token, ids)
})
