// Form controls of the kit in the playground: rich text, fields that depend on another one, recent choices, drafts.
import type { Locator, Page } from '@playwright/test'
import { password } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

/** Violations of the Content Security Policy that the browser reported. */
function refusals(page: Page): string[] {
  const violations: string[] = []
  page.on('console', (message) => /Content Security Policy/i.test(message.text()) && violations.push(message.text()))
  return violations
}

async function openTab(page: Page, name: string) {
  await page.goto('/playground')
  await page.getByRole('tab', { name }).click()
}

/** Pastes HTML as another program would. */
const paste = `(element, html) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  clipboardData.setData('text/plain', 'thay thế')
  element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}`
const pasteInto = (target: Locator, html: string) =>
  target.evaluate(new Function(`return ${paste}`)() as (element: unknown, html: string) => void, html)

const hostile = `<p onclick="window.__ran = 1">Sạch <img src=x onerror="window.__ran = 1"><script>window.__ran = 1</script>
  <a href="javascript:window.__ran = 1">bẫy</a> <svg onload="window.__ran = 1"></svg>
  <span style="font-size:14pt;color:rgb(180, 35, 35);position:fixed">vừa</span></p>`

test('rich text is typed with size, colour and links, pasted HTML is cleaned, and nothing violates the CSP', async ({
  page,
}) => {
  const refused = refusals(page)
  await openTab(page, 'Ô nhập')
  const editor = page.getByRole('textbox', { name: 'Nội dung thể lệ' })
  const sheet = page.getByRole('heading', { name: 'Như người đọc thấy' }).locator('..').locator('..')
  await expect(editor).toContainText('Thể lệ quay số')
  await editor.press('Control+a')
  await editor.press('Delete')
  await page.keyboard.type('Điều kiện trả thưởng ')
  await page.getByLabel('Cỡ chữ').selectOption('24 px')
  await page.keyboard.type('đặc biệt')
  await page.getByLabel('Màu chữ').selectOption('Đỏ')
  await page.getByRole('button', { name: 'Đậm' }).click()
  await page.keyboard.type(' rất lớn')
  const large = sheet.getByText('rất lớn')
  await expect(large).toHaveCSS('font-size', '24px')
  await expect(large).toHaveCSS('color', 'rgb(180, 35, 35)')
  await expect(large).toHaveCSS('font-weight', '700')
  await expect(sheet.getByText('đặc biệt')).toHaveCSS('font-size', '24px')

  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Xóa định dạng' }).click()
  await page.getByRole('button', { name: 'Liên kết' }).click()
  await expect(page.getByLabel('Liên kết đến')).toBeFocused()
  await page.keyboard.type('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Đường dẫn phải bắt đầu bằng https:// hoặc /')).toBeVisible()
  await page.getByLabel('Liên kết đến').fill('https://veso.example/the-le')
  await page.keyboard.press('Enter')
  await expect(editor).toBeFocused()
  await expect(sheet.getByRole('link', { name: 'https://veso.example/the-le' })).toHaveAttribute('rel', /noopener/)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await pasteInto(editor, hostile)
  await expect(sheet.getByText('vừa')).toHaveCSS('font-size', '18px')
  await expect(sheet.getByText('vừa')).toHaveCSS('position', 'static')
  await expect(sheet).toContainText('Sạch')
  await expect(sheet.locator('img, script, svg, a')).toHaveCount(0)
  expect(await page.evaluate('window.__ran')).toBeUndefined()
  await page.keyboard.press('Control+z')
  await expect(sheet).not.toContainText('Sạch')
  expect(refused).toEqual([])
  expect(await faults(page)).toEqual([])
})

test('the toolbar of the editor is one Tab stop whose controls are reached by the arrow keys', async ({ page }) => {
  await openTab(page, 'Ô nhập')
  const editor = page.getByRole('textbox', { name: 'Nội dung thể lệ' })
  await editor.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Kiểu đoạn')).toBeFocused()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Đậm' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Xóa định dạng' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('Kiểu đoạn')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(editor).toBeFocused()
})

async function openForm(page: Page, button = 'Mở ngăn bên'): Promise<Locator> {
  await openTab(page, 'Bản ghi')
  await page.getByRole('button', { name: button }).click()
  const form = page.getByRole('dialog', { name: 'Thêm điểm bán' })
  await expect(form).toBeVisible()
  return form
}

test('the district is disabled until a province is chosen, and cleared when the province changes', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  const form = await openForm(page)
  const [province, district] = [form.getByLabel('Tỉnh/Thành phố'), form.getByLabel('Quận/Huyện')]
  await expect(district).toBeDisabled()
  await expect(form.getByText('Chọn tỉnh/thành phố trước')).toBeVisible()
  await province.fill('dong thap')
  await page.getByRole('option', { name: 'Đồng Tháp' }).click()
  await expect(district).toBeEnabled()
  await expect(form.getByText('Chọn tỉnh/thành phố trước')).toBeHidden()
  await district.fill('sa dec')
  await page.getByRole('option', { name: /Sa Đéc/ }).click()
  await expect(district).toHaveValue(/Sa Đéc/)
  await province.fill('an giang')
  await page.getByRole('option', { name: 'An Giang' }).click()
  await expect(district).toHaveValue('')
  await district.click()
  await expect(page.getByRole('option', { name: /Long Xuyên/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Sa Đéc/ })).toHaveCount(0)
})

test('the most recent choice is offered first in the next form of the same person only', async ({ page, request }) => {
  const options = page.getByRole('listbox').getByRole('option')
  const recent = page.getByRole('listbox').getByRole('group', { name: 'Chọn gần đây' })
  const reach = async () => {
    const field = (await openForm(page)).getByLabel('Tỉnh/Thành phố')
    await field.press('ArrowDown')
    await expect(options.first()).toBeVisible()
    return field
  }
  await signIn(page, 'admin', admin_password)
  const field = await reach()
  await expect(recent).toHaveCount(0)
  await field.fill('da nang')
  await expect(options).toHaveText(['Đà Nẵng'])
  await field.press('Enter')
  await expect(field).toHaveValue('Đà Nẵng')
  await reach()
  await expect(recent.getByRole('option')).toHaveText(['Đà Nẵng'])
  await expect(options.first()).toHaveText('Đà Nẵng')
  expect(await faults(page, '[role=listbox]')).toEqual([])

  const other = await newPerson(request, { password })
  await page.context().clearCookies()
  await signIn(page, other.user_name, password)
  await reach()
  await expect(recent).toHaveCount(0)
})

test('an unsaved form is restored after a reload, without its account number', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  let form = await openForm(page)
  await form.getByLabel('Tên điểm bán').fill('Điểm bán Ước Nguyện')
  await form.getByLabel('Số tài khoản').fill('0123 4567 89')
  await form.getByLabel('Giờ mở cửa').fill('7h30')
  await form.getByLabel('Ghi chú').click()
  await expect(form.getByLabel('Giờ mở cửa')).toHaveValue('07:30')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('4567')
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  form = await openForm(page, 'Mở hộp thoại')
  await expect(form.getByLabel('Tên điểm bán')).toHaveValue('Điểm bán Ước Nguyện')
  await expect(form.getByLabel('Giờ mở cửa')).toHaveValue('07:30')
  await expect(form.getByLabel('Số tài khoản')).toHaveValue('')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tiếp tục sửa' }).click()
  await form.getByLabel('Số điện thoại').fill('0912345678')
  await form.getByLabel('Số tài khoản').fill('0123.4567.89')
  await form.getByRole('textbox', { name: 'Hướng dẫn bán hàng' }).click()
  await page.keyboard.type('Chào khách')
  expect(await faults(page)).toEqual([])
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('0123456789', { exact: true })).toBeVisible()
  await expect(page.getByText('Chào khách').first()).toBeVisible()
})

test('a choice made with the keyboard leaves the focus in its field, in a dialog too', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  for (const button of ['Mở ngăn bên', 'Mở hộp thoại']) {
    const form = await openForm(page, button)
    const status = form.getByLabel('Trạng thái')
    await status.focus()
    await page.keyboard.press('ArrowDown')
    await expect(form.getByRole('option', { name: 'Chưa kích hoạt' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(status).toHaveValue('1')
    // A dialog that takes the focus for itself does so in the next frame.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    await expect(status).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    await expect(status).toBeFocused()
  }
})
