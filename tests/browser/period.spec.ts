// The page of draws: what each is open for, second by second, and states that change by themselves.
import type { APIRequestContext } from '@playwright/test'
import { get, made } from './draws.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, signIn } from './people.ts'

interface Station {
  area_id: number
  area_name: string
  weekdays: number[]
  import_time: string
  version: number
}

const zone = 7 * 3_600_000
/** Viet Nam's clock, as if it were that of Greenwich. */
const day_ms = 86_400_000
const there = (ahead_ms = 0) => new Date(Date.now() + zone + ahead_ms)

/** Lets a station that does not draw tomorrow draw then after all, open from the next minute on. Gives the way back. */
async function openingSoon(request: APIRequestContext): Promise<{ station: Station; undo: () => Promise<unknown> }> {
  const token = await adminToken(request)
  const { items } = await get<{ items: Station[] }>(request, token, 'cms/draw_area/list', { page_size: 300 })
  const tomorrow = there(day_ms).getUTCDay() || 7
  const station = items.find(({ weekdays }) => !weekdays.includes(tomorrow))!
  const { area_id, weekdays, import_time, version } = station
  const change = (input: object) => made<Station>(request, token, 'cms/config/draw_area/upd', { area_id, ...input })
  const minute = there(70_000).toISOString().slice(11, 16)
  const changed = await change({ version, weekdays: [...weekdays, tomorrow], import_time: minute })
  return { station, undo: () => change({ version: changed.version, weekdays, import_time }) }
}

test.beforeEach(({ page }) => signIn(page, 'admin', admin_password))

test('a draw counts down to its opening and opens on screen by itself', async ({ page, request }) => {
  test.setTimeout(230_000)
  // A draw of tomorrow opens today: in the last minute of a day it waits for the next one.
  const left_of_day = day_ms - (there().getTime() % day_ms)
  if (left_of_day <= 70_000) await page.waitForTimeout(left_of_day)
  const { station, undo } = await openingSoon(request)
  try {
    const draw = page.getByRole('row').filter({ hasText: station.area_name }).first()
    await page.goto(`/danh-sach-ky?area_id=${station.area_id}&from_date=${there(day_ms).toISOString().slice(0, 10)}`)
    await expect(page.getByRole('status').filter({ hasText: 'Trực tiếp' })).toBeVisible()
    await expect(draw).toContainText(/Chưa mởcòn 0[01]:\d\d/)
    const before = await draw.innerText()
    await expect(draw).not.toHaveText(before, { timeout: 3_000 })
    await page.evaluate('window.same_page = true')
    await expect(draw).toContainText('Đang mở bán', { timeout: 80_000 })
    await expect(draw).toContainText(/Đang mở báncòn \d/)
    expect(await page.evaluate('window.same_page'), 'nothing was loaded anew').toBe(true)
  } finally {
    await undo()
  }
})

test('the row opened by the keyboard tells its moments in order, and leads to its orders', async ({ page }) => {
  await page.goto('/danh-sach-ky?category=15')
  const row = page.getByRole('row').filter({ hasText: 'Lotto 5/35' }).first()
  await row.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Lotto 5/35' })
  await expect(drawer).toContainText(/Kỳ L535-\d{5} · quay ngày \d\d\/\d\d\/\d{4}/)
  const moments = await drawer.getByRole('listitem').allInnerTexts()
  const heads = moments.map((text) => text.split('\n')[0])
  expect(heads).toEqual(['Giờ mở bán', 'Giờ ngừng nhận', 'Giờ in vé', 'Giờ quay'])
  await expect(drawer.getByText('Tiền vé')).toBeVisible()
  const link = drawer.getByRole('link', { name: 'Đơn hàng của kỳ này' })
  await expect(link).toHaveAttribute('href', /\/lich-su-giao-dich\?.*period_id=\d+/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/danh-sach-ky\?category=15$/)
})

test('whoever asks for a state or a day is shown draws of any time', async ({ page }) => {
  await page.goto('/danh-sach-ky')
  const phases = page.getByRole('radiogroup', { name: 'Thời điểm' })
  await expect(phases.getByRole('radio', { name: 'Đang diễn ra' })).toBeChecked()
  await page.getByLabel('Trạng thái').selectOption('Chưa mở')
  await expect(phases.getByRole('radio', { name: 'Tất cả' })).toBeChecked()
  await expect(page.getByRole('row').nth(1)).toContainText('Chưa mở')
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await expect(phases.getByRole('radio', { name: 'Đang diễn ra' })).toBeChecked()
})
