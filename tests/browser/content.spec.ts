// Content for customers, as its editors make it: links, maintenance announced on every page, popups on a phone, posts with tables.
import { randomInt } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { png, rowOf, shownAt } from './banners.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'
import { act } from './rows.ts'

/** A moment so many minutes from now, as people of Viet Nam type it. */
const momentFromNow = (minutes: number) => {
  const [day, time] = new Date(Date.now() + (minutes + 7 * 60) * 60_000).toISOString().slice(0, 16).split('T')
  return `${day!.split('-').toReversed().join('/')} ${time}`
}
/** Fills in a moment, so many minutes from now: its day, and its hour in the box beside it. */
async function fillMoment(dialog: Locator, label: string, minutes: number, index: number) {
  const [day, time] = momentFromNow(minutes).split(' ') as [string, string]
  await dialog.getByLabel(label, { exact: true }).fill(day)
  await dialog.getByRole('textbox', { name: 'Giờ', exact: true }).nth(index).fill(time)
}
const isoFromNow = (minutes: number) =>
  new Date(Date.now() + (minutes + 7 * 60) * 60_000).toISOString().replace(/\.\d+Z$/, '+07:00')

test('a link is added and deleted, and an address that is neither https nor a path is refused', async ({ page }) => {
  const name = `Keno trực tiếp ${Date.now()}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-link-keno-truc-tuyen')
  await page.getByRole('button', { name: 'Thêm link' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tên').fill(name)
  await dialog.getByLabel('Đường dẫn').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await shownAt(dialog, 'Đường dẫn phải bắt đầu bằng https:// hoặc /')
  await dialog.getByLabel('Đường dẫn').fill('https://veso.example/truc-tiep')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(rowOf(page, name)).toContainText('veso.example/truc-tiep')
  expect(await faults(page)).toEqual([])

  await act(rowOf(page, name), 'Xóa')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('maintenance that overlaps another one shows the conflict and is saved only after confirmation', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const [before, content] = ['trước', 'sau'].map((word) => `Nâng cấp ${word} ${Date.now()}`) as [string, string]
  // So far ahead that there is no draw yet and no page announces it.
  const start = 60 * 24 * randomInt(60, 900)
  const first = { start_at: isoFromNow(start), end_at: isoFromNow(start + 30), content: before }
  expect((await post(request, 'cms/maintenance/add', first, token)).error.code).toBe(0)
  await signIn(page, 'admin', admin_password)
  await page.goto('/lich-bao-tri')
  await page.getByRole('button', { name: 'Thêm lịch bảo trì' }).first().click()
  const dialog = page.getByRole('dialog')
  await fillMoment(dialog, 'Từ giờ', start + 10, 0)
  await fillMoment(dialog, 'Đến giờ', start + 60, 1)
  await dialog.getByLabel('Nội dung').fill(content)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await shownAt(dialog, /^Lịch này trùng lịch/)
  expect(await faults(page)).toEqual([])
  await dialog.getByLabel(/Vẫn lưu dù/).click()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  for (const maintenance of [content, before]) {
    await expect(rowOf(page, maintenance)).toBeVisible()
    await act(rowOf(page, maintenance), 'Xóa')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click()
    await expect(rowOf(page, maintenance)).toHaveCount(0)
  }
})

test('pages count down to maintenance that begins within the hour', async ({ page }) => {
  // Mocked for this page alone, so that other stories of the run see no maintenance.
  const work = {
    maintenance_id: 1,
    start_at: isoFromNow(20),
    end_at: isoFromNow(40),
    categories: [],
    content: 'Thay máy chủ',
  }
  await page.route('**/cms/maintenance/upcoming*', (route) =>
    route.fulfill({ json: { error: { code: 0, message: 'Thành công' }, data: { items: [work] } } }),
  )
  await signIn(page, 'admin', admin_password)
  for (const url of ['/', '/danh-sach-ky', '/quan-ly-nhom-khach-hang']) {
    await page.goto(url)
    await expect(page.getByText(/Bảo trì mọi sản phẩm bắt đầu sau 19/)).toBeVisible()
    await expect(page.getByText('Thay máy chủ')).toBeVisible()
  }
})

test('a popup is previewed on a light and a dark phone while it is written, and overlapping popups name each other', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const first = `Thông báo trước ${Date.now()}`
  const span = { start_at: isoFromNow(60 * 24 * 40), end_at: isoFromNow(60 * 24 * 41) }
  const input = { title: first, content: '<p>Chào</p>', places: ['keno'], ...span }
  expect((await post(request, 'cms/home_popup/add', input, token)).error.code).toBe(0)
  const title = `Thông báo sau ${Date.now()}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-thong-bao-webview')
  await page.getByRole('button', { name: 'Thêm thông báo' }).first().click()
  const dialog = page.getByRole('dialog')
  const phone = dialog.getByRole('group', { name: 'Như khách thấy' }).last()
  await dialog.getByLabel('Tiêu đề').fill(title)
  await dialog.getByRole('textbox', { name: 'Nội dung' }).click()
  await page.keyboard.type('Quay thứ tư lúc 18:00')
  await dialog.getByLabel('Chữ trên nút').fill('Chọn số ngay')
  await expect(phone).toContainText(title)
  await expect(phone).toContainText('Quay thứ tư lúc 18:00')
  await expect(phone).toContainText('Chọn số ngay')
  await dialog.getByText('Máy nền tối').click()
  await expect(phone).toHaveCSS('color-scheme', 'dark')
  await dialog.getByLabel('Hiện ở').fill('Keno')
  await page.getByRole('option', { name: 'Keno' }).click()
  await fillMoment(dialog, 'Hiệu lực từ', 60 * 24 * 40 + 60, 0)
  await fillMoment(dialog, 'Hiệu lực đến', 60 * 24 * 42, 1)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  // Each of the two names the other one, which it overlaps.
  await expect(rowOf(page, title).filter({ hasText: first })).toHaveCount(2)
  expect(await faults(page)).toEqual([])
  for (const remaining of [1, 0]) {
    const rows = page.getByRole('row').filter({ hasText: /Thông báo (trước|sau) \d+/ })
    await act(rows.first(), 'Xóa')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click()
    await expect(rows).toHaveCount(remaining)
  }
})

test('a post is saved with a picture, the main point of the picture, and a table in its text', async ({ page }) => {
  const title = `Quán quen ${Date.now()}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/danh-sach-bai-viet')
  await page.getByRole('button', { name: 'Thêm bài viết' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tiêu đề').fill(title)
  await dialog
    .getByRole('button', { name: 'Ảnh', exact: true })
    .first()
    .setInputFiles(await png())
  await dialog.getByLabel('Chữ thay ảnh').fill('Quầy vé trước quán phở')
  const point = dialog.getByRole('group', { name: 'Điểm chính của ảnh' })
  const saved = page.waitForResponse((response) => response.url().includes('cms/file/focus'))
  await point.getByLabel('Trái – phải').press('Home')
  expect((await saved).ok()).toBe(true)
  const editor = dialog.getByRole('textbox', { name: 'Nội dung' })
  await editor.click()
  await page.keyboard.type('Giờ mở cửa')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Bảng', exact: true }).click()
  await page.keyboard.type('Ngày')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Giờ')
  await expect(editor.locator('th').nth(1)).toHaveText('Giờ')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Món')
  await dialog.getByRole('button', { name: 'Thêm dòng' }).click()
  await expect(editor.locator('tr')).toHaveCount(4)
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await rowOf(page, title).getByText(title).click()
  await expect(page.getByRole('region', { name: 'Chi tiết' })).toContainText('Giờ mở cửa')
  await page.keyboard.press('Escape')
  await act(rowOf(page, title), 'Sửa')
  await expect(editor.locator('th').first()).toHaveText('Ngày')
  await expect(point.getByLabel('Trái – phải')).toHaveValue('0')
  await dialog.getByRole('button', { name: 'Hủy' }).click()
  await act(rowOf(page, title), 'Xóa')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click()
  await expect(rowOf(page, title)).toHaveCount(0)
})

test('scripts in the text of a popup or config file do not run on the pages that show it', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const title = `Bẫy ${Date.now()}`
  const content = `<p onclick="window.__ran = 1">Chữ lành</p><img src=x onerror="window.__ran = 1"><svg onload="window.__ran = 1"></svg>
    <table><tr><td><a href="javascript:window.__ran = 1">ô bẫy</a></td></tr></table><script>window.__ran = 1</script>`
  const answers = [
    await post(request, 'cms/home_popup/add', { title, content, places: ['keno'], status: 0 }, token),
    await post(request, 'cms/config_file/add', { type: 'guide', title, content, status: 0 }, token),
  ]
  expect(answers.map(({ error }) => error.code)).toEqual([0, 0])
  const [{ home_popup_id }, { config_file_id }] = answers.map(({ data }) => data) as [
    { home_popup_id: number },
    { config_file_id: number },
  ]
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-thong-bao-webview')
  await act(rowOf(page, title), 'Sửa')
  await expect(page.getByRole('dialog').getByText('Chữ lành').first()).toBeVisible()
  await page.goto(`/dieu-khoan-huong-dan-choi/update/${config_file_id}`)
  await expect(page.getByText('ô bẫy').first()).toBeVisible()
  await page.getByText('So hai bản', { exact: true }).click()
  await page.getByRole('button', { name: 'Xem trước' }).click()
  await expect(page.getByRole('dialog')).toContainText('Chữ lành')
  const odd = 'main [onclick], main [onerror], main [onload], main script, [role=dialog] script, a[href^="javascript"]'
  await expect(page.locator(odd)).toHaveCount(0)
  expect(await page.evaluate('window.__ran')).toBeUndefined()
  await post(request, 'cms/home_popup/delete', { home_popup_id }, token)
  await post(request, 'cms/config_file/delete', { config_file_id }, token)
})
