// The list of accounts: its state in the URL, failed loads, the keyboard, and accessibility.
import { openAccounts } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

test('the URL keeps filters, sort order and page of the list, follows Back, and never contains a phone number', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  await expect(page).toHaveURL(/\/tai-khoan$/)
  await page.getByLabel('Trạng thái').selectOption({ label: 'Đã khóa' })
  await expect(page).toHaveURL(/\?status=0$/)
  await page.getByRole('button', { name: 'Họ và tên' }).click()
  await expect(page).toHaveURL(/status=0/)
  await expect(page).toHaveURL(/sort=full_name/)
  await expect(page.getByRole('columnheader', { name: 'Họ và tên' })).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await expect(page).not.toHaveURL(/sort/)
  await page.goBack()
  await expect(page).toHaveURL(/\/tai-khoan$/)

  await page.getByLabel('Bản ghi').selectOption('10')
  await page.getByRole('button', { name: 'Trang 3', exact: true }).click()
  await expect(page).toHaveURL(/page_index=3/)
  await expect(page.locator('tbody tr').first()).toContainText('21')
  const typed = page.getByRole('navigation', { name: 'Phân trang' }).getByLabel('Trang', { exact: true })
  await typed.fill('999')
  await page.getByRole('button', { name: 'Đi', exact: true }).click()
  await expect(page).not.toHaveURL(/page_index/)
  await page.goto('/tai-khoan?page_index=999&page_size=10')
  await expect(page).toHaveURL(/\/tai-khoan\?page_size=10$/)

  await page.getByLabel('Từ khóa').fill('ngo quoc')
  await expect(page).toHaveURL(/keyword=ngo/)
  await page.getByLabel('Từ khóa').fill('0912345678')
  await expect(page).not.toHaveURL(/keyword|0912345678/)
  await page.getByLabel('Từ khóa').fill('không-có-ai-tên-này')
  await expect(page.getByText('Không có tài khoản phù hợp')).toBeVisible()
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).last().click()
  await expect(page.locator('tbody tr')).toHaveCount(10)
})

test('a list that fails to load shows the error with its transid and loads on retry', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  const away = (address: string) =>
    page.route(address, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"error":{"code":5,"message":"x"},"data":null}',
      }),
    )
  await away('**/cms/account/get_list?*')
  await page.goto('/tai-khoan')
  await expect(page.getByText('Không tải được dữ liệu')).toBeVisible()
  await expect(page.getByText('Mã yêu cầu:')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.unroute('**/cms/account/get_list?*')
  await page.getByRole('button', { name: 'Thử lại' }).click()
  await expect(page.getByRole('row', { name: /quantri/ })).toBeVisible()
})

test('the list of accounts is used by keyboard: arrows move between rows, Enter opens one, Escape returns to it', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await openAccounts(page)
  const rows = page.locator('tbody tr:not([aria-hidden])')
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('region', { name: 'Thông tin' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rows.nth(2).getByRole('button', { name: 'Sửa' })).toBeFocused()
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`no accessibility fault in an account's form and details, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'admin', admin_password)
    await openAccounts(page)
    // On a phone each row is a card.
    const row = page
      .getByRole(width === 390 ? 'listitem' : 'row')
      .filter({ hasText: 'quantri' })
      .first()
    await expect(row).toBeVisible()
    await page.getByRole('button', { name: 'Thêm tài khoản' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lưu' }).click()
    await expect(page.getByText('Không được để trống').first()).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await row.click()
    for (const name of ['Thông tin', 'Phiên đăng nhập', 'Dòng thời gian'])
      await expect(page.getByRole('dialog').getByRole('region', { name })).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}
