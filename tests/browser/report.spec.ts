// Reports of sales: grouping, comparison, links from figures to their orders, newer figures, export, print and mail schedules.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { openBrowserPos, type BrowserPos } from './sales.ts'

const sales = [
  ['/doanh-so-xskt', 'Doanh số vé truyền thống'],
  ['/doanh-so-xsdt', 'Doanh số vé điện toán'],
] as const
const parts = [
  ['/thong-ke-theo-gia-tri-don-sxdt', 'Thống kê theo giá trị đơn'],
  ['/thong-ke-theo-loai-hinh-choi-xsdt', 'Thống kê theo loại hình chơi'],
  ['/thong-ke-theo-nhom-diem-ban-sxdt', 'Thống kê theo nhóm điểm bán'],
] as const

let pos: BrowserPos
test.beforeAll(async () => {
  pos = await openBrowserPos()
  for (let n = 0; n < 3; n++) await pos.sell()
})
test.afterAll(() => pos.close())
test.beforeEach(({ page }) => signIn(page, 'admin', admin_password))

const table = (page: Page) => page.getByRole('main').getByRole('table').last()
const rows = (page: Page) => table(page).locator('tbody tr')
const foot = (page: Page) => table(page).locator('tfoot')

async function open(page: Page, address: string, title: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect(page.getByText(/Số liệu lúc \d\d:\d\d:\d\d/)).toBeVisible()
}

/** The figure of that head in the first row, as it is written. */
async function figure(page: Page, head: string): Promise<string> {
  const heads = await table(page).locator('thead th').allInnerTexts()
  const column = heads.findIndex((text) => text.trim() === head)
  return (await rows(page).first().locator('td').nth(column).innerText()).trim()
}

test('a report is grouped by keyboard, and the URL keeps its grouping', async ({ page }) => {
  await open(page, ...sales[1])
  await expect(table(page).getByRole('columnheader', { name: 'Ngày' })).toBeVisible()
  const levels = page.getByLabel('Xem theo')
  await levels.focus()
  await page.keyboard.type('san pham')
  await expect(page.getByRole('option', { name: 'Sản phẩm' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/group_by=day,category/)
  await expect(table(page).getByRole('columnheader', { name: 'Sản phẩm' })).toBeVisible()
  await page.reload()
  await expect(table(page).getByRole('columnheader', { name: 'Sản phẩm' })).toBeVisible()
  await page.getByRole('button', { name: 'Bỏ Ngày' }).click()
  await expect(page).toHaveURL(/group_by=category/)
  await expect(table(page).getByRole('columnheader', { name: 'Ngày' })).toHaveCount(0)
})

test('a report shows a chart and a comparison with earlier days, which the URL keeps', async ({ page }) => {
  await open(page, ...sales[1])
  const chart = page.getByRole('figure', { name: 'Doanh số theo ngày' })
  await expect(chart).toBeVisible()
  await page.getByLabel('So sánh với').selectOption({ label: 'Kỳ liền trước' })
  await expect(page).toHaveURL(/compare=previous/)
  await expect(table(page).getByRole('columnheader', { name: 'Tăng giảm' })).toBeVisible()
  await expect(page.getByText(/Đến hết [\d/]{10} so với [\d/]{10} – [\d/]{10}/)).toBeVisible()
  await expect(chart).toContainText('Kỳ liền trước')
  // The totals above show each figure beside that of the earlier days.
  await expect(page.getByRole('definition').filter({ hasText: /^(\+|−|–|0%).*từ / })).toHaveCount(5)
  await expect(table(page).getByRole('columnheader', { name: 'Tỷ trọng' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lưu thành ảnh' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^bao-cao-.*\.png$/)
  expect(await faults(page)).toEqual([])
  await chart.getByText('Bảng').click()
  // Seven days, their head and their sums.
  await expect(chart.getByRole('row')).toHaveCount(9)
  await page.getByRole('button', { name: 'Ẩn biểu đồ' }).click()
  await expect(chart).toHaveCount(0)
  await page.reload()
  await expect(table(page).getByRole('columnheader', { name: 'Tăng giảm' })).toBeVisible()
  await page.getByRole('button', { name: 'Biểu đồ' }).click()
  await expect(chart).toBeVisible()
})

/** Notes each text that is written into a picture, with its place. */
const record_texts = `
  const { fillText } = CanvasRenderingContext2D.prototype
  globalThis.texts = []
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text)
    const left = this.textAlign === 'right' ? x - width : x
    globalThis.texts.push({ text, left, right: left + width, y, end: this.canvas.width / 2 })
    fillText.call(this, text, x, y)
  }`
interface PictureText {
  text: string
  left: number
  right: number
  y: number
  end: number
}

test('the picture of a report tells its filters and which rows it has, and has room for every text', async ({
  page,
}) => {
  await page.addInitScript(record_texts)
  const levels = 'group_by=day,partner,pos,user_pos,category'
  await open(page, `${sales[1][0]}?${levels}&compare=previous&page_size=10`, sales[1][1])
  await expect(rows(page)).toHaveCount(10)
  const total = /\d[\d.]* dòng/.exec(await page.getByText(/1–10 \/ [\d.]+ dòng/).innerText())![0]
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lưu thành ảnh' }).click()
  await saved
  const texts = await page.evaluate<PictureText[]>('globalThis.texts')
  const words = texts.map(({ text }) => text)
  expect(words).toContain(`10 / ${total}`)
  expect(words.join(' ')).toContain('Theo: Ngày, Đại lý, Điểm bán, Tài khoản POS, Sản phẩm · So với: Kỳ liền trước')
  for (const { left, right, end } of texts) expect([left >= 0, right <= end]).toEqual([true, true])
  const byLine = Map.groupBy(texts, ({ y }) => y)
  for (const line of byLine.values())
    for (const [index, { left }] of line.entries())
      if (index > 0) expect(left).toBeGreaterThanOrEqual(line[index - 1]!.right)
})

test('a figure of a report opens its orders, which add up to it', async ({ page }) => {
  await open(page, `${sales[1][0]}?group_by=pos,category&pos_id=${pos.pos_id}`, sales[1][1])
  await expect(rows(page)).toHaveCount(1)
  const [orders, quantity, amount] = [
    await figure(page, 'Số đơn'),
    await figure(page, 'SL vé'),
    await figure(page, 'Doanh số'),
  ]
  // What is sold after the report was loaded is not part of its figure.
  await pos.sell()
  await rows(page).first().getByRole('link', { name: orders, exact: true }).click()
  await expect(page).toHaveURL(/\/lich-su-giao-dich\?/)
  await expect(rows(page)).toHaveCount(Number(orders))
  await expect(foot(page)).toContainText(amount)
  await expect(foot(page)).toContainText(quantity)
  await page.goBack()
  await expect(page).toHaveURL(/\/doanh-so-xsdt\?/)
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/lich-su-giao-dich\?/)
})

test('newer sales are offered by a button, and the figures of a report stay until it is pressed', async ({ page }) => {
  await open(page, `${sales[1][0]}?group_by=pos&pos_id=${pos.pos_id}`, sales[1][1])
  const before = Number(await figure(page, 'Số đơn'))
  const news = page.getByRole('button', { name: 'Có số liệu mới' })
  await expect(async () => {
    await pos.sell()
    await expect(news).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
  expect(Number(await figure(page, 'Số đơn'))).toBe(before)
  await news.click()
  await expect(news).toHaveCount(0)
  expect(Number(await figure(page, 'Số đơn'))).toBeGreaterThan(before)
})

test('sales that a report does not count do not offer newer figures in it', async ({ page, context }) => {
  const other = await openBrowserPos()
  const news = (where: Page) => where.getByRole('button', { name: 'Có số liệu mới' })
  try {
    await open(page, `${sales[1][0]}?group_by=pos&pos_id=${pos.pos_id}`, sales[1][1])
    // It is notified of the sale and reads its own sums again; a report of everything proves that the notification was sent.
    const beside = await context.newPage()
    await open(beside, sales[1][0], sales[1][1])
    let [sold_at, looked_at] = [0, 0]
    page.on('response', async (response) => {
      if (!/[?&]page_size=1(&|$)/.test(response.url())) return
      const { data } = (await response.json()) as { data: { as_of: string } }
      looked_at = Date.parse(data.as_of)
    })
    await expect(async () => {
      sold_at = Date.now()
      await other.sell()
      await expect(news(beside)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 20_000 })
    await expect.poll(() => looked_at, { timeout: 20_000 }).toBeGreaterThan(sold_at)
    await expect(news(page)).toHaveCount(0)
  } finally {
    await other.close()
  }
})

test('an exported report ends with its sums, its range of days and the moment of its figures', async ({ page }) => {
  await open(page, `${sales[1][0]}?group_by=day,category&pos_id=${pos.pos_id}`, sales[1][1])
  await expect(rows(page).first()).toBeVisible()
  const footer_text = await foot(page).innerText()
  await page.getByRole('button', { name: 'Xuất file excel' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Xuất file', exact: true }).click(),
  ])
  const cells: unknown[][] = []
  const file = new Blob([await readFile(await download.path())])
  await readRows(file, default_limits, (some) => cells.push(...some.map((row) => row.cells)))
  const [head, ...lines] = cells
  const column = head!.indexOf('Doanh số')
  const total = lines.findIndex(([name]) => name === 'Tổng cộng')
  const amounts = lines.slice(0, total).map((line) => Number(line[column]))
  expect(amounts.length).toBeGreaterThan(0)
  expect(lines[total]![column]).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
  expect(footer_text).toContain(`${Number(lines[total]![column]).toLocaleString('vi-VN')} đ`)
  expect(lines.at(-1)![0]).toMatch(/^Từ [\d/]{10} đến [\d/]{10}\. Số liệu lúc \d\d:\d\d:\d\d ngày [\d/]{10}\.$/)
})

test('a printed report contains its heading, its filters and its whole table, without buttons', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 704, height: 1_000 })
  await open(page, ...parts[2])
  await expect(rows(page).first()).toBeVisible()
  // The heads of columns are buttons on screen, and words on paper.
  await expect(page.locator('button:visible:not(table button)')).toHaveCount(0)
  await expect(page.getByText('Thời gian', { exact: true })).toBeVisible()
  await expect(foot(page)).toBeVisible()
  // Nothing overflows, and the background is white.
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  const box = "[...document.querySelectorAll('main table')].at(-1).parentElement"
  expect(await page.evaluate<number>(`${box}.scrollHeight - ${box}.clientHeight`)).toBe(0)
})

for (const [url, title] of parts) {
  test(`${url}: the shares in the chart and those in the table each add up to 100 %`, async ({ page }) => {
    await open(page, `${url}?page_size=300`, title)
    await expect(rows(page).first()).toBeVisible()
    // Parts without a bar of their own are summed up in one line, so that the chart shows the whole.
    const drawn = (await page.getByRole('figure').innerText()).match(/\d,\d%|\d\d,\d%|100,0%/g) ?? []
    expect(drawn.reduce((all, share) => all + Number(share.replace(/[,%]/g, '')), 0)).toBe(1000)
    const shares = (await table(page).locator('tbody').innerText()).match(/\d+,\d%/g) ?? []
    const sum = shares.reduce((all, share) => all + Number(share.replace(/[,%]/g, '')), 0)
    expect([shares.length, sum]).toEqual([await rows(page).count(), 1000])
    await rows(page).first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/lich-su-giao-dich\?line=xsdt/)
    await expect(rows(page).first()).toBeVisible()
  })
}

for (const [url, title] of [
  ['/bc-ve-ton-xskt', 'Báo cáo vé tồn'],
  ['/bc-ve-hoan-xskt', 'Báo cáo vé hoàn'],
] as const) {
  test(`${url}: every column is in view on a desktop, with its whole head`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, url, title)
    await expect(rows(page).first()).toBeVisible()
    const box = "[...document.querySelectorAll('main table')].at(-1).parentElement"
    expect(await page.evaluate<number>(`${box}.scrollWidth - ${box}.clientWidth`)).toBeLessThanOrEqual(0)
    const cut_heads = `[...${box}.querySelectorAll('th *')].filter((part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis').map((part) => part.textContent)`
    expect(await page.evaluate<string[]>(cut_heads)).toEqual([])
  })
}

test('a weekly mail schedule of a report is added, paused and deleted; without a mail server it is disabled', async ({
  page,
}) => {
  await open(page, `${sales[1][0]}?group_by=pos`, sales[1][1])
  await page.getByRole('button', { name: 'Gửi định kỳ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gửi báo cáo định kỳ' })
  await expect(dialog.getByText('Bộ lọc như đang xem: Theo: Điểm bán')).toBeVisible()
  await dialog.getByLabel('Gửi', { exact: true }).selectOption('Hằng tuần')
  await expect(dialog.getByLabel('Số liệu của')).toContainText('Tuần trước')
  await dialog.getByLabel('Vào ngày').selectOption('Thứ 6')
  await dialog.getByLabel('Lúc').fill('6h30')
  await dialog.getByRole('button', { name: 'Đặt lịch' }).click()
  await expect(dialog.getByText('Quản trị viên: chưa có email')).toBeVisible()
  await dialog.getByRole('button', { name: 'Bỏ Quản trị viên' }).click()
  // Whoever may not read the report, or has no address, is disabled with the reason.
  await dialog.getByLabel('Người nhận').click()
  await expect(page.getByRole('option').filter({ hasText: 'Không có quyền xem báo cáo này' }).first()).toBeVisible()
  await page.locator('[role=option]:not([aria-disabled=true])').first().click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Đặt lịch' }).click()
  await expect(dialog.getByText('Hằng tuần, Thứ 6, lúc 06:30: số liệu tuần trước · Theo: Điểm bán')).toBeVisible()
  await expect(dialog.getByText(/Lần tới \d\d\/\d\d\/\d{4} 06:30 · chưa gửi lần nào/)).toBeVisible()
  const act = async (name: string) => {
    await dialog.getByRole('button', { name: `Thao tác với lịch gửi ${sales[1][1]}` }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Tạm dừng')
  await expect(dialog.getByText('Tạm dừng', { exact: true })).toBeVisible()
  await act('Xóa lịch')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa lịch' }).click()
  await expect(dialog.getByText('Hằng tuần, Thứ 6')).toHaveCount(0)
  await page.route('**/cms/utility/config?*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, sends_mail: false } } })
  })
  await open(page, ...sales[1])
  const button = page.getByRole('button', { name: 'Gửi định kỳ' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(/^Chưa cấu hình máy chủ thư/)
})
