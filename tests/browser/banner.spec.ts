// Banners as an editor of content runs them: pictures on their way in, the list, the order on each payment source.
import type { Locator, Page } from '@playwright/test'
import { faults, sidewaysScroll } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'
import { imageFieldScript } from './scripts.ts'
import { addBanner, freshTitle, openOrder, picture, png, rowOf, shownAt, source } from './banners.ts'
import { act } from './rows.ts'

const password = 'Mận-hồng-2026'
/** Runs in the page: what a browser does when a file is pasted into an element or dropped on it. */
const handOver = `({ how, name, bytes }) => {
  const target = how === 'paste' ? document.activeElement : document.querySelector('[data-image-input]')
  const data = new DataTransfer()
  data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type: 'image/png' }))
  const options = { bubbles: true, cancelable: true }
  if (how === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
  else target.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
}`

async function openBanners(page: Page) {
  await page.goto('/cau-hinh-banner')
  await expect(page.getByRole('heading', { level: 1, name: 'Cấu hình banner' })).toBeVisible()
}

async function arrived(dialog: Locator) {
  await expect(dialog.getByRole('button', { name: 'Bỏ ảnh' })).toBeVisible()
}

test('a banner is added with a real picture, shown, changed and deleted', async ({ page }) => {
  const title = freshTitle()
  await signIn(page, 'admin', admin_password)
  await openBanners(page)
  await page.getByRole('button', { name: 'Thêm banner' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tiêu đề').fill(title)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog.getByLabel('Ảnh', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Ảnh', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  const given = await png('Tết Bính Ngọ.png')
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(given)
  await arrived(dialog)
  await shownAt(dialog, 'Tết Bính Ngọ.png')
  await shownAt(dialog, '600 × 240 px')
  await expect(dialog.getByLabel('Ảnh', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Chữ thay ảnh').fill('Mai vàng trên nền đỏ')
  await dialog.getByLabel('Vị trí').selectOption('Trang kết quả')
  await dialog.getByLabel('Đường dẫn').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await shownAt(dialog, 'Đường dẫn phải bắt đầu bằng https:// hoặc /')
  await dialog.getByLabel('Đường dẫn').fill('https://veso.example/tet')
  // Days the wrong way round are put right.
  await dialog.getByLabel('Hiệu lực từ').fill('09/02/2020')
  await dialog.getByLabel('Hiệu lực đến').fill('05/02/2020')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã thêm banner.')).toBeVisible()

  const row = rowOf(page, title)
  await expect(row).toContainText('05/02/2020 – 09/02/2020')
  await expect(row).toContainText('Hết hạn')
  await expect(row.getByRole('link', { name: /veso.example\/tet/ })).toHaveAttribute('rel', 'noreferrer')
  const shown = row.getByRole('img', { name: 'Ảnh' })
  // The small size where it is made by now, and the picture itself until then.
  const width = await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)
  expect([320, 600]).toContain(width)
  await expect(shown).toHaveAttribute('src', /^\/files\/banner\/tet-binh-ngo-[0-9a-f]{16}-w320\.webp$/)

  await act(row, 'Sửa')
  await dialog.getByLabel('Tiêu đề').fill(`${title} – đợt 2`)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã cập nhật banner.')).toBeVisible()
  await act(row, 'Lịch sử')
  await expect(dialog.getByText('Thêm banner', { exact: true })).toBeVisible()
  await expect(dialog.getByText(`${title} – đợt 2`).last()).toBeVisible()
  await page.keyboard.press('Escape')

  await act(row, 'Xóa')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Xóa banner “${title} – đợt 2”?`)
  await question.getByRole('button', { name: 'Xóa' }).click()
  await expect(page.getByText('Đã xóa banner.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a wrong field whose control is still on its way takes the focus when it comes, unless the person has gone on', async ({
  page,
}) => {
  const held: (() => void)[] = []
  await page.route(imageFieldScript(), async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await signIn(page, 'admin', admin_password)
  for (const goneOn of [true, false]) {
    await page.goto('/cau-hinh-banner')
    await page.getByRole('button', { name: 'Thêm banner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tiêu đề').fill(freshTitle())
    await dialog.getByLabel('Tiêu đề').press('Enter')
    await expect(dialog.getByText('Không được để trống').first()).toBeVisible()
    if (goneOn) await dialog.getByLabel('Đường dẫn').focus()
    await expect(dialog.getByLabel('Ảnh', { exact: true })).toHaveCount(0)
    await expect.poll(() => held).toHaveLength(1)
    held.pop()!()
    await expect(dialog.getByLabel('Ảnh', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByLabel(goneOn ? 'Đường dẫn' : 'Ảnh', { exact: true })).toBeFocused()
  }
})

test('one picture is for one banner: the second is refused at the field', async ({ page }) => {
  const given = await png()
  await signIn(page, 'admin', admin_password)
  await openBanners(page)
  const dialog = page.getByRole('dialog')
  for (const turn of [1, 2]) {
    await page.getByRole('button', { name: 'Thêm banner' }).click()
    await dialog.getByLabel('Tiêu đề').fill(freshTitle())
    await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(given)
    await arrived(dialog)
    await dialog.getByLabel('Chữ thay ảnh').fill('Mai vàng')
    await dialog.getByLabel('Vị trí').selectOption('Đầu trang chủ')
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    if (turn === 1) await expect(dialog).toBeHidden()
  }
  await shownAt(dialog, 'Tệp đã tồn tại.')
  await expect(dialog.getByLabel('Ảnh', { exact: true })).toBeFocused()
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(await png('khác.png'))
  await shownAt(dialog, 'khác.png')
  await arrived(dialog)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog).toBeHidden()
})

test('what is no picture, or too large, is refused before it is sent; what only claims to be one, by the server', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await openBanners(page)
  await page.getByRole('button', { name: 'Thêm banner' }).click()
  const dialog = page.getByRole('dialog')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('cms/file/upload'))))
  const give = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.getByLabel('Ảnh', { exact: true }).setInputFiles({ name, mimeType, buffer })
  await give('bang.pdf', 'application/pdf', Buffer.from('%PDF'))
  await shownAt(dialog, '“bang.pdf” không phải là ảnh thuộc loại nhận được')
  await give('to.png', 'image/png', Buffer.alloc(9 * 1024 * 1024))
  await shownAt(dialog, 'Ảnh nặng 9 MB, vượt quá 8 MB')
  expect(sent).toBe(0)
  await give('gia.png', 'image/png', Buffer.from('not a picture'))
  await shownAt(dialog, 'Tệp không phải là ảnh JPG, PNG, WebP, GIF hoặc AVIF đọc được')
  await expect(dialog.getByLabel('Ảnh', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toBe(1)
})

test('an upload whose answer is lost is tried again with the same transid; a picture comes by pasting and dropping too', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await openBanners(page)
  await page.getByRole('button', { name: 'Thêm banner' }).click()
  const dialog = page.getByRole('dialog')
  const transids: (string | undefined)[] = []
  await page.route('**/cms/file/upload', async (route) => {
    transids.push(/name="transid"\s+(\S+)/.exec(route.request().postData() ?? '')?.[1])
    const answer = await route.fetch()
    await (transids.length === 1 ? route.abort() : route.fulfill({ response: answer }))
  })
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(await png())
  await shownAt(dialog, 'Có lỗi xảy ra khi kết nối đến server')
  await dialog.getByRole('button', { name: 'Thử tải lại' }).click()
  await arrived(dialog)
  expect(transids[0]).toMatch(/^[\w-]{8,64}$/)
  expect(transids).toEqual([transids[0], transids[0]])
  await page.unroute('**/cms/file/upload')

  const give = async (how: 'paste' | 'drop', name: string) => {
    const bytes = (await picture()).toString('base64')
    await page.evaluate(`(${handOver})(${JSON.stringify({ how, name, bytes })})`)
    await shownAt(dialog, name)
    await arrived(dialog)
  }
  await dialog.getByLabel('Tiêu đề').focus()
  await give('paste', 'dán.png')
  await give('drop', 'thả.png')
  await dialog.getByRole('button', { name: 'Bỏ ảnh' }).click()
  await expect(dialog.getByRole('img', { name: 'Ảnh đã chọn' })).toHaveCount(0)
  await expect(dialog.getByLabel('Ảnh', { exact: true })).toBeFocused()
})

test('a picture on its way can be given up, and the old one stays', async ({ page, request }) => {
  const { title } = await addBanner(request)
  await signIn(page, 'admin', admin_password)
  await openBanners(page)
  await act(rowOf(page, title), 'Sửa')
  const dialog = page.getByRole('dialog')
  const preview = dialog.getByRole('img', { name: 'Ảnh đã chọn' })
  const before = await preview.getAttribute('src')
  await page.route('**/cms/file/upload', () => undefined)
  await dialog.getByLabel('Ảnh', { exact: true }).setInputFiles(await png())
  await expect(dialog.getByRole('progressbar', { name: 'Đang tải ảnh lên' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Hủy tải' }).click()
  await expect(preview).toHaveAttribute('src', before!)
})

test('who may only look sees banners, their order and their history, and no way to change them', async ({
  page,
  request,
}) => {
  const { title } = await addBanner(request)
  const viewer = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  await signIn(page, viewer.user_name, password)
  await openBanners(page)
  for (const name of ['Thêm banner', 'Sửa', 'Xóa']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await act(rowOf(page, title), 'Lịch sử')
  await expect(page.getByRole('dialog').getByText('Thêm banner', { exact: true })).toBeVisible()
  await openOrder(page, source)
  await expect(page.getByRole('button', { name: /^(Di chuyển|Lên|Xuống|Lưu)/ })).toHaveCount(0)
})

for (const [colorScheme, width, height] of [
  ['light', 1_440, 900],
  ['dark', 390, 844],
] as const) {
  test(`no accessibility fault in the dialogs of banners, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await signIn(page, 'admin', admin_password)
    await openBanners(page)
    await page.getByRole('button', { name: 'Thêm banner' }).click()
    await expect(page.getByLabel('Tiêu đề')).toBeFocused()
    expect(await faults(page)).toEqual([])
    await page
      .getByRole('dialog')
      .getByLabel('Ảnh', { exact: true })
      .setInputFiles(await png())
    await arrived(page.getByRole('dialog'))
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
    await openOrder(page, 1)
    await page
      .getByRole('button', { name: /^Di chuyển/ })
      .nth(1)
      .focus()
    await page.keyboard.press('Enter')
    expect(await faults(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })
}
