// The audit log: what was done and what was refused, field by field.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, tokenOf } from './people.ts'

const password = 'Mận-hồng-2026'
/** The newest page of the unfiltered log consists of what other stories and jobs do meanwhile. */
const sign_ins = '?call=POST%20cms/account/login'

async function openLog(page: Page, query = '') {
  await page.goto(`/nhat-ky${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Nhật ký thao tác' })).toBeVisible()
}

test('an audit entry shows each changed field before and after, who changed it, and its hash', async ({
  page,
  request,
}) => {
  const { user_id } = await newPerson(request, { password })
  const token = await adminToken(request)
  const transid = randomUUID()
  const change = { user_id, version: 1, status: 0, unit: 'Chi nhánh Sóc Trăng', transid }
  expect((await post(request, 'cms/account/update', change, token)).error.code).toBe(0)

  await signIn(page, 'admin', admin_password)
  await openLog(page, `?keyword=${transid}`)
  await page.getByRole('row', { name: /Sửa tài khoản/ }).click()
  const detail = page.getByRole('dialog', { name: 'Sửa tài khoản' })
  await expect(detail).toContainText('admin')
  await expect(detail).toContainText('POST cms/account/update')
  const line = (label: string) => detail.getByRole('definition').filter({ hasText: label })
  await expect(detail.getByText('Chi nhánh Sóc Trăng').first()).toBeVisible()
  await expect(line('Đã khóa')).toContainText('Hoạt động')
  await expect(detail.getByRole('button', { name: 'Sao chép mã yêu cầu' })).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Sao chép mã băm' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(page).toHaveURL(`/nhat-ky?keyword=${transid}`)
})

test('the audit entry of a changed password contains neither password', async ({ page, request }) => {
  const person = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  await openLog(page, `?user_name=${person.user_name}&call=POST%20cms/account/change_password`)
  await page
    .getByRole('row', { name: /Đổi mật khẩu/ })
    .first()
    .click()
  const detail = page.getByRole('dialog', { name: 'Đổi mật khẩu' })
  await expect(detail).toContainText('Mật khẩu')
  await expect(detail).not.toContainText(password)
  await expect(detail).not.toContainText('Trúc-xinh-2026')
})

test('refused calls are found by filters, with the reason of the refusal', async ({ page, request }) => {
  const viewer = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  const token = await tokenOf(request, viewer.user_name, password)
  expect((await post(request, 'cms/account/delete', { user_id: viewer.user_id }, token)).error.code).toBe(169)
  await signIn(page, 'admin', admin_password)
  await openLog(page)
  const filters_button = page.getByRole('button', { name: 'Bộ lọc', exact: true })
  await filters_button.click()
  await page.getByRole('combobox', { name: 'Bị từ chối' }).selectOption({ label: 'Có' })
  await expect(page).toHaveURL(/refused=true/)
  await page.keyboard.press('Escape')
  await page.getByLabel('Từ khóa').fill(viewer.user_name)
  // Until the keyword is applied, what other people were refused stands there as well.
  const row = page.getByRole('row', { name: new RegExp(`${viewer.user_name} Xóa tài khoản`) })
  await expect(row).toContainText('Từ chối')
  await expect(row).toContainText('Bạn không có quyền thực hiện thao tác này.')
  await filters_button.click()
  await page.getByRole('combobox', { name: 'Thao tác' }).fill('xoa tai khoan')
  // The bank's accounts and those of points of sale are deleted by other calls.
  await page.getByRole('option', { name: 'POST cms/account/delete' }).click()
  await expect(page).toHaveURL(/call=POST/)
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await expect(page).toHaveURL(/\/nhat-ky$/)
})

test('a date range whose ends are reversed is put in order', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await openLog(page, sign_ins)
  await page.getByLabel('Từ ngày').fill('31/12/2099')
  await page.getByLabel('Đến ngày').fill('01/01/2020')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from_date=2020-01-01/)
  await expect(page).toHaveURL(/to_date=2099-12-31/)
  await expect(page.getByRole('row', { name: /Đăng nhập/ }).first()).toBeVisible()
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`no accessibility fault in an entry of the log, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'admin', admin_password)
    await openLog(page, sign_ins)
    // On a phone each row is a card.
    const row = page
      .getByRole(width === 390 ? 'listitem' : 'row')
      .filter({ hasText: 'Đăng nhập' })
      .first()
    await row.click()
    await expect(page.getByRole('dialog').getByText('Chuỗi băm')).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}
