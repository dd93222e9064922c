// What the kit promises of a list, looked for on every page of the menu that is one: a new list is held to it the moment it is in the menu.
import type { Page, Route } from '@playwright/test'
import { live_path } from '#contract/live.ts'
import type { Page as MenuPage } from '#contract/page.ts'
import { byGroupPage, byPricePage, byTypePage, salesXsdtPage, salesXsktPage } from '#features/reports/pages.contract.ts'
import { menu } from '../../src/services.ts'
import { faults, sidewaysScroll } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

/** Pages of the menu that are no list: the dashboard, groups, which stand beside their editor, the funds and the settings of money. */
const others = new Set(['/', '/nhom-nguoi-dung', '/tai-khoan-tra-thuong', '/quan-ly-hinh-thuc-nhan-thuong'])
/** Reports answer their rows and totals at once, since both must be of one moment, and are not searched by a word: see report.spec.ts. */
const reports = new Set([salesXsktPage, salesXsdtPage, byPricePage, byTypePage, byGroupPage].map(({ url }) => url))
const lists: readonly MenuPage[] = menu
  .flatMap(({ pages }) => pages)
  .filter(({ url }) => !others.has(url) && !reports.has(url))

/** The call that brings a list's rows, and only that one. */
const isRows = (url: URL) => url.searchParams.get('part') === 'rows'
const table = (page: Page) => page.getByRole('main').getByRole('table').first()
const rows = (page: Page) => table(page).locator('tbody tr')

async function open(page: Page, address: string) {
  const answered = page.waitForResponse((answer) => isRows(new URL(answer.url())))
  await page.goto(address)
  await answered
}

test.beforeEach(({ page }) => signIn(page, 'admin', admin_password))

for (const { url, title } of lists) {
  test.describe(url, () => {
    test('its name, its head and its pager stand, without a fault for readers, wide and narrow', async ({ page }) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await open(page, url)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(table(page).getByRole('columnheader', { name: 'STT' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
      expect(await faults(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      expect(await sidewaysScroll(page)).toBe(0)
      expect(await faults(page)).toEqual([])
      expect(errors).toEqual([])
    })

    test('the address says what is shown: size, a page that cannot be, a word that nothing matches', async ({
      page,
    }) => {
      await open(page, `${url}?page_size=50&page_index=-3`)
      await expect(page.getByLabel('Bản ghi')).toContainText('50')
      await expect(page.getByRole('button', { name: 'Trang 1', exact: true })).toHaveAttribute('aria-current', 'page')

      await open(page, `${url}?page_size=50&keyword=khong-co-gi-nhu-the`)
      await expect(page.getByRole('searchbox')).toHaveValue('khong-co-gi-nhu-the')
      const clear = page.getByRole('button', { name: 'Xóa bộ lọc' })
      await expect(page.getByText(/^Không có .* phù hợp$/)).toBeVisible()
      await clear.last().click()
      await expect(page).toHaveURL(new RegExp(`${url}\\?page_size=50$`))
      await page.goBack()
      await expect(page.getByRole('searchbox')).toHaveValue('khong-co-gi-nhu-the')
    })

    test('rows on their way have a skeleton, rows that cannot come say so and are asked for again', async ({
      page,
    }) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      const hold = async (route: Route) => {
        await held
        await route.continue()
      }
      await page.route(isRows, hold)
      await page.goto(url)
      await expect(table(page)).toHaveAttribute('aria-busy', 'true')
      await expect(rows(page).first()).toHaveAttribute('aria-hidden', 'true')
      release()
      await expect(table(page)).not.toHaveAttribute('aria-busy', 'true')
      await page.unroute(isRows, hold)

      // What changes elsewhere would be read by itself, before the button is pressed.
      await page.route(`**${live_path}**`, (route) => route.abort())
      const broken = { error: { code: 5, message: 'Đã xảy ra lỗi không xác định.' }, data: null }
      const fail = (route: Route) => route.fulfill({ status: 500, json: broken })
      await page.route(isRows, fail)
      await page.reload()
      const alarm = page.getByRole('alert').filter({ hasText: 'Mã yêu cầu' })
      await expect(alarm).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await page.unroute(isRows, fail)
      await alarm.getByRole('button', { name: 'Thử lại' }).click()
      await expect(alarm).toHaveCount(0)
    })

    test('everything is reached without a mouse: the search, the columns, the export, the rows', async ({ page }) => {
      await open(page, url)
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox')).toBeFocused()
      const columns = page.getByRole('button', { name: 'Cột và mật độ', exact: true })
      await columns.focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Cột và mật độ' })
      await expect(panel).toBeVisible()
      expect(await faults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(columns).toBeFocused()
      await expect(page.getByRole('button', { name: 'Xuất file excel' })).toBeVisible()
    })
  })
}

test('a row that is opened while a word is still being typed stays open, and the word counts', async ({ page }) => {
  await open(page, '/tai-khoan')
  await page.getByRole('searchbox').fill('quantri')
  await rows(page).first().click()
  await expect(page).toHaveURL(/keyword=quantri/)
  await expect(page).toHaveURL(/user_id=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})
