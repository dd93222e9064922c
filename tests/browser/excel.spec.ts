// Excel export and import: the whole filtered set as a spreadsheet, and a file that is previewed row by row before it is sent.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn, tokenOf } from './people.ts'

type Cell = string | number | boolean | null

async function cellsOf(download: Download): Promise<Cell[][]> {
  const rows: Cell[][] = []
  const bytes = await readFile(await download.path())
  await readRows(new Blob([bytes]), default_limits, (some) => rows.push(...some.map(({ cells }) => cells)))
  return rows
}

const exportButton = (page: Page) => page.getByRole('button', { name: 'Xuất file excel' })

async function exportList(page: Page): Promise<{ rows: Cell[][]; name: string }> {
  await exportButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Xuất file excel' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Xuất file', exact: true }).click(),
  ])
  return { rows: await cellsOf(download), name: download.suggestedFilename() }
}

/** The total that the pager shows, once the rows are loaded. */
async function totalShown(page: Page): Promise<number> {
  const text = await page.getByText(/\d+–\d+ \/ [\d.]+ tài khoản/).textContent()
  return Number(/([\d.]+) tài khoản/.exec(text!)![1]!.replaceAll('.', ''))
}

// Of these departments only the sample has people, so that other stories do not change the set meanwhile.
test('an export contains every row of the filtered list, in its order', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan?keyword=phong%20k&status=1&sort=user_name&page_size=10')
  const total = await totalShown(page)
  expect(total).toBeGreaterThan(10)
  await exportButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Xuất file excel' })
  await expect(dialog).toContainText(`${total.toLocaleString('vi-VN')} tài khoản`)
  await expect(dialog).toContainText('Các dòng khớp bộ lọc đang chọn')
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  const { rows, name } = await exportList(page)
  expect(name).toMatch(/^tai-khoan-\d{8}-\d{4}\.xlsx$/)
  expect(rows).toHaveLength(total + 1)
  expect(rows[0]!.slice(0, 3)).toEqual(['Tên đăng nhập', 'Họ và tên', 'Trạng thái'])
  const names = rows.slice(1).map(([user_name]) => String(user_name))
  expect(names.slice(0, 10)).toEqual(await page.locator('tbody tr td:nth-child(3)').allTextContents())
  expect(new Set(rows.slice(1).map((cells) => cells[2]))).toEqual(new Set(['Hoạt động']))
  await expect(page.getByText(`Đã xuất ${total.toLocaleString('vi-VN')} dòng.`)).toBeVisible()
})

test('cells that begin like a formula are exported as text, and phone numbers keep their leading zero', async ({
  page,
  request,
}) => {
  const user_name = `thu_${randomBytes(4).toString('hex')}`
  const phone = `09${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
  const draft = {
    user_name,
    password: first_password,
    full_name: '=HYPERLINK("https://x","y")',
    unit: '+84',
    phone_int: phone,
    list_group: [],
  }
  expect((await post(request, 'cms/account/add', draft, await adminToken(request))).error.code).toBe(0)
  await signIn(page, 'admin', admin_password)
  await page.goto(`/tai-khoan?keyword=${user_name}`)
  expect(await totalShown(page)).toBe(1)
  const { rows } = await exportList(page)
  const row = Object.fromEntries(rows[0]!.map((head, index) => [head, rows[1]![index]]))
  expect(row).toMatchObject({
    'Họ và tên': '=HYPERLINK("https://x","y")',
    'Đơn vị': '+84',
    'Số điện thoại': phone,
  })
  expect(row['Ngày tạo']).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/)
})

test('a file says of scopes, results and marks what the list shows', async ({ page, request }) => {
  const password = 'Bưởi-hồng-2026'
  const { user_id, user_name } = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  const token = await tokenOf(request, user_name, password)
  expect((await post(request, 'cms/account/delete', { user_id }, token)).error.code).toBe(169)
  await signIn(page, 'admin', admin_password)
  const recordsOf = async (address: string) => {
    await page.goto(address)
    const [heads, ...rows] = (await exportList(page)).rows
    return rows.map((cells) => Object.fromEntries(heads!.map((head, index) => [String(head), cells[index]])))
  }

  const [scope] = await recordsOf(`/phan-quyen-du-lieu?keyword=${user_name}`)
  expect(scope).toMatchObject({ 'Giới hạn dữ liệu': 'Không' })
  expect(scope).not.toHaveProperty('Phạm vi')

  const [refused] = await recordsOf(`/nhat-ky?user_name=${user_name}&refused=true`)
  expect(refused).toMatchObject({ 'Kết quả': 'Từ chối: Bạn không có quyền thực hiện thao tác này.' })

  const [refunded] = await recordsOf('/lich-su-hoan-huy')
  expect(refunded).toHaveProperty('Báo lỗi sau giờ quay')
  expect(refunded).not.toHaveProperty('Dấu hiệu')

  const results = await recordsOf('/danh-sach-ket-qua?keyword=bingo')
  const of_feed = results.find((row) => row['Người nhập'] === null)
  expect(of_feed).toMatchObject({ 'Cách nhập': 'Nguồn tự động' })
})

test('a running export is shown on other pages and can be cancelled; a list without rows cannot be exported', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan')
  await totalShown(page)
  let answer = () => {}
  const answers_released = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.context().route(/get_list\?.*page_size=300/, async (route) => {
    await answers_released
    await route.continue().catch(() => undefined)
  })
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  await exportButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Xuất file', exact: true }).click()
  const tray = page.getByRole('region', { name: 'Đang xuất file excel' })
  await expect(tray).toContainText('Đang xuất Tài khoản')
  const waiting = page.getByRole('button', { name: 'Xin chờ...' })
  await expect(waiting).toHaveAttribute('aria-disabled', 'true')
  // The page can be used meanwhile, and so can another one: the export goes on.
  await page.getByRole('button', { name: 'Trang 2', exact: true }).click()
  await expect(page).toHaveURL(/page_index=2/)
  await page.getByRole('link', { name: 'Nhật ký thao tác' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nhật ký thao tác' })).toBeVisible()
  await expect(exportButton(page)).toBeVisible()
  await page.goBack()
  await tray.getByRole('button', { name: 'Hủy xuất' }).click()
  await expect(tray).toHaveCount(0)
  await expect(page.getByText('Đã hủy xuất file excel.')).toBeVisible()
  await expect(exportButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  answer()
  await page.goto('/tai-khoan?keyword=khong-co-ai-ten-nay')
  await expect(page.getByText('Không có tài khoản phù hợp')).toBeVisible()
  await expect(exportButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(exportButton(page)).toHaveAccessibleDescription('Không có dòng nào để xuất.')
  expect(downloads).toHaveLength(0)
})

test('a refused export shows the reason with its transid and succeeds on retry', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan')
  await totalShown(page)
  let refusals = 1
  await page.context().route(/get_list\?.*page_size=300/, (route) =>
    refusals-- > 0
      ? route.fulfill({
          json: { error: { code: 169, message: 'Bạn không có quyền thực hiện thao tác này.' }, data: null },
        })
      : route.continue(),
  )
  await exportButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Xuất file', exact: true }).click()
  await expect(page.getByText('Không xuất được file excel. Bạn không có quyền thực hiện thao tác này.')).toBeVisible()
  await expect(page.getByText(/^Mã yêu cầu: /)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Thử lại' }).click(),
  ])
  expect((await cellsOf(download)).length).toBeGreaterThan(10)
})

const csv = [
  'Danh sách thẻ tháng 10;;',
  'ma THE;Ngày hết hạn thẻ;SERIAL;Ghi chú',
  '="000111";31/12/2026;A1;của tôi',
  '000112;31/02/2026;A2;',
  ';1-10-2026;A3;',
  '000114;1/10/26;A1;trùng',
].join('\r\n')

async function openSheets(page: Page) {
  await page.goto('/playground')
  await page.getByRole('tab', { name: 'Excel' }).click()
  return page.getByRole('region', { name: 'Nhập lô thẻ' })
}

test('an imported file is previewed row by row, its errors are downloaded as a file, and only valid rows are sent', async ({
  page,
}) => {
  const region = await openSheets(page)
  const file = { name: 'lô thẻ.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await region.getByLabel('Tệp thẻ').setInputFiles(file)
  await expect(region.getByText('4 dòng thẻ: 1 mới, 3 lỗi.')).toBeVisible()
  const table = region.getByRole('table')
  await expect(table.getByRole('row', { name: /^4 Lỗi/ })).toContainText('Ngày hết hạn thẻ: Ngày không hợp lệ')
  await expect(table.getByRole('row', { name: /^5 Lỗi/ })).toContainText('Điền “Mã thẻ”')
  await expect(table.getByRole('row', { name: /^6 Lỗi/ })).toContainText('Serial: Trùng với dòng 3')
  expect(await faults(page)).toEqual([])

  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    region.getByRole('button', { name: 'Tải tệp lỗi (3 dòng)' }).click(),
  ])
  expect(errors.suggestedFilename()).toMatch(/^lo-the-loi-\d{8}-\d{4}\.xlsx$/)
  expect(await cellsOf(errors)).toEqual([
    ['ma THE', 'Ngày hết hạn thẻ', 'SERIAL', 'Ghi chú', 'Lỗi', 'Cách sửa'],
    ['000112', '31/02/2026', 'A2', null, 'Ngày hết hạn thẻ: Ngày không hợp lệ', 'Nhập ngày dạng 31/12/2026'],
    [null, '1-10-2026', 'A3', null, 'Mã thẻ: Không được để trống', 'Điền “Mã thẻ”'],
    ['000114', '1/10/26', 'A1', 'trùng', 'Serial: Trùng với dòng 3', 'Xóa dòng này hoặc dòng 3'],
  ])

  await region.getByRole('button', { name: 'Nhập 1 dòng mới' }).click()
  await expect(region.getByText('1 dòng đã vào hệ thống, 3 dòng lỗi không gửi.')).toBeVisible()

  // The same file again is recognised, under another name too.
  await region.getByRole('button', { name: 'Chọn tệp khác' }).click()
  await region.getByLabel('Tệp thẻ').setInputFiles({ ...file, name: 'bản sao.csv' })
  await expect(region.getByText('Tệp này đã được nhập', { exact: true })).toBeVisible()
  const send = region.getByRole('button', { name: 'Nhập 1 dòng mới' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await region.getByRole('button', { name: 'Vẫn nhập lại' }).click()
  await expect(send).not.toHaveAttribute('aria-disabled', 'true')
})

test('columns with unknown heads are assigned by hand, and a file that is no spreadsheet is refused', async ({
  page,
}) => {
  const region = await openSheets(page)
  const choose = (name: string, text: string) =>
    region.getByLabel('Tệp thẻ').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('a.xlsx', '%PDF-1.7')
  await expect(region.getByText('Tệp này không phải bảng tính.')).toBeVisible()
  await choose('a.csv', 'Số;Mã thẻ;Hạn\nB1;77;31/12/2026\n')
  await expect(region.getByRole('button', { name: /^Nhập/ })).toHaveAccessibleDescription(
    'Chưa có cột “Serial”, “Ngày hết hạn thẻ”.',
  )
  await region.getByLabel('Serial').selectOption({ label: 'A: Số' })
  await region.getByLabel('Ngày hết hạn thẻ').selectOption({ label: 'C: Hạn' })
  await expect(region.getByText('1 dòng thẻ: 1 mới, 0 lỗi.')).toBeVisible()
})

test('the templates for card batches and merchant discounts are downloaded with the heads of the specification', async ({
  page,
}) => {
  await openSheets(page)
  const heads = async (region: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: region }).getByRole('button', { name: 'Tải tệp mẫu' }).click(),
    ])
    return { name: download.suggestedFilename(), rows: await cellsOf(download) }
  }
  expect(await heads('Nhập lô thẻ')).toEqual({
    name: 'mau-lo-the.xlsx',
    rows: [['Serial', 'Mã thẻ', 'Ngày hết hạn thẻ']],
  })
  expect(await heads('Nhập chiết khấu đại lý')).toEqual({
    name: 'mau-chiet-khau-dai-ly.xlsx',
    rows: [['Mã đại lý', 'Mã loại sản phẩm', 'Mệnh giá', 'Ngày áp dụng', 'Ngày hết hạn']],
  })
})
