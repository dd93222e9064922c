// The page of draws: live countdowns and states, cancelled draws, closed days, details and filters.
import { sql } from 'kysely'
import { product, type Game } from '#features/results/product/product.contract.ts'
import { setGamePeriod } from '../../src/testing/orders.ts'
import { password } from './accounts.ts'
import { withDatabase } from './database.ts'
import { hire } from './draws.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { openBrowserPos } from './sales.ts'
import { writeTo } from '../../src/testing/write.ts'

interface Draw {
  period_id: number
  period_code: string
}

/** A draw of a game beside those of its calendar; `opens_s` moves its opening. */
function newDraw(when: 'upcoming' | 'open', opens_s?: number): Promise<Draw> {
  return withDatabase(async (db) => {
    const period_id = await setGamePeriod({ db }, product.keno, when)
    if (opens_s !== undefined)
      await writeTo(db, (trx) =>
        sql`update draw_period set open_at = now() + make_interval(secs => ${opens_s}) where period_id = ${period_id}`.execute(
          trx,
        ),
      )
    const { rows } = await sql<Draw>`
      select period_id, period_code from draw_period where period_id = ${period_id}`.execute(db)
    return rows[0]!
  })
}

/** A day ahead on which the game draws: at Tết the next days may all be closed. */
function drawingDay(category: Game): Promise<string> {
  return withDatabase(async (db) => {
    const { rows } = await sql<{ day: string }>`
      select min(open_date) as day from draw_period where category = ${category} and open_date >= current_date + 5`.execute(
      db,
    )
    return rows[0]!.day
  })
}

test.beforeEach(({ page }) => signIn(page, 'admin', admin_password))

test('a draw counts down to its opening and is shown as open without a reload', async ({ page }) => {
  const { period_id, period_code } = await newDraw('upcoming', 20)
  const draw = page.getByRole('row').filter({ hasText: period_code })
  await page.goto(`/danh-sach-ky?period_id=${period_id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Trực tiếp' })).toBeVisible()
  await expect(draw).toContainText(/Chưa mởbán sau 00:\d\d/)
  const before = await draw.innerText()
  await expect(draw).not.toHaveText(before, { timeout: 3_000 })
  await page.evaluate('window.same_page = true')
  await expect(draw).toContainText('Đang mở bán', { timeout: 30_000 })
  await expect(draw).toContainText(/Đang mở báncòn \d/)
  expect(await page.evaluate('window.same_page'), 'nothing was loaded anew').toBe(true)
})

test('a draw is cancelled by two persons by keyboard, and both see without a reload that its orders are processed', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(120_000)
  const { period_id, period_code } = await newDraw('open')
  const pos = await openBrowserPos()
  for (let n = 0; n < 3; n++) await pos.sell({ period_id })
  await pos.close()
  await page.goto(`/danh-sach-ky?period=${period_id}`)
  const drawer = page.getByRole('dialog', { name: 'Keno' })
  await drawer.getByRole('button', { name: 'Hủy kỳ' }).focus()
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Yêu cầu hủy kỳ' })
  await expect(asking).toContainText('30.000')
  await asking.getByRole('textbox', { name: 'Lý do hủy' }).focus()
  await page.keyboard.type('Vietlott thông báo không quay kỳ này')
  expect(await faults(page)).toEqual([])
  await asking.getByRole('button', { name: 'Gửi yêu cầu' }).focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toContainText('admin yêu cầu hủy lúc')
  await expect(drawer.getByRole('button', { name: 'Xác nhận hủy' })).toHaveAccessibleDescription(
    'Bạn đã yêu cầu hủy kỳ này, cần người thứ hai xác nhận.',
  )

  const second = await hire(request, { '/danh-sach-ky': [1, 5], '/lich-su-giao-dich': [1] })
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, second.user_name, password)
  await other.goto('/danh-sach-ky?phase=cancel_requested')
  const row = other.getByRole('row').filter({ hasText: period_code })
  await expect(row).toContainText('Chờ duyệt hủy')
  await row.focus()
  await other.keyboard.press('Enter')
  await other.getByRole('dialog', { name: 'Keno' }).getByRole('button', { name: 'Xác nhận hủy' }).focus()
  await other.keyboard.press('Enter')
  const confirming = other.getByRole('dialog', { name: 'Xác nhận hủy kỳ' })
  await expect(confirming).toContainText('Vietlott thông báo không quay kỳ này')
  await expect(confirming).toContainText('30.000')
  expect(await faults(other)).toEqual([])
  await confirming.getByRole('button', { name: 'Xác nhận hủy kỳ' }).focus()
  await other.keyboard.press('Enter')
  for (const person_page of [other, page]) {
    const dialog = person_page.getByRole('dialog', { name: 'Keno' })
    await expect(dialog).toContainText('Đã xử lý xong 3 đơn đã thanh toán', { timeout: 20_000 })
    await expect(dialog).toContainText(`admin yêu cầu, ${second.user_name} xác nhận.`)
  }
  await page.getByRole('dialog', { name: 'Keno' }).getByRole('link', { name: 'Đơn hàng của kỳ này' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Chờ hoàn tiền' })).toHaveCount(3)
  await context.close()
})

test('adding a closed day of a game removes its draws that day, and deleting the closed day restores them', async ({
  page,
}) => {
  await page.goto('/danh-sach-ky')
  await page.getByRole('button', { name: 'Lịch quay' }).click()
  const calendar = page.getByRole('dialog', { name: 'Lịch quay' })
  await expect(calendar).toContainText('Hằng ngày, 06:08 – 21:52, 8 phút một kỳ')
  await calendar.getByRole('button', { name: 'Thêm ngày nghỉ' }).click()
  const form = page.getByRole('dialog', { name: 'Thêm ngày nghỉ' })
  await form.getByLabel('Sản phẩm').fill('Thần tài')
  await expect(page.getByRole('option', { name: 'Thần tài' })).toBeVisible()
  await page.keyboard.press('Enter')
  await form.getByLabel('Nghỉ từ ngày').fill('01/01/2020')
  await form.getByLabel('Đến hết ngày').fill('01/01/2020')
  await form.getByLabel('Lý do nghỉ').fill('Nghỉ Tết')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(form).toContainText('Chọn từ ngày mai trở đi.')
  const day = await drawingDay(product.than_tai4)
  const typed = day.split('-').toReversed().join('/')
  await form.getByLabel('Nghỉ từ ngày').fill(typed)
  await form.getByLabel('Đến hết ngày').fill(typed)
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã bỏ 1 kỳ chưa ai mua.')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await calendar.getByRole('button', { name: `Bỏ ngày nghỉ ${typed}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ ngày nghỉ' }).click()
  await expect(page.getByText('Đã lập thêm 1 kỳ.')).toBeVisible()
  await expect(calendar.getByText('Nghỉ Tết')).toHaveCount(0)
})

test('a draw opened by keyboard lists its moments in order and links to its orders', async ({ page }) => {
  await page.goto('/danh-sach-ky?category=15')
  const row = page.getByRole('row').filter({ hasText: 'Lotto 5/35' }).first()
  await row.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Lotto 5/35' })
  await expect(drawer).toContainText(/kỳ L535-\d{5}[^]*ngày mở thưởng \d\d\/\d\d\/\d{4}/)
  const moments = await drawer.getByRole('region', { name: 'Các mốc giờ' }).getByRole('listitem').allInnerTexts()
  const heads = moments.map((text) => text.split('\n').find((line) => line.startsWith('Giờ')))
  expect(heads).toEqual(['Giờ mở bán', 'Giờ ngừng nhận', 'Giờ in vé', 'Giờ quay'])
  await expect(drawer.getByText('Tiền vé')).toBeVisible()
  const link = drawer.getByRole('link', { name: 'Đơn hàng của kỳ này' })
  await expect(link).toHaveAttribute('href', /\/lich-su-giao-dich\?.*period_id=\d+/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/danh-sach-ky\?category=15$/)
})

test('filtering draws by state shows those of any time', async ({ page }) => {
  await page.goto('/danh-sach-ky')
  const phases = page.getByRole('radiogroup', { name: 'Thời điểm' })
  await expect(phases.getByRole('radio', { name: 'Đang diễn ra' })).toBeChecked()
  await page.getByLabel('Trạng thái').selectOption('Chưa mở')
  await expect(phases.getByRole('radio', { name: 'Tất cả' })).toBeChecked()
  await expect(page.getByRole('row').nth(1)).toContainText('Chưa mở')
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await expect(phases.getByRole('radio', { name: 'Đang diễn ra' })).toBeChecked()
})
