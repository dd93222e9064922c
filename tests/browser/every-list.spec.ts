// What the kit promises of a list, looked for on every page of the menu that is one: a new list is held to it the moment it is in the menu.
import type { Locator, Page } from '@playwright/test'
import { live_path } from '#contract/live.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { frameOf, lists, rowsInView, rowsOf, walkToFirstRow } from './lists.ts'
import { signIn } from './people.ts'

/** The call that brings a list's rows, and only that one. */
const isRows = (url: URL) => url.searchParams.get('part') === 'rows'
const table = (page: Page) => page.getByRole('main').getByRole('table').first()
const rows = (page: Page) => table(page).locator('tbody tr')

// Each list's story is independent of the others, and still looks are quicker than moving ones.
test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A row that leads somewhere. */
const opens = async (row: Locator) => (await row.count()) > 0 && /opens/.test((await row.getAttribute('class')) ?? '')

/** Where a row is no record beside its list: it is a work of its own, leads to a page of its own, or is filled in at once. */
const elsewhere = new Set([
  '/quan-ly-nhom-khach-hang',
  '/giao-dich-truc-tuyen',
  '/giao-dich-giu-ve',
  '/lo-kiem-tra-tai-khoan',
  '/kho-the-tra-truoc',
  '/lo-tra-thuong',
  '/chuong-trinh-cashback',
  '/dieu-khoan-huong-dan-choi',
  '/phan-quyen-du-lieu',
  '/ra-soat-quyen',
])

/** Script for the page: requests for the live stream never get a response, so no row changes during the story. */
const withoutLive = `{
  const send = window.fetch
  window.fetch = (to, how) => (to === ${JSON.stringify(live_path)} ? new Promise(() => {}) : send(to, how))
}`

async function open(page: Page, address: string) {
  const answered = page.waitForResponse((answer) => isRows(new URL(answer.url())))
  await page.goto(address)
  await answered
}

for (const { url, title } of lists) {
  // One story of several steps: what takes long is to load the page, which stories of their own would do anew.
  test(`${url} keeps what the kit promises of a list`, async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
    const search = page.getByRole('searchbox')
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await signIn(page, 'admin', admin_password)
    // Other stories pay, sell and approve meanwhile: rows that come by themselves would stand before the one that is opened.
    await page.addInitScript({ content: withoutLive })

    await test.step('rows on their way have a skeleton', async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route(isRows, async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${url}?page_size=50&page_index=-3`)
      await expect(table(page)).toHaveAttribute('aria-busy', 'true')
      await expect(rows(page).first()).toHaveAttribute('aria-hidden', 'true')
      release()
      await expect(table(page)).not.toHaveAttribute('aria-busy', 'true')
      await page.unroute(isRows)
    })

    await test.step('its name, its head and its pager stand', async () => {
      await expect(heading).toBeVisible()
      await expect(table(page).getByRole('columnheader', { name: 'STT' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
      // Whatever cannot be read out is found on every screen: see every-screen.spec.ts.
    })

    await test.step('the address says what is shown: size, and a page that cannot be', async () => {
      await expect(page.getByLabel('Bản ghi')).toContainText('50')
      await expect(page.getByRole('button', { name: 'Trang 1', exact: true })).toHaveAttribute('aria-current', 'page')
    })

    await test.step('rows fill the page, and two keys lead to the first without a push sideways', async () => {
      expect(await rowsInView(page)).toBeGreaterThanOrEqual(16)
      expect(await frameOf(page)).toEqual({ in_line: true, totals_hidden: 0, moves: false })
      if ((await rowsOf(page).count()) === 0) return
      await walkToFirstRow(page)
      expect(await table(page).evaluate((it) => it.parentElement!.scrollLeft)).toBe(0)
    })

    await test.step('Enter opens the first row, J and K lead to its neighbours, Escape leads back to it', async () => {
      const first = rowsOf(page).first()
      if (!(await opens(first))) return
      const before = page.url()
      await page.keyboard.press('Enter')
      const shown = page.getByRole('dialog')
      await expect.poll(async () => page.url() !== before || (await shown.count()) > 0).toBe(true)
      const drawer = page.locator('[data-record]')
      if (!elsewhere.has(url)) {
        await expect(drawer.getByText(/^1 \/ /)).toBeVisible()
        await expect(drawer.locator('[data-content]')).toBeFocused()
        if ((await rowsOf(page).count()) > 1) {
          await page.keyboard.press('j')
          await expect(drawer.getByText(/^2 \/ /)).toBeVisible()
          await page.keyboard.press('k')
          await expect(drawer.getByText(/^1 \/ /)).toBeVisible()
        }
        await page.keyboard.press('Escape')
        await expect(drawer).toHaveCount(0)
        await expect(first).toBeFocused()
      } else {
        await open(page, url)
        // Keys work once the rows are shown.
        await expect(first).toBeVisible()
      }
    })

    await test.step('everything is reached without a mouse: the search, the columns, the export', async () => {
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
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
      expect(errors).toEqual([])
    })

    await test.step('rows that cannot come say so and are asked for again', async () => {
      const broken = { error: { code: 5, message: 'Đã xảy ra lỗi không xác định.' }, data: null }
      await page.route(isRows, (route) => route.fulfill({ status: 500, json: broken }))
      await page.goto(`${url}?page_size=50&keyword=khong-co-gi-nhu-the`)
      const alarm = page.getByRole('alert').filter({ hasText: 'Mã yêu cầu' })
      await expect(alarm).toBeVisible()
      await expect(heading).toBeVisible()
      await page.unroute(isRows)
      await alarm.getByRole('button', { name: 'Thử lại' }).click()
      await expect(alarm).toHaveCount(0)
    })

    await test.step('the address says what is shown: a word that nothing matches', async () => {
      await expect(search).toHaveValue('khong-co-gi-nhu-the')
      await expect(page.getByText(/^Không có .* phù hợp$/)).toBeVisible()
      await page.getByRole('button', { name: 'Xóa bộ lọc' }).last().click()
      await expect(page).toHaveURL(new RegExp(`${url}\\?page_size=50$`))
      await page.goBack()
      await expect(search).toHaveValue('khong-co-gi-nhu-the')
    })
  })
}

test('a row that is opened while a word is still being typed stays open, and the word counts', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await open(page, '/tai-khoan')
  await page.getByRole('searchbox').fill('quantri')
  await rows(page).first().click()
  await expect(page).toHaveURL(/keyword=quantri/)
  await expect(page).toHaveURL(/user_id=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})
