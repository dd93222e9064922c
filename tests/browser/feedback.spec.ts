// Feedback of the interface: result pages, messages, skeletons, and prefetching of pages.
import type { Locator, Page } from '@playwright/test'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { auditScript } from './scripts.ts'

// Entering and leaving messages are animated.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu chính' })
const auditLink = (page: Page) => menu(page).getByRole('link', { name: 'Nhật ký thao tác', exact: true })

async function openSystemMenu(page: Page) {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await expect(heading(page, /Xin chào/)).toBeVisible()
  await menu(page)
    .getByRole('button', { name: /^Hệ thống/ })
    .click()
}

async function openPlayground(page: Page) {
  await page.goto('/playground')
  await page.getByRole('tab', { name: 'Thông báo và hộp thoại' }).click()
}

test('a message of success or error is dismissed by a click on it or by its close button', async ({ page }) => {
  await openPlayground(page)
  const done = page.getByRole('status').filter({ hasText: 'Đã duyệt 47 phiếu' })
  const error_toast = page.getByRole('alert').filter({ hasText: 'Không thể kết nối máy chủ' })
  await expect(done).toBeVisible()
  await done.getByText('Đã duyệt 47 phiếu').click()
  await expect(done).toHaveCount(0)
  await error_toast.getByRole('button', { name: 'Đóng thông báo' }).focus()
  await page.keyboard.press('Enter')
  await expect(error_toast).toHaveCount(0)
  await page.getByRole('button', { name: 'Hiện lại thông báo' }).click()
  await error_toast.click({ position: { x: 8, y: 8 } })
  await expect(error_toast).toHaveCount(0)
  await expect(done).toBeVisible()
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`result pages show their heading and have no accessibility fault, ${colorScheme}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openPlayground(page)
    const titles = {
      'Thành công': 'Đã gửi yêu cầu mở tài khoản',
      'Cần chú ý': /^Đã nhập 4\.870 dòng/,
      Lỗi: 'Có lỗi xảy ra: 500',
      'Không tìm thấy': '404 Không tìm thấy trang này',
      'Không có quyền': 'Bạn không có quyền truy cập trang này',
    }
    for (const [kind, title] of Object.entries(titles)) {
      await page.getByLabel('Kết quả', { exact: true }).selectOption({ label: kind })
      await expect(heading(page, title)).toBeVisible()
      expect([kind, await faults(page)]).toEqual([kind, []])
    }
  })
}

test('messages do not cover an open record, the search or the account button', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan')
  // Rows that are still loading open nothing.
  await page.getByRole('main').locator('tbody tr:not([aria-hidden])').first().click()
  const record = page.getByRole('dialog')
  await expect(record.getByRole('heading').first()).toBeVisible()
  const leftOf = async (part: Locator) => (await part.boundingBox())!.x
  const messages = (await page.getByRole('region', { name: 'Thông báo', exact: true }).boundingBox())!
  const end = messages.x + messages.width
  // A message of one line lies within the top bar.
  expect(messages.y).toBeLessThan(6)
  expect(end).toBeLessThanOrEqual(await leftOf(page.getByRole('button', { name: /Tìm nhanh/ })))
  expect(end).toBeLessThanOrEqual(await leftOf(page.getByRole('button', { name: /mở ngăn tài khoản/ })))
  expect(end).toBeLessThanOrEqual(await leftOf(record))
})

/** Runs in the page: the second press comes a frame after the first, while the question that the first one closed still fades. */
const escape_twice = `(async () => {
  for (const _ of [1, 2]) {
    const press = { key: 'Escape', bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', press))
    await new Promise(requestAnimationFrame)
  }
})()`

test('Escape reaches a dialog while the question above it is still fading out', async ({ page }) => {
  await openPlayground(page)
  await page.getByRole('button', { name: 'Cập nhật điểm bán' }).click()
  const form = page.getByRole('dialog', { name: 'Cập nhật điểm bán' })
  await form.getByLabel('Tên điểm bán').fill('Điểm bán mới')
  const question = page.getByRole('alertdialog', { name: 'Bỏ các thay đổi chưa lưu?' })
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Tiếp tục sửa' })).toBeFocused()
  // Closes the question and presses again before it has faded out: it opens anew.
  await page.evaluate(escape_twice)
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click()
  await expect(form).toBeHidden()
})

for (const [name, connection, ahead] of [
  ['over 4g', { effectiveType: '4g', saveData: false }, true],
  ['over 2g', { effectiveType: '2g', saveData: false }, false],
  ['with the data saver on', { effectiveType: '4g', saveData: true }, false],
] as const) {
  test(`${name}, a page is ${ahead ? '' : 'not '}prefetched when the pointer is over its link`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value, configurable: true })
    }, connection)
    const fetched: string[] = []
    const script = auditScript()
    page.on('request', (request) => script.test(request.url()) && fetched.push(request.url()))
    await openSystemMenu(page)
    await auditLink(page).hover()
    if (ahead) await expect.poll(() => fetched.length).toBe(1)
    else {
      await page.waitForTimeout(500)
      expect(fetched).toEqual([])
    }
    await auditLink(page).click()
    await expect(heading(page, 'Nhật ký thao tác')).toBeVisible()
    expect(fetched).toHaveLength(1)
  })
}

/** Runs in the page: for how long a skeleton is visible before the page is shown. */
const milliseconds_in_sight = `new Promise((resolve) => {
  let since
  const look = (now) => {
    const bones = document.querySelector('main [aria-label="Đang tải"]')
    if (bones && getComputedStyle(bones).opacity > 0) since ??= now
    if (document.querySelector('h1')?.textContent === 'Nhật ký thao tác') resolve(now - since)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`

test('a slow page shows a skeleton for at least 180 ms', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  })
  await openSystemMenu(page)
  // The page's script arrives when the skeleton has been visible for a tenth of a second.
  await page.route(auditScript(), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const visible_ms = page.evaluate<number>(milliseconds_in_sight)
  await auditLink(page).click()
  expect(await visible_ms).toBeGreaterThan(180)
})
