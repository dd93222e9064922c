// Pages of results: the sheet of a region by day, the games, Mega and Power, and the settings of the sources.
import { sql } from 'kysely'
import { product } from '#features/results/product/product.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { withDatabase } from './database.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

test.beforeEach(({ page }) => signIn(page, 'admin', admin_password))

/** The last day before today with results of the south: other stories decide draws of days to come. */
function lastDay(): Promise<string> {
  return withDatabase(async (db) => {
    const { rows } = await sql<{ day: string }>`
      select max(open_date) as day from draw_period join draw_result using (period_id)
      where category = ${product.south} and status = ${resultStatus.confirmed} and open_date < current_date`.execute(db)
    return rows[0]!.day
  })
}

test('a result sheet is paged by the arrow keys, reduced to the last two digits, and saved as a picture', async ({
  page,
}) => {
  await page.goto(`/ket-qua-ky-gan-nhat?date=${await lastDay()}`)
  const sheet = page.getByRole('table', { name: /^Kết quả Miền Nam ngày/ })
  await expect(sheet.getByRole('rowheader')).toHaveText(['Tám', 'Bảy', 'Sáu', 'Năm', 'Tư', 'Ba', 'Nhì', 'Nhất', 'ĐB'])
  const title = await sheet.getAttribute('aria-label')
  await page.keyboard.press('ArrowLeft')
  await expect(sheet).not.toHaveAttribute('aria-label', title!)
  await expect(sheet.getByRole('row', { name: /^ĐB/ }).getByRole('cell').first()).toHaveText(/^\d{6}\s*$/)
  await page.getByText('2 số cuối').click()
  await expect(sheet.getByRole('row', { name: /^ĐB/ }).getByRole('cell').first()).toHaveText(/^\d\d\s*$/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lưu ảnh' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ket-qua-\d{4}-\d\d-\d\d\.png$/)
})

test('games show their latest result, and J and K page through the draws of Mega', async ({ page }) => {
  await page.goto('/ket-qua-ky-gan-nhat?region=games')
  for (const game of ['Mega 6/45', 'Keno', 'Bingo18', 'Max 3D Pro'])
    await expect(page.getByRole('heading', { name: game, exact: true })).toBeVisible()
  await page.goto('/ket-qua-mega-power')
  const mega = page.getByRole('heading', { name: /^Mega 6\/45 #/ })
  const newest = await mega.textContent()
  await page.keyboard.press('j')
  await expect(mega).not.toHaveText(newest!)
  await page.keyboard.press('k')
  await expect(mega).toHaveText(newest!)
})

test('Mega and Power show what each tier paid and the next draw, are searched, and are saved as a picture', async ({
  page,
}) => {
  await page.goto('/ket-qua-mega-power')
  const tiers = page.getByRole('table', { name: /^Các hạng giải của Mega/ })
  const second = tiers.getByRole('row', { name: /^Giải nhì/ })
  await expect(second).toContainText('4 số')
  const figures = await second.getByRole('cell').allTextContents()
  const [winners, amount, paid] = figures.slice(2, 5).map((text) => Number(text.replaceAll('.', '')))
  expect(paid).toBe(winners! * amount!)
  expect(paid).toBeGreaterThan(0)
  await expect(page.getByText(/^Dự kiến kỳ #\d+$/)).toBeVisible()
  await expect(page.getByText(/^Kỳ tới: Mega 6\/45 \S+ \d\d\/\d\d · Power/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Lưu ảnh' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^ket-qua-.+\.png$/)

  const earlier = page.getByRole('table', { name: /^Các kỳ trước của Mega/ }).getByRole('row')
  const code = (await earlier.nth(3).getByRole('cell').first().textContent())!
  await page.getByRole('searchbox', { name: /^Tìm kỳ/ }).fill(code)
  await expect(page.getByRole('heading', { name: /^Mega 6\/45 #/ })).toContainText(code)
  await expect(earlier).toHaveCount(2)
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await expect(earlier).not.toHaveCount(2)
})

test('changed settings of the sources of results wait for a second person, whom their maker cannot be', async ({
  page,
}) => {
  await page.goto('/cau-hinh-he-thong/ket-qua-keno')
  await expect(page.getByRole('tab', { name: 'Kết quả Keno' })).toHaveAttribute('aria-selected', 'true')
  const wait = page.getByLabel(/Chờ kết quả sau giờ quay/)
  await wait.fill(String(200 + Math.floor(Math.random() * 1_000)))
  await page.getByRole('button', { name: 'Lưu', exact: true }).click()
  await expect(page.getByText('Chờ người thứ hai xác nhận')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Xác nhận cấu hình' })).toHaveAttribute('aria-disabled', 'true')
})
