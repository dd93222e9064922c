// The list of orders: faults that one person reports and another one refunds, export, search, filters and bulk reports.
import type { Page } from '@playwright/test'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { rasterizeSvg } from '#server/files/picture.ts'
import { openAsBlob } from 'node:fs'
import { password } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { act } from './rows.ts'
import { openBrowserPos, type BrowserPos } from './sales.ts'
import { newPerson, post, signIn, signInByForm, tokenOf } from './people.ts'

test.describe.configure({ timeout: 120_000 })

const list = '/lich-su-giao-dich'
const drawer = (page: Page) => page.getByRole('dialog').last()
const rowOf = (page: Page, order_id: number) => page.getByRole('row').filter({ hasText: String(order_id) })

let pos: BrowserPos
test.beforeAll(async () => {
  pos = await openBrowserPos()
})
test.afterAll(() => pos.close())

test('a fault in an order is reported with a picture by one person and refunded by another one', async ({
  page,
  request,
  browser,
}) => {
  const order_id = await pos.sell({ vendor_code: 'MOMO', msisdn: '84905551188', full_name: 'Trần Thị Mỹ Duyên' })
  const reporter = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  await signIn(page, reporter.user_name, password)
  await page.goto(list)
  await page.getByRole('searchbox').fill(String(order_id))
  // Before that the list may still show other rows, which are then replaced.
  await expect(page.getByText('1–1 / 1 đơn')).toBeVisible()
  await rowOf(page, order_id).focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toContainText('Trần Thị Mỹ Duyên')
  await drawer(page).getByRole('button', { name: 'Báo lỗi', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Báo lỗi đơn hàng' })
  await dialog.getByLabel('Lý do báo lỗi').fill('Vé in mờ, không đọc được số')
  const { bytes } = await rasterizeSvg(
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><circle cx="30" cy="20" r="15"/></svg>',
  )
  await dialog.locator('input[type=file]').setInputFiles({ name: 've-mo.webp', mimeType: 'image/webp', buffer: bytes })
  await expect(dialog.locator('img')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Báo lỗi', exact: true }).click()
  await expect(page.getByText('Đã báo lỗi, chờ người khác duyệt.')).toBeVisible()
  await expect(drawer(page)).toContainText(`${reporter.user_name} báo lỗi`)

  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, 'admin', admin_password)
  await other.goto(`${list}?status=10&from_date=*&to_date=*`)
  await rowOf(other, order_id).focus()
  await other.keyboard.press('Enter')
  await expect(drawer(other).getByRole('button', { name: 'Ảnh báo lỗi' })).toBeVisible()
  await drawer(other).getByRole('button', { name: 'Duyệt hoàn tiền' }).click()
  const question = other.getByRole('dialog', { name: 'Duyệt hoàn tiền' })
  await expect(question).toContainText('Vé in mờ, không đọc được số')
  await question.getByLabel('Ghi chú').fill('Đã xem ảnh, vé hỏng')
  await question.getByRole('button', { name: 'Hoàn tiền', exact: true }).click()
  await expect(other.getByText('Đã duyệt hoàn tiền.')).toBeVisible()
  await expect(drawer(other)).toContainText('Chờ hoàn tiền')
  const happened = drawer(other).getByRole('region', { name: 'Dòng thời gian' })
  await expect(happened).toContainText('Duyệt hoàn tiền')
  await happened.getByRole('button', { name: 'Thay đổi từng trường' }).click()
  await expect(happened).toContainText(`${reporter.user_name}Trạng thái`)
  expect(await faults(other)).toEqual([])

  await other.goto('/lich-su-hoan-huy?status=11')
  await act(rowOf(other, order_id), 'Xác nhận đã hoàn')
  const confirmation = other.getByRole('dialog', { name: 'Xác nhận đã hoàn tiền' })
  await confirmation.getByLabel('Ghi chú').fill('MoMo hoàn RF20261122')
  await confirmation.getByRole('button', { name: 'Xác nhận', exact: true }).click()
  await expect(other.getByText('Đã xác nhận hoàn tiền.')).toBeVisible()
  await other.goto(`/lich-su-hoan-huy?status=12`)
  await expect(rowOf(other, order_id)).toContainText('Đã hoàn')
  await context.close()
})

test('the exported file of orders contains the rows and the sum of the list', async ({ page }) => {
  for (let n = 0; n < 3; n++) await pos.sell()
  await signIn(page, 'admin', admin_password)
  await page.goto(`${list}?pos_id=${pos.pos_id}`)
  const total = page.getByRole('row', { name: /Tổng cộng/ })
  await expect(total).toContainText('đ', { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Xuất file excel' }).click()
  await page.getByRole('button', { name: 'Xuất file', exact: true }).click()
  const path = await (await download).path()
  const rows: SheetRow[] = []
  await readRows(await openAsBlob(path), default_limits, (some) => rows.push(...some))
  const [head, ...orders] = rows.map(({ cells }) => cells)
  await expect(page.getByText(`/ ${orders.length} đơn`)).toBeVisible()
  const sum = orders.reduce((all, cells) => all + Number(cells[head!.indexOf('Tổng tiền')]), 0)
  await expect(total).toContainText(`${sum.toLocaleString('vi-VN')} đ`)
  expect(orders.every((cells) => /^\d{15}$/.test(String(cells[0])))).toBe(true)
})

test('Ctrl+K finds an order by its number, and filters that a report has set can be removed', async ({ page }) => {
  const order_id = await pos.sell()
  await signIn(page, 'admin', admin_password)
  await page.goto(list)
  await expect(page.getByRole('button', { name: /mở ngăn tài khoản/ })).toBeVisible()
  await expect(rowOf(page, order_id)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Tìm nhanh' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(String(order_id))
  await page
    .getByRole('option')
    .filter({ hasText: `Đơn ${order_id}` })
    .click()
  await expect(drawer(page)).toContainText(`Đơn ${order_id}`)
  await expect(page).toHaveURL(new RegExp(`order=${order_id}`))

  await page.goto(`${list}?is_sale=true&band=1&pos_id=${pos.pos_id}`)
  await page.getByRole('button', { name: 'Giá trị đơn: Dưới 20.000 đ' }).click()
  await expect(page).not.toHaveURL(/band=/)
  await page.getByRole('button', { name: 'Tính vào doanh số' }).click()
  await expect(page).not.toHaveURL(/is_sale=/)
  await expect(rowOf(page, order_id)).toBeVisible()
})

test('filtering orders by play type shows the amount of that type; on a phone the amount fits into the window', async ({
  page,
}) => {
  const [bac_5, bac_10] = [1605, 1610]
  const board = (play_type: number, numbers: string, stake: number) => ({ play_type, numbers, stake })
  const mixed = [board(bac_5, '01 02 03 04 05', 2), board(bac_10, '01 02 03 04 05 06 07 08 09 10', 3)]
  const ids = [await pos.sell({ boards: mixed }), await pos.sell({ boards: mixed.slice(0, 1) })]
  await signIn(page, 'admin', admin_password)
  await page.goto(`${list}?play_type=${bac_5}&pos_id=${pos.pos_id}`)
  await expect(page.getByText('Riêng “Bậc 5”: 2 bộ số, 40.000 đ.')).toBeVisible()
  await expect(rowOf(page, ids[0]!)).toContainText(/50\.000 đ\s*20\.000 đ/)
  await expect(page.getByRole('row', { name: /Tổng cộng/ })).toContainText(/70\.000 đ\s*40\.000 đ/)
  await page.getByRole('button', { name: 'Loại hình chơi: Bậc 5' }).click()
  await expect(page.getByText('Riêng “Bậc 5”')).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'Tiền loại này' })).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  const card = page
    .getByRole('listitem')
    .filter({ hasText: String(ids[0]).slice(-4) })
    .first()
  await expect(card).toContainText(String(ids[0]).slice(-4))
  const { x, width } = (await card.getByText('50.000 đ').first().boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await faults(page)).toEqual([])
})

test('rejecting a report that another person has decided is refused, shows the change and keeps the typed reason', async ({
  page,
  request,
}) => {
  const order_id = await pos.sell({ vendor_code: 'MOMO', msisdn: '84905551189' })
  const reporter = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  const token = await tokenOf(request, reporter.user_name, password)
  await post(request, 'cms/order/report', { order_id, reason: 'Vé in mờ' }, token)
  const decider = await newPerson(request, { password, group: 'Kế toán' })
  await signIn(page, decider.user_name, password)
  await page.goto(`${list}?status=10&from_date=*&to_date=*`)
  await act(rowOf(page, order_id), 'Từ chối báo lỗi')
  const dialog = page.getByRole('dialog', { name: 'Từ chối báo lỗi' })
  await dialog.getByLabel('Lý do từ chối').fill('Ảnh cho thấy vé rõ')

  const faster = await newPerson(request, { password, group: 'Kế toán' })
  const other = await tokenOf(request, faster.user_name, password)
  await post(request, 'cms/order/change_status', { order_id, status: 11, note: 'Hoàn' }, other)
  await dialog.getByRole('button', { name: 'Từ chối', exact: true }).click()
  await expect(dialog).toContainText('vừa thay đổi đơn này')
  await expect(dialog).toContainText('Chờ hoàn tiền')
  await expect(dialog.getByLabel('Lý do từ chối')).toHaveValue('Ảnh cho thấy vé rõ')
  await expect(dialog.getByRole('button', { name: 'Từ chối', exact: true })).toBeDisabled()
})

test('a typed reason of a report is restored after the session has ended, and is gone once it is discarded', async ({
  page,
  request,
}) => {
  const order_id = await pos.sell({ vendor_code: 'MOMO', msisdn: '84905551190' })
  const reporter = await newPerson(request, { password, group: 'Chăm sóc khách hàng' })
  await signIn(page, reporter.user_name, password)
  const report = async () => {
    await page.goto(`${list}?order=${order_id}`)
    await drawer(page).getByRole('button', { name: 'Báo lỗi', exact: true }).click()
    return page.getByRole('dialog', { name: 'Báo lỗi đơn hàng' })
  }
  await (await report()).getByLabel('Lý do báo lỗi').fill('Khách báo vé mờ ở góc')
  await page.context().clearCookies()
  await page.reload()
  await signInByForm(page, reporter.user_name, password)
  const dialog = await report()
  await expect(dialog).toContainText('Đã khôi phục nội dung bạn đang nhập dở')
  await expect(dialog.getByLabel('Lý do báo lỗi')).toHaveValue('Khách báo vé mờ ở góc')
  await dialog.getByRole('button', { name: 'Hủy', exact: true }).click()
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
  await expect((await report()).getByLabel('Lý do báo lỗi')).toHaveValue('')
})

test('a search without matches today can be extended to 92 days; a phone number is searched in all days', async ({
  page,
}) => {
  await pos.sell({ vendor_code: 'MOMO', msisdn: '84905551191' })
  await signIn(page, 'admin', admin_password)
  await page.goto(list)
  await page.getByRole('searchbox').fill('Không Có Ai Tên Này')
  await page.getByRole('button', { name: 'Tìm trong 92 ngày' }).click()
  await expect(page.getByText('0 đơn · 92 ngày gần nhất')).toBeVisible()
  await page.getByRole('searchbox').fill('0905551191')
  await expect(page.getByText('1–1 / 1 đơn')).toBeVisible()
  await page.goto(list)
  await page.getByRole('searchbox').fill('0905551191')
  await expect(page.getByText('1–1 / 1 đơn · tìm trong mọi ngày')).toBeVisible()
})

test('several orders are reported in bulk for one reason, with their number and total shown', async ({ page }) => {
  const ids = [await pos.sell(), await pos.sell()]
  await signIn(page, 'admin', admin_password)
  await page.goto(`${list}?pos_id=${pos.pos_id}`)
  for (const order_id of ids) await rowOf(page, order_id).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Báo lỗi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Báo lỗi' })
  await expect(dialog).toContainText('Sẽ báo lỗi 2 đơn, tổng 20.000 đ')
  await dialog.getByLabel('Lý do').fill('Máy in hỏng cả ca')
  await dialog.getByRole('button', { name: 'Báo lỗi 2 đơn · 20.000 đ' }).click()
  await expect(page.getByRole('dialog', { name: 'Báo lỗi: kết quả' })).toContainText('Đã báo lỗi 2 đơn, tổng 20.000 đ.')
  expect(await faults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Đóng' }).last().click()
  for (const order_id of ids) await expect(rowOf(page, order_id)).toContainText('Báo lỗi')
})
