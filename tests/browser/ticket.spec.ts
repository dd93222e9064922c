// The upload of a store's tickets from a file: checked, imported as a slip, approved, in stock.
import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { confirmWith, errorAt, password } from './accounts.ts'
import { openDraw, type Draw } from './draws.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, post, signIn, tokenOf } from './people.ts'

const heads = ['Dãy số', 'Ký hiệu', 'Số lượng', 'Giá bán']

async function workbook(rows: readonly Cell[][]) {
  const book = new WorkbookWriter(heads.map((head) => ({ head, format: 'text' as const })))
  await book.add(rows)
  const buffer = Buffer.from(await (await book.finish()).arrayBuffer())
  return { name: `ve-${randomUUID().slice(0, 8)}.xlsx`, mimeType: 'application/octet-stream', buffer }
}

/** Numbers that no other story uses. */
function goodRows(count: number): Cell[][] {
  const series = `T${randomInt(1_000_000)}`
  const first = randomInt(900_000)
  return Array.from({ length: count }, (_, index) => [String(first + index).padStart(6, '0'), series, '5', '10.000'])
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Tải vé từ tệp' })
const placeOf = ({ area_id, open_date }: Draw) => `/quan-ly-ve?area_id=${area_id}&open_date=${open_date}`

async function openUpload(page: Page, draw: Draw) {
  await page.goto(`${placeOf(draw)}&upload=1`)
  await expect(dialog(page).getByLabel('Đài', { exact: true })).toHaveValue(draw.area_name)
  return dialog(page)
}

test('tickets that are imported from Excel are in stock after a second person has approved them', async ({
  browser,
  page,
  request,
}) => {
  const { draw } = await openDraw(request, ({ partial_import }) => partial_import)
  const keeper = await newPerson(request, { password, group: 'Kho vé', base_id: draw.base_id })
  const good = goodRows(120)
  const bad: Cell[][] = [
    ['12345', 'AB', '5', '10.000'],
    ['12a456', 'AB', '5', '10.000'],
    [good[0]![0]!, good[0]![1]!, '9', '10.000'],
    ['654321', 'AB', '0', '10.000'],
  ]
  const file = await workbook([...good, ...bad])

  await signIn(page, keeper.user_name, keeper.password)
  const upload = await openUpload(page, draw)
  expect(await faults(page)).toEqual([])
  await upload.getByLabel('Tệp vé').setInputFiles(file)
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await expect(upload).toContainText('124 dòng: 120 mới, 0 đã có, 4 lỗi; tổng 600 vé, thành tiền 6.000.000 đ.')
  await expect(upload.getByRole('row').filter({ hasText: '12345' })).toContainText('mất số 0 ở đầu?')
  expect(await faults(page)).toEqual([])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    upload.getByRole('button', { name: 'Tải tệp lỗi (4 dòng)' }).click(),
  ])
  const rows: Cell[][] = []
  const bytes = await readFile(await download.path())
  await readRows(new Blob([bytes]), default_limits, (some) => rows.push(...some.map(({ cells }) => cells)))
  expect(rows[0]).toEqual([...heads, 'Lỗi', 'Cách sửa'])
  expect(rows.slice(1).map((cells) => cells.slice(0, 4))).toEqual(bad)
  expect(rows.slice(1).every(([, , , , error, fix]) => error && fix)).toBe(true)

  await upload.getByRole('button', { name: 'Nhập 120 dòng' }).click()
  await expect(upload).toContainText('Đã nhập 120 dòng vào phiếu')
  await expect(upload).toContainText('Vé có trong kho sau khi người khác duyệt phiếu.')
  const slip = upload.getByRole('link', { name: /^PN/ })
  const import_code = await slip.textContent()
  await expect(slip).toHaveAttribute('href', /ticket_import_id=\d+/)
  const ticket_import_id = Number(/ticket_import_id=(?:%22)?(\d+)/.exec((await slip.getAttribute('href'))!)![1])

  const token = await tokenOf(request, keeper.user_name, keeper.password)
  expect((await post(request, 'cms/ticket_import/approve', { ticket_import_id }, token)).error.code).toBe(169)
  const approver = await newPerson(request, { password, group: 'Duyệt vé' })
  const desk = await browser.newPage({ baseURL: process.env.BASE_URL, locale: 'vi-VN' })
  await signIn(desk, approver.user_name, approver.password)
  await desk.goto(`/ve-cho-duyet?ticket_import_id=${ticket_import_id}`)
  const waiting = desk.getByRole('dialog').filter({ hasText: import_code! })
  await expect(waiting).toContainText('6.000.000')
  await waiting.getByRole('button', { name: 'Duyệt', exact: true }).click()
  await confirmWith(desk, 'Duyệt')
  await expect(waiting).toContainText('Đã duyệt')
  await desk.close()

  await page.goto(`${placeOf(draw)}&keyword=${good[7]![0]}`)
  const row = page.getByRole('row').filter({ hasText: String(good[7]![1]) })
  await expect(row).toContainText(String(good[7]![0]))
  await row.click()
  const detail = page.getByRole('dialog', { name: `Vé ${good[7]![0]} ${good[7]![1]}` })
  await expect(detail).toContainText(import_code!)
  await expect(detail).toContainText('Đã duyệt')
})

test('a file that was imported before is recognised, and its upload can be opened again', async ({ page, request }) => {
  const { draw } = await openDraw(request, ({ partial_import }) => partial_import)
  const file = await workbook(goodRows(3))
  await signIn(page, 'admin', admin_password)
  const upload = await openUpload(page, draw)
  await upload.getByLabel('Tệp vé').setInputFiles(file)
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await upload.getByRole('button', { name: 'Nhập 3 dòng' }).click()
  const import_code = await upload.getByRole('link', { name: /^PN/ }).textContent()

  await upload.getByRole('button', { name: 'Tải tệp khác' }).click()
  await upload.getByLabel('Tệp vé').setInputFiles({ ...file, name: `lại-${file.name}` })
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await expect(upload).toContainText(`Tệp này đã nhập ở phiếu ${import_code}`)
  const take = upload.getByRole('button', { name: 'Nhập 0 dòng' })
  await expect(take).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(upload).toHaveCount(0)
  await page.getByRole('button', { name: 'Các lượt tải' }).click()
  await upload.getByRole('button', { name: `Mở ${file.name}` }).click()
  await expect(upload).toContainText('Đã nhập 3 dòng vào phiếu')
})

test('a store without partial imports refuses a file with an error in one row and says why', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request, ({ partial_import }) => !partial_import)
  await signIn(page, 'admin', admin_password)
  const upload = await openUpload(page, draw)
  await upload.getByLabel('Tệp vé').setInputFiles(await workbook([...goodRows(5), ['1', '', '', '']]))
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await expect(upload).toContainText('6 dòng: 5 mới, 0 đã có, 1 lỗi')
  const take = upload.getByRole('button', { name: 'Nhập 5 dòng' })
  await expect(take).toHaveAttribute('aria-disabled', 'true')
  await expect(take).toHaveAccessibleDescription(/kho này không nhận từng phần/)
  await upload.getByRole('button', { name: 'Hủy lượt tải' }).click()
  await confirmWith(page, 'Hủy lượt tải')
  await expect(upload).toContainText('Lượt tải đã hủy')
})

test('a large upload can be cancelled and then imports no tickets', async ({ page, request }) => {
  const { draw } = await openDraw(request, ({ partial_import }) => partial_import)
  const lines = Array.from({ length: 600_000 }, (_, index) => `${String(index).padStart(6, '0')};HUY;1;`)
  const buffer = Buffer.from([heads.join(';'), ...lines].join('\n'))
  await signIn(page, 'admin', admin_password)
  const upload = await openUpload(page, draw)
  await upload.getByLabel('Tệp vé').setInputFiles({ name: 'ca-ky.csv', mimeType: 'text/csv', buffer })
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await upload.getByRole('button', { name: 'Hủy lượt tải' }).click()
  await confirmWith(page, 'Hủy lượt tải')
  await expect(upload).toContainText('Lượt tải đã hủy, không có vé nào được nhập.')
  await page.goto(`${placeOf(draw)}&keyword=000001`)
  await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'HUY' })).toHaveCount(0)
})

test('sending a file can be cancelled, and a file of the wrong kind is refused at its field', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request, ({ partial_import }) => partial_import)
  await signIn(page, 'admin', admin_password)
  const upload = await openUpload(page, draw)
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await expect.poll(() => errorAt(upload, 'Tệp vé')).toBe('Chọn tệp vé')
  const picture = { name: 've.png', mimeType: 'image/png', buffer: Buffer.from('picture') }
  await upload.getByLabel('Tệp vé').setInputFiles(picture)
  await expect.poll(() => errorAt(upload, 'Tệp vé')).toBe('Chỉ nhận tệp Excel (.xlsx) hoặc CSV.')
  // A file whose bytes do not match its extension is refused by the server.
  const disguised = {
    ...picture,
    name: 've.xlsx',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  }
  await upload.getByLabel('Tệp vé').setInputFiles(disguised)
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await expect.poll(() => errorAt(upload, 'Tệp vé')).toMatch(/^Tệp /)

  await page.route('**/upload/xsdt/v1/upload?**', () => undefined)
  await upload.getByLabel('Tệp vé').setInputFiles(await workbook(goodRows(3)))
  await upload.getByRole('button', { name: 'Gửi và kiểm tra' }).click()
  await upload.getByRole('button', { name: 'Hủy gửi' }).click()
  await expect(upload.getByRole('button', { name: 'Gửi và kiểm tra' })).toBeVisible()
})
