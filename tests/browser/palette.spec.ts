// The palette of Ctrl+K and the other shortcuts: screens and records that one may see are opened by keyboard.
import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn, typeSignIn } from './people.ts'
import { auditScript, editorScript, holdScript, resultsScript } from './scripts.ts'
import { quickActs } from '../../src/services.ts'

const password = 'Mận-hồng-2026'
const palette = (page: Page) => page.getByRole('dialog', { name: 'Tìm nhanh' })
const field = (page: Page) => palette(page).getByRole('combobox')
const finds = (page: Page) => palette(page).getByRole('option')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openPalette(page: Page) {
  await expect(
    page
      .getByRole('button', { name: /mở ngăn tài khoản/ })
      .or(page.getByRole('dialog'))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** Someone with a phone number that nobody else has. */
async function withPhone(request: APIRequestContext) {
  const digits = String(randomInt(1e8)).padStart(8, '0')
  const person = { user_name: `sdt_${digits}`, full_name: 'Đoàn Thị Ngọc Sương', phone_int: `09${digits}` }
  const answer = await post(
    request,
    'cms/account/add',
    { ...person, password: first_password },
    await adminToken(request),
  )
  expect(answer.error.code).toBe(0)
  return { ...person, written: `09${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5)}` }
}

test('a screen is opened from the palette by keyboard and is then offered as recently opened', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await expect(heading(page, 'Xin chào')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('nhat ky thao tac')
  await expect(finds(page)).toHaveText([/Nhật ký thao tác.*Hệ thống/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/nhat-ky$/)
  await expect(palette(page)).toBeHidden()
  await expect(heading(page, 'Nhật ký thao tác')).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('he thong')
  await expect(finds(page).first()).toHaveAttribute('data-highlighted')
  const second = await finds(page).nth(1).getByText(/\S/).first().innerText()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(heading(page, second)).toBeFocused()
  await openPalette(page)
  await expect(palette(page).getByRole('group', { name: 'Mở gần đây' }).getByRole('option')).toHaveText([
    /Nhật ký thao tác/,
    /Trang chủ/,
  ])
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.getByRole('button', { name: 'Tìm nhanh' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
})

test('an account is found by its phone number, which never appears in the URL', async ({ page, request }) => {
  const { full_name, phone_int, written } = await withPhone(request)
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await openPalette(page)
  await page.keyboard.type(written)
  await expect(finds(page)).toHaveText([new RegExp(full_name)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tai-khoan\?user_id=\d+$/)
  await expect(page.getByRole('dialog', { name: full_name })).toBeVisible()

  // The palette also opens above an open record, and Escape closes only the palette.
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: full_name })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type(phone_int)
  // Enter does not wait for the answer; the answer is opened when it comes.
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('dialog', { name: full_name })).toBeVisible()
  expect(addresses.filter((address) => address.includes(phone_int.slice(1)))).toEqual([])
})

test('the entry below five results of the palette opens the list with the same keyword', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('van')
  const accounts = palette(page).getByRole('group', { name: 'Tài khoản', exact: true }).getByRole('option')
  await expect(accounts).toHaveCount(6)
  await accounts.last().click()
  await expect(page).toHaveURL(/\/tai-khoan\?keyword=van$/)
})

test('a person without the right to a page finds neither the page nor its records in the palette', async ({
  page,
  request,
}) => {
  const { written } = await withPhone(request)
  const viewer = await newPerson(request, { password, group: 'Duyệt chi' })
  await signIn(page, viewer.user_name, password)
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('nhom nguoi dung')
  await expect(palette(page).getByText('Không tìm thấy trang, việc hay bản ghi nào.')).toBeVisible()
  await field(page).fill(written)
  await expect(palette(page).getByText('Không tìm thấy trang, việc hay bản ghi nào.')).toBeVisible()
  await field(page).fill('nhat ky')
  await expect(finds(page)).toHaveCount(1)
})

test('previous results stay while new ones are loading, and Enter opens the new one once it is loaded', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  let hold: Promise<void> | null = null
  await page.route('**/cms/search/find?*', async (route) => {
    await hold
    await route.continue()
  })
  await openPalette(page)
  await page.keyboard.type('doi soat doanh so')
  await expect(finds(page)).toHaveText([/Kế toán/])
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  await field(page).fill('kiem soat')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1)
  await expect(finds(page)).toHaveText([/Kế toán/])
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeVisible()
  release()
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('region', { name: 'Kiểm soát nội bộ' })).toBeVisible()
})

test('Enter that ends the composition of an input method opens nothing', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('nhat ky thao tac')
  await expect(finds(page)).toHaveCount(1)
  await field(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229, bubbles: true })
  await expect(palette(page)).toBeVisible()
  await expect(page).not.toHaveURL(/nhat-ky/)
})

test('a slow page does not take the focus from the palette that was opened meanwhile', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await expect(heading(page, 'Xin chào')).toBeVisible()
  const letGo = await holdScript(page, auditScript())
  await openPalette(page)
  await page.keyboard.type('nhat ky')
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await openPalette(page)
  letGo()
  await expect(page.locator('main h1')).toHaveText('Nhật ký thao tác')
  await page.keyboard.type('tai khoan')
  await expect(field(page)).toHaveValue('tai khoan')
})

for (const meanwhile of ['Control+k', 'Escape']) {
  test(`a quick action whose page is still loading opens no editor after ${meanwhile}`, async ({ page }) => {
    await signIn(page, 'admin', admin_password)
    await page.goto('/')
    await expect(heading(page, 'Xin chào')).toBeVisible()
    const letGo = await holdScript(page, resultsScript())
    await openPalette(page)
    await page.keyboard.type('Nhập kết quả')
    await palette(page).getByRole('group', { name: 'Việc' }).getByRole('option', { name: 'Nhập kết quả' }).click()
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press(meanwhile)
    if (meanwhile === 'Control+k') await expect(field(page)).toBeFocused()
    letGo()
    await expect(page.locator('main h1')).toHaveText('Danh sách kết quả')
    await expect(page.locator('main [aria-keyshortcuts="N"]')).toBeVisible()
    if (meanwhile === 'Escape') await openPalette(page)
    await page.keyboard.type('them banner')
    await expect(field(page)).toHaveValue('them banner')
    await expect(page.locator('[role=dialog]')).toHaveCount(1)
  })
}

test('an editor whose script comes late waits for the palette that was opened meanwhile', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-banner')
  const letGo = await holdScript(page, editorScript())
  await expect(page.locator('main [aria-keyshortcuts="N"]')).toBeVisible()
  // Of the keys before the handler of shortcuts is loaded only the last one counts.
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('n')
  await openPalette(page)
  await page.keyboard.type('nhat ky')
  const came = page.waitForResponse(editorScript())
  letGo()
  await came
  await page.keyboard.type(' thao tac')
  await expect(finds(page)).toHaveText([/Nhật ký thao tác/])
  await expect(field(page)).toHaveValue('nhat ky thao tac')
  await page.keyboard.press('Escape')
  const editor = page.getByRole('dialog', { name: 'Thêm banner' })
  await expect(editor).toBeVisible()
  await expect(editor.locator(':focus')).toHaveCount(1)
})

test('single-key shortcuts work outside of text fields, and can be switched off and on', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan')
  await expect(heading(page, 'Tài khoản')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Từ khóa')).toBeFocused()
  await page.keyboard.type('n/r?')
  await expect(page.getByLabel('Từ khóa')).toHaveValue('n/r?')
  await page.keyboard.press('Escape')
  await heading(page, 'Tài khoản').click()

  const reload = page.waitForRequest(/cms\/account\/get_list/)
  await page.keyboard.press('r')
  await reload
  await page.keyboard.press('n')
  const editor = page.getByRole('dialog', { name: 'Thêm tài khoản' })
  await editor.getByLabel('Họ và tên').fill('Người chưa đủ thông tin')
  await page.keyboard.press('Control+s')
  await expect(editor.getByText('Không được để trống').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ thay đổi' }).click()
  // A dialog is hidden behind a question, and still handles keys until it has faded out.
  await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toHaveCount(0)

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Phím tắt' })
  await expect(shortcuts.getByText('Thêm mới ở trang đang mở')).toBeVisible()
  await shortcuts.getByRole('switch', { name: /Dùng phím tắt một phím/ }).uncheck()
  await expect(shortcuts.getByText('Thêm mới ở trang đang mở')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()
  await page.getByRole('button', { name: 'Phím tắt' }).click()
  await shortcuts.getByRole('switch', { name: /Dùng phím tắt một phím/ }).check()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await page.keyboard.press('?')
  await expect(shortcuts).toBeVisible()
})

test('quick actions of the palette open their editor, but not without the right; the theme is switched', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await signIn(page, 'admin', admin_password)
  await page.goto('/')
  await expect(heading(page, 'Xin chào')).toBeVisible()
  for (const { page: target, call } of quickActs) {
    await openPalette(page)
    await field(page).fill(call.title)
    await palette(page).getByRole('group', { name: 'Việc' }).getByRole('option', { name: call.title }).first().click()
    await expect(page).toHaveURL(new RegExp(target.url))
    // A group is edited beside the list of groups.
    const editor = target.url === '/nhom-nguoi-dung' ? page.getByLabel('Tên nhóm') : page.getByRole('dialog')
    await expect(editor, call.title).toBeVisible()
    // The next one starts here: loading the home page each time would take most of the story.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), call.title).toHaveCount(0)
  }
  await openPalette(page)
  await page.keyboard.type('sang/toi')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const viewer = await newPerson(request, { password, group: 'Duyệt chi' })
  await signIn(page, viewer.user_name, password)
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type('thêm pos')
  await expect(palette(page).getByText('Không tìm thấy trang, việc hay bản ghi nào.')).toBeVisible()
})

test('a recently opened record is offered in the palette until the session ends', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan?keyword=quantri')
  await page.locator('tbody tr:not([aria-hidden])').first().click()
  const name = 'Nguyễn Thị Hằng'
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Đóng' }).click()
  await openPalette(page)
  const opened = palette(page).getByRole('group', { name: 'Bản ghi vừa xem' }).getByRole('option')
  await expect(opened).toHaveText([new RegExp(name)])
  await opened.click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()

  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Đóng' }).click()
  await page.getByRole('button', { name: /mở ngăn tài khoản/ }).click()
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(page).toHaveURL(/\/login/)
  // Signed in again on the same page: a new load would forget everything anyway.
  await typeSignIn(page, 'admin', admin_password)
  await expect(heading(page, 'Xin chào')).toBeVisible()
  await openPalette(page)
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Bản ghi vừa xem' })).toHaveCount(0)
})

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
] as const) {
  test(`no accessibility fault on the palette and the shortcuts, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'admin', admin_password)
    await page.goto('/')
    await expect(heading(page, 'Xin chào')).toBeVisible()
    await openPalette(page)
    expect(await faults(page)).toEqual([])
    await field(page).fill('nguyen')
    await expect(palette(page).getByRole('group', { name: 'Tài khoản', exact: true })).toBeVisible()
    expect(await faults(page)).toEqual([])
    await field(page).fill('không có gì như vậy')
    await expect(palette(page).getByText('Không tìm thấy')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Phím tắt' })).toBeVisible()
    expect(await faults(page)).toEqual([])
  })
}
