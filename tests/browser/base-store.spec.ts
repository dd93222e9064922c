// A store is opened, gets stations and a person with rights, who then signs in and sees just the pages that were given.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { confirmWith, errorAt, rowOf } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { first_password, post, signIn, tokenOf } from './people.ts'
import { act } from './rows.ts'

const own_password = 'Sen-vàng-2026'

async function openStores(page: Page) {
  await signIn(page, 'admin', admin_password)
  await page.goto('/danh-muc-kho')
  await expect(page.getByRole('heading', { level: 1, name: 'Danh mục kho' })).toBeVisible()
}

const drawer = (page: Page, store: string) => page.getByRole('dialog', { name: store })

test('a new store is assigned a station only after its old store releases it, and gets a user with rights', async ({
  page,
  browser,
  request,
}) => {
  const code = `T${randomBytes(3).toString('hex').toUpperCase()}`
  const store = `Kho thử ${code}`
  await openStores(page)

  // Kon Tum is Nha Trang's: the field says so.
  await page.getByRole('button', { name: 'Thêm kho' }).click()
  const form = page.getByRole('dialog', { name: 'Thêm kho' })
  await form.getByLabel('Mã kho').fill(code)
  await form.getByLabel('Tên kho').fill(store)
  await form.getByLabel('Đài phụ trách').fill('kon tum')
  await page.getByRole('option', { name: /^Kon Tum/ }).click()
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect
    .poll(() => errorAt(form, 'Đài phụ trách'))
    .toContain('Đài quay đã được gán cho kho khác. Kon Tum đã thuộc Kho Nha Trang.')
  await form.getByRole('button', { name: 'Bỏ Kon Tum' }).click()
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã thêm kho.')).toBeVisible()

  // The station is removed from Nha Trang and assigned to the new store.
  await rowOf(page, 'Kho Nha Trang').getByRole('cell', { name: 'Kho Nha Trang' }).click()
  await drawer(page, 'Kho Nha Trang').getByRole('button', { name: 'Gỡ đài Kon Tum' }).click()
  await confirmWith(page, 'Gỡ đài')
  await expect(drawer(page, 'Kho Nha Trang').getByRole('cell', { name: 'Kon Tum' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await rowOf(page, store).getByRole('cell', { name: store }).click()
  await drawer(page, store).getByLabel('Giao thêm đài').fill('kon tum')
  await page.getByRole('option', { name: /^Kon Tum/ }).click()
  await drawer(page, store).getByRole('button', { name: 'Giao', exact: true }).click()
  const kon_tum = drawer(page, store).getByRole('row').filter({ hasText: 'Kon Tum' })
  await expect(kon_tum.getByRole('img', { name: 'Chủ nhật' })).toBeVisible()

  // A person of the store, who may see slips and make them.
  const user_name = `kho_${randomBytes(4).toString('hex')}`
  await drawer(page, store).getByRole('button', { name: 'Thêm người dùng' }).click()
  const person = page.getByRole('dialog', { name: 'Thêm người dùng kho' })
  await person.getByLabel('Tên đăng nhập').fill(user_name)
  await person.getByLabel('Mật khẩu', { exact: true }).fill(first_password)
  await person.getByLabel('Họ và tên').fill('Lý Thị Kho')
  await person.getByRole('button', { name: 'Lưu' }).click()
  await drawer(page, store).getByRole('button', { name: 'Phân quyền' }).click()
  const rights = page.getByRole('dialog', { name: 'Phân quyền' })
  await rights.getByRole('checkbox', { name: 'Thêm: Quản lý vé cơ sở' }).check()
  await expect(rights.getByRole('checkbox', { name: 'Xem: Quản lý vé cơ sở' })).toBeChecked()
  expect(await faults(page)).toEqual([])
  await rights.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã phân quyền cho Lý Thị Kho.')).toBeVisible()
  await expect(drawer(page, store)).toContainText('2 quyền')

  const token = await tokenOf(request, user_name, first_password)
  const change = { pass_old: first_password, pass_new: own_password }
  expect((await post(request, 'cms/account/change_password', change, token)).error).toMatchObject({ code: 0 })
  const other = await (await browser.newContext()).newPage()
  await other.goto(new URL('/login', page.url()).href)
  await other.getByLabel('Tên đăng nhập').fill(user_name)
  await other.getByLabel('Mật khẩu', { exact: true }).fill(own_password)
  await other.keyboard.press('Enter')
  const menu = other.getByRole('navigation').first()
  await expect(menu.getByRole('link', { name: 'Quản lý vé cơ sở' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Danh mục kho' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Vé chờ duyệt' })).toHaveCount(0)
  await other.context().close()
})

test('the history of a store names its stations in one line, without the store itself', async ({ page }) => {
  await openStores(page)
  await act(rowOf(page, 'Kho Bến Thành'), 'Lịch sử')
  const past = page.getByRole('dialog', { name: 'Lịch sử thay đổi' })
  await expect(past.getByText('Đài', { exact: true })).toHaveCount(1)
  await expect(past).toContainText(/Tiền Giang, .*Bến Tre/)
  await expect(past.getByText('Kho', { exact: true })).toHaveCount(0)
})

test('invalid hours of a station are refused at their field, and an added day off appears in its history', async ({
  page,
}) => {
  await openStores(page)
  await page.getByRole('radio', { name: 'Đài quay' }).check({ force: true })
  await page.getByPlaceholder('Mã, tên đài').fill('da lat')
  await act(rowOf(page, 'Đà Lạt'), 'Sửa')
  const form = page.getByRole('dialog', { name: 'Sửa đài quay' })
  await form.getByLabel('Giờ ngừng bán').fill('18:00')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect.poll(() => errorAt(form, 'Giờ ngừng bán')).toContain('Thời gian của kỳ không hợp lệ.')
  await form.getByLabel('Giờ ngừng bán').fill('15:45')
  await form.getByRole('button', { name: 'Thêm ngày nghỉ' }).click()
  await form.getByLabel('Ngày nghỉ', { exact: true }).fill('31/12/2030')
  await form.getByLabel('Lý do nghỉ').fill('Tổng kết năm')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã cập nhật đài quay.')).toBeVisible()
  await expect(rowOf(page, 'Đà Lạt')).toContainText('15:45')
  await act(rowOf(page, 'Đà Lạt'), 'Lịch sử')
  const past = page.getByRole('dialog', { name: 'Lịch sử thay đổi' })
  await expect(past).toContainText('Tổng kết năm')
})
