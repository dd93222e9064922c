// The kit's promises about lists, checked on every list of the menu, so that a new list is checked as soon as it is in the menu.
import type { Locator, Page } from '@playwright/test'
import { live_path } from '#contract/live.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { frameOf, lists, rowsInView, rowsOf, walkToFirstRow } from './lists.ts'
import { signIn } from './people.ts'

/** Whether a request loads the rows of a list. */
const isRows = (url: URL) => url.searchParams.get('part') === 'rows'
const table = (page: Page) => page.getByRole('main').getByRole('table').first()
const rows = (page: Page) => table(page).locator('tbody tr')

// Each list's story is independent of the others, and without animations they are quicker.
test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Whether a row can be opened. */
const opens = async (row: Locator) => (await row.count()) > 0 && /opens/.test((await row.getAttribute('class')) ?? '')

/** Lists whose rows open no drawer: they start work of their own, lead to a page of their own, or are filled in at once. */
const without_drawer = new Set([
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
const without_live = `{
  const send = window.fetch
  window.fetch = (to, how) => (to === ${JSON.stringify(live_path)} ? new Promise(() => {}) : send(to, how))
}`

async function open(page: Page, address: string) {
  const rows_response = page.waitForResponse((answer) => isRows(new URL(answer.url())))
  await page.goto(address)
  await rows_response
}

for (const { url, title } of lists) {
  // One story of several steps, because loading the page takes longest and separate stories would each repeat it.
  test(`the list at ${url} keeps the kit's promises`, async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
    const search = page.getByRole('searchbox')
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await signIn(page, 'admin', admin_password)
    // Other stories pay, sell and approve meanwhile: live rows would be inserted before the one that is opened.
    await page.addInitScript({ content: without_live })

    await test.step('shows a skeleton while its rows are loading', async () => {
      const { promise: rows_released, resolve: release } = Promise.withResolvers<void>()
      await page.route(isRows, async (route) => {
        await rows_released
        await route.continue()
      })
      await page.goto(`${url}?page_size=50&page_index=-3`)
      await expect(table(page)).toHaveAttribute('aria-busy', 'true')
      await expect(rows(page).first()).toHaveAttribute('aria-hidden', 'true')
      release()
      await expect(table(page)).not.toHaveAttribute('aria-busy', 'true')
      await page.unroute(isRows)
    })

    await test.step('shows its title, its column heads and its pager', async () => {
      await expect(heading).toBeVisible()
      await expect(table(page).getByRole('columnheader', { name: 'STT' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
      // The accessibility of the page is checked by every-screen.spec.ts.
    })

    await test.step('takes the page size from the URL and replaces an invalid page by the first one', async () => {
      await expect(page.getByLabel('Bản ghi')).toContainText('50')
      await expect(page.getByRole('button', { name: 'Trang 1', exact: true })).toHaveAttribute('aria-current', 'page')
    })

    await test.step('fills the page with rows, the first of which is reached by keyboard without scrolling sideways', async () => {
      expect(await rowsInView(page)).toBeGreaterThanOrEqual(16)
      expect(await frameOf(page)).toEqual({ in_line: true, totals_hidden: 0, moves: false })
      if ((await rowsOf(page).count()) === 0) return
      await walkToFirstRow(page)
      expect(await table(page).evaluate((it) => it.parentElement!.scrollLeft)).toBe(0)
    })

    await test.step('Enter opens the first row, J and K move to its neighbours, Escape returns to it', async () => {
      const first = rowsOf(page).first()
      if (!(await opens(first))) return
      const before = page.url()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect.poll(async () => page.url() !== before || (await dialog.count()) > 0).toBe(true)
      const drawer = page.locator('[data-record]')
      if (!without_drawer.has(url)) {
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
        await open(page, `${url}?page_size=50`)
        // Keys work once the rows are shown.
        await expect(first).toBeVisible()
      }
    })

    await test.step('search and columns are opened by keyboard, and the export is shown', async () => {
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

    await test.step('shows an error when its rows fail to load, and loads them on retry', async () => {
      const broken = { error: { code: 5, message: 'Đã xảy ra lỗi không xác định.' }, data: null }
      await page.route(isRows, (route) => route.fulfill({ status: 500, json: broken }))
      await search.fill('khong-co-gi-nhu-the')
      const alarm = page.getByRole('alert').filter({ hasText: 'Mã yêu cầu' })
      await expect(alarm).toBeVisible()
      await expect(heading).toBeVisible()
      await page.unroute(isRows)
      await alarm.getByRole('button', { name: 'Thử lại' }).click()
      await expect(alarm).toHaveCount(0)
    })

    await test.step('a keyword without matches is kept in the URL, removed by the button and restored by Back', async () => {
      await expect(search).toHaveValue('khong-co-gi-nhu-the')
      await expect(page.getByText(/^Không có .* phù hợp$/)).toBeVisible()
      await page.getByRole('button', { name: 'Xóa bộ lọc' }).last().click()
      await expect(page).toHaveURL(new RegExp(`${url}\\?page_size=50$`))
      await page.goBack()
      await expect(search).toHaveValue('khong-co-gi-nhu-the')
    })
  })
}

test('a row that is opened right after typing a keyword stays open, and the keyword is applied', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await open(page, '/tai-khoan')
  await page.getByRole('searchbox').fill('quantri')
  await rows(page).first().click()
  await expect(page).toHaveURL(/keyword=quantri/)
  await expect(page).toHaveURL(/user_id=/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('an opened record has the focus even when it is read before the next frame', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await open(page, '/tai-khoan')
  // The drawer takes the focus in the next frame, which is late on a busy machine.
  await page.evaluate(`{
    const nextFrame = requestAnimationFrame
    window.requestAnimationFrame = (work) => nextFrame(() => setTimeout(() => work(performance.now()), 500))
  }`)
  await rowsOf(page).first().focus()
  await page.keyboard.press('Enter')
  const content = page.locator('[data-record]').locator('[data-content]')
  await expect(content).toBeVisible()
  await expect(content).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('[data-record]').getByText(/^2 \/ /)).toBeVisible()
})

test('the focus stays in a record whose neighbour takes long to be read, and returns to its row', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.addInitScript({ content: without_live })
  await open(page, '/tai-khoan')
  await rowsOf(page).first().focus()
  await page.keyboard.press('Enter')
  const content = page.locator('[data-record]').locator('[data-content]')
  await expect(content).toBeFocused()
  await page.route(/account\/get_detail/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.keyboard.press('j')
  await expect(page.locator('[data-record]').getByText(/^2 \/ /)).toBeVisible()
  await expect(content).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-record]')).toHaveCount(0)
  await expect(rowsOf(page).nth(1)).toBeFocused()
})
