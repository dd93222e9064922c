// The dashboard of sales on the home page: figures that update live, charts that are read by keyboard and as tables.
import type { Page } from '@playwright/test'
import { password } from './accounts.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'
import { openBrowserPos, type BrowserPos } from './sales.ts'

const byDay = (page: Page) => page.getByRole('figure', { name: 'Doanh số theo ngày' })
const plot = (page: Page) => byDay(page).locator('[aria-roledescription="biểu đồ"]')

let pos: BrowserPos
// A point of sale of its own each time, so that a story that is retried counts only its own sales.
test.beforeEach(async () => {
  pos = await openBrowserPos()
})
test.afterEach(() => pos.close())

test('figures of the dashboard update live with each sale and link to the orders that they count', async ({
  page,
  request,
}) => {
  await pos.sell()
  const operator = await newPerson(request, { password, group: 'Vận hành đại lý', partner_id: pos.partner_id })
  await signIn(page, operator.user_name, password)
  await page.goto('/')
  await expect(page.getByText('Trực tiếp')).toBeVisible()
  const amount = page.getByRole('link', { name: /^Doanh số hôm nay/ })
  await expect(amount).toContainText('10.000 đ')
  await expect(page.getByText('Vé tồn', { exact: true })).toHaveCount(0)

  await pos.sell()
  await expect(amount).toContainText('20.000 đ')
  await expect(page.getByRole('link', { name: /^Số giao dịch/ })).toContainText('2')

  await amount.click()
  await expect(page).toHaveURL(/\/lich-su-giao-dich\?.*is_sale=true.*snapshot=/)
  await expect(page.getByRole('row').filter({ hasText: 'Keno' })).toHaveCount(2)
})

test('a chart of the dashboard is read by the arrow keys, opened by Enter, and shown as a table', async ({
  page,
  request,
}) => {
  await pos.sell()
  const operator = await newPerson(request, { password, group: 'Vận hành đại lý', partner_id: pos.partner_id })
  await signIn(page, operator.user_name, password)
  await page.goto('/')
  await expect(plot(page)).toBeVisible()
  await plot(page).focus()
  // Without a selected day the keys begin with the latest one.
  await page.keyboard.press('ArrowLeft')
  const announcement = plot(page).getByRole('status')
  await expect(announcement).toContainText(
    /^\d\d\/\d\d\/\d{4}, đến \d\d:\d\d: Vé truyền thống 0 đ, Vé điện toán \d+0\.000 đ$/,
  )
  await page.keyboard.press('ArrowDown')
  await expect(announcement).toContainText(/: Vé điện toán \d+0\.000 đ, Vé truyền thống 0 đ$/)
  await page.keyboard.press('ArrowLeft')
  await expect(announcement).toContainText(/: Vé điện toán 0 đ/)

  await byDay(page).getByText('Bảng').click()
  const table = byDay(page).getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(16)
  await expect(table.getByRole('row').last()).toContainText('Tổng cộng')
  // Only today is marked as not over.
  await expect(table.getByRole('cell', { name: /, đến \d\d:\d\d$/ })).toHaveCount(1)
  await byDay(page).getByText('Biểu đồ').click()

  await plot(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/lich-su-giao-dich\?.*line=xsdt.*is_sale=true/)
})

test('the URL keeps the day, the store and the number of days of the dashboard', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Kinh doanh hôm nay' })).toBeVisible()
  await page.getByText('30 ngày', { exact: true }).click()
  await expect(page).toHaveURL(/\/\?days=30$/)
  await page.getByRole('combobox', { name: 'Kho' }).click()
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/days=30&base_id=\d+|base_id=\d+&days=30/)
  // Games are sold from no store.
  await expect(byDay(page)).not.toContainText('Vé điện toán')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Kho' })).not.toHaveValue('')
  await page.goBack()
  await expect(byDay(page)).toContainText('Vé điện toán')
  await page.goto('/?date=2026-01-02')
  await expect(page.getByRole('heading', { name: 'Kinh doanh ngày 02/01/2026' })).toBeVisible()
  await expect(page.getByText('Trực tiếp')).toHaveCount(0)
  await expect(byDay(page)).toContainText('Chưa có giao dịch trong những ngày này')
})
