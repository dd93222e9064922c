// Points of sale: adding one with its details, what a partner's operator sees, import from a file, and groups.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { confirmWith, errorAt, password, phone } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, sample_password, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'

const freshMark = () => randomBytes(3).toString('hex').toUpperCase()

/** Errors that the browser logged to its console. */
function consoleErrors(page: Page): string[] {
  const messages: string[] = []
  page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
  return messages
}

/** By keyboard: opens the list, narrows it by typing without accents, and chooses the first option. */
async function choose(scope: Locator, label: string, text: string, option_text: string) {
  const field = scope.getByLabel(label, { exact: true })
  const first = scope.page().getByRole('listbox').getByRole('option').first()
  await expect(field).toBeEnabled()
  await field.press('ArrowDown')
  await expect(first).toBeVisible()
  await field.fill(text)
  await expect(first).toContainText(option_text)
  await field.press('Enter')
  await expect(field).toHaveValue(option_text)
}

async function openPos(
  request: APIRequestContext,
  overrides: object = {},
): Promise<{ pos_id: number; pos_name: string }> {
  const mark = freshMark()
  const pos_name = `Quầy vé số Hương Sen ${mark}`
  const place = { address: '8 Hai Bà Trưng', province_id: 79, district_id: 760 }
  const draft = { pos_code: `TS${mark}`, pos_name, ...place, ...overrides }
  const { error, data } = await post(request, 'cms/pos/add', draft, await adminToken(request))
  expect(error).toMatchObject({ code: 0 })
  return { pos_id: (data as { pos_id: number }).pos_id, pos_name }
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const save = (form: Locator) => form.getByRole('button', { name: 'Lưu', exact: true }).click()

test('a point of sale is added with its place, bank accounts, a device and a sale account', async ({
  page,
  request,
}) => {
  // Goes the whole way and checks the accessibility of each dialog.
  test.slow()
  const errors = consoleErrors(page)
  const existing = await openPos(request)
  const mark = freshMark()
  const name = `Quầy vé số Thanh Trà ${mark}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-pos')
  await expect(page.locator('tbody tr').first()).toBeVisible()

  await page.getByRole('button', { name: 'Thêm POS' }).click()
  const form = dialog(page, 'Thêm POS')
  await expect(form.getByText('Chưa cấu hình bản đồ.')).toBeVisible()
  await form.getByLabel('Mã POS').fill(`QT${mark}`)
  await form.getByLabel('Tên POS').fill(existing.pos_name)
  await choose(form, 'Đại lý', 'dai ly truong phat', 'Đại lý Trường Phát')
  await form.getByLabel('Địa chỉ').fill('268 Lý Thường Kiệt')
  await expect(form.getByLabel('Quận/Huyện')).toHaveAccessibleDescription(/Chọn tỉnh\/thành phố trước/)
  await choose(form, 'Tỉnh/Thành phố', 'ho chi minh', 'Hồ Chí Minh')
  await choose(form, 'Quận/Huyện', 'quan 10', 'Quận 10')
  await form.getByLabel('Vị trí (vĩ độ, kinh độ)').fill('48.85, 2.35')
  await form.getByLabel('Hạn mức bán mỗi ngày').fill('25000000')
  await expect(form.getByText('Hai mươi lăm triệu đồng')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await save(form)
  expect(await errorAt(form, 'Vị trí (vĩ độ, kinh độ)')).toContain('trong lãnh thổ Việt Nam')
  await form.getByLabel('Vị trí (vĩ độ, kinh độ)').fill('10.762622, 106.660172')
  await save(form)
  await expect(form.getByText('Tên điểm bán đã tồn tại.')).toBeVisible()
  expect(await errorAt(form, 'Tên POS')).toBe('Tên điểm bán đã tồn tại.')
  await form.getByLabel('Tên POS').fill(name)
  await save(form)
  await expect(page.getByText('Đã thêm POS.')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Quận 10, Hồ Chí Minh')
  await expect(row).toContainText('Đại lý Trường Phát')
  await row.click()
  const detail = dialog(page, name)
  await expect(detail.getByRole('link', { name: /^10\.762622, 106\.660172/ })).toHaveAttribute(
    'href',
    /query=10\.762622%2C106\.660172$/,
  )
  expect(await faults(page)).toEqual([])
  await addBank(page, detail)
  await addDevice(page, detail)
  await addSeller(page, detail)
  await page.keyboard.press('Escape')
  const devices = page.getByRole('columnheader', { name: 'Số thiết bị' })
  const column = await devices.evaluate((head: { cellIndex: number }) => head.cellIndex)
  await expect(row.getByRole('cell').nth(column)).toHaveText('1')
  expect(errors).toEqual([])
})

async function addBank(page: Page, detail: Locator) {
  const form = dialog(page, 'Thêm tài khoản ngân hàng')
  const fillIn = async () => {
    await detail.getByRole('button', { name: 'Thêm tài khoản ngân hàng' }).click()
    await form.getByLabel('Loại tài khoản').selectOption('Nhận doanh thu')
    await choose(form, 'Ngân hàng', 'vietcom', 'Vietcombank')
    await form.getByLabel('Số tài khoản').fill('0071 0009 8765 4')
    await form.getByLabel('Chủ tài khoản').fill('NGUYEN THI THANH TRA')
    await save(form)
  }
  await fillIn()
  await expect(detail.getByText('1 tài khoản ngân hàng')).toBeVisible()
  await fillIn()
  await expect(form.getByText('Loại tài khoản ngân hàng đã tồn tại.')).toBeVisible()
  expect(await errorAt(form, 'Loại tài khoản')).toBe('Loại tài khoản ngân hàng đã tồn tại.')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/0071 ?0009 ?8765 ?4/)
  await form.getByLabel('Loại tài khoản').selectOption('Nhận hoa hồng')
  await save(form)
  await expect(detail.getByText('2 tài khoản ngân hàng')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await detail.getByRole('button', { name: 'Mã VietQR' }).first().click()
  await expect(page.getByRole('img', { name: 'Mã VietQR của 0071000987654, Vietcombank' })).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
}

async function addDevice(page: Page, detail: Locator) {
  await detail.getByRole('button', { name: 'Thêm thiết bị' }).click()
  const form = dialog(page, 'Thêm thiết bị')
  // The sample's first point of sale has it.
  await form.getByLabel('Mã thiết bị').fill('P20004821001')
  await form.getByLabel('Tên thiết bị').fill('Máy bán vé quầy 1')
  await form.getByLabel('Loại thiết bị').selectOption('Máy bán vé')
  await save(form)
  await expect(form.getByText('Thiết bị đã tồn tại.')).toBeVisible()
  expect(await errorAt(form, 'Mã thiết bị')).toBe('Thiết bị đã tồn tại.')
  await form.getByLabel('Mã thiết bị').fill(`SN${freshMark()}`)
  await save(form)
  await expect(detail.getByText('1 thiết bị')).toBeVisible()
  expect(await faults(page)).toEqual([])
}

async function addSeller(page: Page, detail: Locator) {
  await detail.getByRole('button', { name: 'Thêm tài khoản POS' }).click()
  const form = dialog(page, 'Thêm tài khoản POS')
  const user_name = `ban_${freshMark().toLowerCase()}`
  await form.getByLabel('Tên đăng nhập').fill(user_name)
  await form.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await form.getByLabel('Họ và tên').fill('Nguyễn Thị Thanh Trà')
  await form.getByLabel('Vai trò').selectOption('Chủ điểm bán')
  await form.getByLabel('Số điện thoại').fill(phone())
  await save(form)
  await expect(detail.getByText('1 tài khoản POS')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await detail.getByRole('button', { name: 'Thêm tài khoản POS' }).click()
  await form.getByLabel('Tên đăng nhập').fill(user_name)
  await form.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await form.getByLabel('Họ và tên').fill('Trần Văn Trùng Tên')
  await form.getByLabel('Vai trò').selectOption('Nhân viên bán vé')
  await save(form)
  await expect(form.getByText('Tài khoản POS đã tồn tại.')).toBeVisible()
  expect(await errorAt(form, 'Tên đăng nhập')).toBe('Tài khoản POS đã tồn tại.')
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Bỏ thay đổi')

  await detail.getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('menuitem', { name: 'Xóa' }).click()
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Điểm bán đang có tài khoản sử dụng.')).toBeVisible()
}

test('a code that is in use is refused, and a partner whose limit is reached cannot be chosen', async ({
  page,
  request,
}) => {
  const mark = freshMark()
  const partner_info = { partner_code: `DT${mark}`, partner_name: `Đại lý Sông Tiền ${mark}`, pos_limit: 1 }
  const answer = await post(request, 'cms/partner/add', { partner_info }, await adminToken(request))
  expect(answer.error).toMatchObject({ code: 0 })
  const { partner_id } = answer.data as { partner_id: number }
  const full = await openPos(request, { partner_id, pos_code: `DAY${mark}` })
  const other = await openPos(request)
  await signIn(page, 'admin', admin_password)
  await page.goto(`/quan-ly-pos?pos_id=${other.pos_id}`)
  await dialog(page, other.pos_name).getByRole('button', { name: 'Sửa', exact: true }).click()
  const form = dialog(page, 'Sửa POS')
  await form.getByLabel('Mã POS').fill(`DAY${mark}`)
  await save(form)
  await expect(form.getByText('Mã POS đã tồn tại.')).toBeVisible()
  expect(await errorAt(form, 'Mã POS')).toBe('Mã POS đã tồn tại.')
  await form.getByLabel('Mã POS').fill(`CON${mark}`)
  // The option itself shows why it cannot be chosen.
  await form.getByLabel('Đại lý', { exact: true }).fill(`song tien ${mark.toLowerCase()}`)
  const option = page.getByRole('option', { name: partner_info.partner_name })
  await expect(option).toContainText('Đã đủ 1 điểm bán')
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Bỏ thay đổi')
  await expect(form).toBeHidden()
  await page.goto(`/quan-ly-pos?partner_id=${partner_id}`)
  await expect(page.getByLabel('Đại lý')).toHaveValue(partner_info.partner_name)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('tbody tr')).toContainText(full.pos_name)
})

test('an unsaved device of one point of sale is not restored at another one', async ({ page, request }) => {
  const [one, other] = [await openPos(request), await openPos(request)]
  const typed = 'Máy của quầy thứ nhất'
  const openDevices = async ({ pos_id, pos_name }: typeof one) => {
    await page.goto(`/quan-ly-pos?pos_id=${pos_id}`)
    await expect(dialog(page, pos_name).getByRole('region', { name: 'Thiết bị' })).toBeVisible()
  }
  const form = dialog(page, 'Thêm thiết bị')
  await signIn(page, 'admin', admin_password)
  await openDevices(one)
  await dialog(page, one.pos_name).getByRole('button', { name: 'Thêm thiết bị' }).click()
  await form.getByLabel('Tên thiết bị').fill(typed)
  page.once('dialog', (question) => void question.accept())
  await openDevices(other)
  await dialog(page, other.pos_name).getByRole('button', { name: 'Thêm thiết bị' }).click()
  await expect(form.getByLabel('Tên thiết bị')).toHaveValue('')
  // The unsaved form is restored at its own point of sale.
  await page.goto(`/quan-ly-pos?pos_id=${one.pos_id}`)
  await expect(form.getByLabel('Tên thiết bị')).toHaveValue(typed)
})

test("a partner's operator sees and adds points of sale of the own partner only", async ({ page, request }) => {
  const foreign = await openPos(request)
  await signIn(page, 'daily', sample_password)
  await page.goto('/quan-ly-pos')
  await expect(page.locator('tbody tr').first()).toContainText('Đại lý Trường Phát')
  const rows = await page.locator('tbody tr').allTextContents()
  expect(rows.filter((text) => !text.includes('Đại lý Trường Phát'))).toEqual([])
  await expect(page.getByLabel('Đại lý', { exact: true })).toHaveCount(0)
  await page.goto(`/quan-ly-pos?pos_id=${foreign.pos_id}`)
  await expect(page.getByRole('dialog')).toContainText('Điểm bán không tồn tại.')
  await page.goto('/quan-ly-pos')
  await page.getByRole('button', { name: 'Thêm POS' }).click()
  const form = dialog(page, 'Thêm POS')
  await expect(form.getByLabel('Nhóm', { exact: true })).toBeVisible()
  for (const of_head_office of ['Đại lý', 'Hạn mức bán mỗi ngày', 'Trạng thái'])
    await expect(form.getByLabel(of_head_office, { exact: true })).toHaveCount(0)
  const mark = freshMark()
  await form.getByLabel('Mã POS').fill(`TP${mark}`)
  await form.getByLabel('Tên POS').fill(`Quầy Trường Phát ${mark}`)
  await form.getByLabel('Địa chỉ').fill('5 Nguyễn Trãi')
  await choose(form, 'Tỉnh/Thành phố', 'can tho', 'Cần Thơ')
  await choose(form, 'Quận/Huyện', 'ninh kieu', 'Quận Ninh Kiều')
  await save(form)
  await expect(page.getByRole('row').filter({ hasText: `TP${mark}` })).toContainText('Đại lý Trường Phát')
})

test('points of sale are imported from a file; wrong rows come back with their reason and can be corrected', async ({
  page,
}) => {
  const mark = freshMark()
  const head = 'Mã POS;Tên POS;Địa chỉ;Tỉnh/Thành phố;Quận/Huyện;Mã đại lý;Nhóm;Người liên hệ;Số điện thoại'
  const line = (n: number, district: string) =>
    `NT${mark}${n};Quầy nhập tệp ${mark} số ${n};${n} Trần Hưng Đạo;Hồ Chí Minh;${district};DL001;Miền Bắc;Lê Văn Nhập;${phone()}`
  const csv = [head, line(1, 'Quận 1'), line(2, 'Quận 5'), line(3, 'Huyện Không Có'), line(1, 'Quận 3')].join('\n')
  await signIn(page, 'admin', admin_password)
  await page.goto(`/quan-ly-pos?keyword=NT${mark}`)
  await expect(page.getByText('Không có POS phù hợp')).toBeVisible()
  await page.getByRole('button', { name: 'Nhập từ tệp' }).click()
  const box = dialog(page, 'Nhập POS từ tệp')
  const file = { name: 'điểm bán.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await box.getByLabel('Tệp POS').setInputFiles(file)
  await expect(box.getByText('4 dòng POS: 2 mới, 2 lỗi.')).toBeVisible()
  await expect(box.getByRole('row', { name: /^4 Lỗi/ })).toContainText('Huyện Không Có')
  await expect(box.getByRole('textbox', { name: 'Quận/Huyện, dòng 4' })).toHaveValue('Huyện Không Có')
  expect(await faults(page)).toEqual([])
  await box.getByRole('button', { name: 'Nhập 2 dòng mới' }).click()
  await expect(box.getByText('2 dòng đã vào hệ thống, 2 dòng lỗi không gửi.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    box.getByRole('button', { name: 'Tải tệp lỗi (2 dòng)' }).click(),
  ])
  const rows: unknown[][] = []
  const blob = new Blob([await readFile(await download.path())])
  await readRows(blob, default_limits, (some) => rows.push(...some.map(({ cells }) => cells)))
  expect(rows.map((cells) => [cells[0], cells.at(-2)])).toEqual([
    ['Mã POS', 'Lỗi'],
    [`NT${mark}3`, expect.stringContaining('Huyện Không Có')],
    [`NT${mark}1`, 'Mã POS: Trùng với dòng 2'],
  ])

  // The same file again: two rows exist already, and one is corrected in its cell.
  await box.getByRole('button', { name: 'Chọn tệp khác' }).click()
  await box.getByLabel('Tệp POS').setInputFiles(file)
  await expect(box.getByText('4 dòng POS: 0 mới, 2 đã có, 2 lỗi.')).toBeVisible()
  await box.getByRole('button', { name: 'Vẫn nhập lại' }).click()
  await box.getByRole('textbox', { name: 'Quận/Huyện, dòng 4' }).fill('Quận 3')
  await page.keyboard.press('Enter')
  await expect(box.getByText('4 dòng POS: 1 mới, 2 đã có, 1 lỗi.')).toBeVisible()
  await box.getByRole('button', { name: 'Nhập 1 dòng mới' }).click()
  await expect(box.getByText('1 dòng đã vào hệ thống, 1 dòng lỗi không gửi, 2 dòng đã có từ trước.')).toBeVisible()
  await box.getByRole('button', { name: 'Đóng', exact: true }).last().click()
  await expect(page.locator('tbody tr')).toHaveCount(3)
  await expect(page.locator('tbody tr').first()).toContainText('Miền Bắc')
})

test('groups of points of sale are added, renamed and deleted, but not while they hold points of sale', async ({
  page,
}) => {
  const mark = freshMark()
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-pos')
  await page.getByRole('button', { name: 'Nhóm điểm bán' }).click()
  const groups = dialog(page, 'Nhóm điểm bán')
  const item = (name: string) => groups.getByRole('listitem').filter({ hasText: name })
  await expect(item('Miền Bắc').getByRole('button', { name: 'Xóa' })).toHaveAccessibleDescription(/đang có điểm bán/)
  expect(await faults(page)).toEqual([])
  await groups.getByRole('button', { name: 'Thêm nhóm' }).click()
  const form = dialog(page, 'Thêm nhóm điểm bán')
  await form.getByLabel('Tên nhóm').fill('Miền Bắc')
  await save(form)
  await expect(form.getByText('Nhóm điểm bán đã tồn tại.')).toBeVisible()
  await form.getByLabel('Tên nhóm').fill(`Chợ nổi ${mark}`)
  await save(form)
  await item(`Chợ nổi ${mark}`).getByRole('button', { name: 'Đổi tên' }).click()
  const rename = dialog(page, 'Sửa nhóm điểm bán')
  await rename.getByLabel('Tên nhóm').fill(`Bến sông ${mark}`)
  await save(rename)
  await item(`Bến sông ${mark}`).getByRole('button', { name: 'Xóa' }).click()
  await confirmWith(page, 'Xóa')
  await expect(item(`Bến sông ${mark}`)).toHaveCount(0)
})

test("a partner's operator reads the groups of points of sale, without buttons that change them", async ({ page }) => {
  await signIn(page, 'daily', sample_password)
  await page.goto('/quan-ly-pos')
  await page.getByRole('button', { name: 'Nhóm điểm bán' }).click()
  const groups = dialog(page, 'Nhóm điểm bán')
  await expect(groups.getByRole('listitem').filter({ hasText: 'Miền Bắc' })).toBeVisible()
  for (const change of ['Thêm nhóm', 'Đổi tên', 'Xóa'])
    await expect(groups.getByRole('button', { name: change })).toHaveCount(0)
  expect(await faults(page)).toEqual([])
})
