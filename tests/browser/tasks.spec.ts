// Frequent tasks of staff by their shortest way from the home page: each takes at most 20 keys and 4 clicks, beside typed letters and digits.
import { randomInt } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import { product } from '#features/results/product/product.contract.ts'
import { setGamePeriod } from '../../src/testing/orders.ts'
import { winning } from '../../src/testing/rewards.ts'
import { freshName, password, phone } from './accounts.ts'
import { freshTitle, png } from './banners.ts'
import { withDatabase } from './database.ts'
import { fresh, hire, dataOf, openDraw } from './draws.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn } from './people.ts'
import { openBrowserPos } from './sales.ts'
import { winnersAtCounter } from './winners.ts'
import { writeTo } from '../../src/testing/write.ts'

const max_keys = 20
const max_clicks = 4

/** Counts the keys and clicks of a person; letters and digits that are typed are free. */
class Hands {
  keys = 0
  clicks = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async press(key: string) {
    this.keys++
    await this.page.keyboard.press(key)
  }
  async type(text: string) {
    await this.page.keyboard.type(text)
  }
  async click(target: Locator) {
    this.clicks++
    await target.click()
  }
  /** Chooses a file in the window of the system, which a click has opened. */
  async chooseFile(target: Locator, file: Parameters<Locator['setInputFiles']>[0]) {
    this.clicks++
    await target.setInputFiles(file)
  }
  /** Moves on by Tab, key by key. */
  async tabTo(target: Locator) {
    await expect(target).toBeVisible()
    for (let step = 0; step < max_keys; step++) {
      // A control that is loaded on focus is focused a moment later.
      const isThere = await expect(target)
        .toBeFocused({ timeout: 400 })
        .then(() => true)
        .catch(() => false)
      if (isThere) return
      await this.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  /** Opens a page, a quick action or a record by Ctrl+K. */
  async goBy(text: string, option_text: string | RegExp = text) {
    await this.press('Control+k')
    const palette = this.page.getByRole('dialog', { name: 'Tìm nhanh' })
    await expect(palette.getByRole('combobox')).toBeFocused()
    await this.type(text)
    await expect(palette.getByRole('option').first()).toContainText(option_text)
    await this.press('Enter')
    await expect(palette).toBeHidden()
  }
  /** Searches the list for a text that one row matches, and focuses that row. */
  async find(text: string) {
    await expect(this.page.getByRole('searchbox')).toBeVisible()
    await this.press('/')
    await this.type(text)
    const rows = this.page.getByRole('main').locator('tbody tr[data-index]')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(text)
    await this.press('ArrowDown')
    await expect(rows).toBeFocused()
  }
}

interface Stage {
  hands: Hands
  page: Page
  request: APIRequestContext
}

const counted: { task: string; keys: number; clicks: number }[] = []

/** `play` calls `begin` once its data exists; `begin` signs in and opens the home page. */
function task(name: string, play: (stage: Stage, begin: (user?: string) => Promise<void>) => Promise<void>) {
  test(`${name}: at most ${max_keys} keys and ${max_clicks} clicks`, async ({ page, request }) => {
    const hands = new Hands(page)
    const begin = async (user?: string) => {
      await signIn(page, user ?? 'admin', user === undefined ? admin_password : password)
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: /^Xin chào/ })).toBeVisible()
      await expect(page.getByRole('button', { name: /mở ngăn tài khoản/ })).toBeVisible()
    }
    await play({ hands, page, request }, begin)
    const { keys, clicks } = hands
    counted.push({ task: name, keys, clicks })
    expect(keys).toBeLessThanOrEqual(max_keys)
    expect(clicks).toBeLessThanOrEqual(max_clicks)
  })
}

test.afterAll(() => console.table(counted))

const drawer = (page: Page) => page.locator('[data-record]')
const dialog = (page: Page) => page.getByRole('dialog').last()

task('find an order by phone', async ({ hands, page }, begin) => {
  const msisdn = `84${phone().slice(1)}`
  const pos = await openBrowserPos()
  const order_id = await pos.sell({ msisdn, full_name: 'Đoàn Thị Sương' })
  await pos.close()
  await begin()
  await hands.goBy(`0${msisdn.slice(2)}`, `Đơn ${order_id}`)
  await expect(drawer(page).getByRole('heading', { name: `Đơn ${order_id}` })).toBeVisible()
})

task('approve a slip', async ({ hands, page, request }, begin) => {
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const keeper = await hire(request, { '/quan-ly-ve-co-so': [1, 2] }, draw.base_id)
  const approver = await hire(request, { '/ve-cho-duyet': [1, 5] })
  const { area_id, open_date } = draw
  const tickets = [{ number: String(randomInt(1e6)).padStart(6, '0'), quantity: 2 }]
  const { import_code } = await dataOf<{ import_code: string }>(request, keeper.token, 'cms/ticket_import/create', {
    area_id,
    open_date,
    tickets,
  })
  await begin(approver.user_name)
  await hands.click(page.getByRole('link', { name: /Phiếu nhập vé chờ duyệt/ }))
  await hands.find(import_code)
  await hands.press('Enter')
  await hands.click(drawer(page).getByRole('button', { name: 'Duyệt', exact: true }))
  await hands.click(page.getByRole('alertdialog').getByRole('button', { name: 'Duyệt', exact: true }))
  await expect(page.getByText('Đã duyệt phiếu, vé đã vào kho.')).toBeVisible()
})

task('reject a withdrawal and go on to the next', async ({ hands, page, request }, begin) => {
  const { user_name } = await newPerson(request, { password, group: 'Duyệt chi' })
  await begin(user_name)
  await hands.goBy('rut tien ve ngan hang', 'Rút tiền về ngân hàng')
  const waiting = /^Chờ xử lý/
  await hands.click(page.getByRole('radio', { name: waiting }).or(page.getByText(waiting)).first())
  await expect(page.getByRole('main').locator('tbody tr[data-index]').nth(1)).toBeVisible()
  await hands.press('/')
  await hands.press('ArrowDown')
  await hands.press('Enter')
  const heading = drawer(page).getByRole('heading', { name: /^Yêu cầu RT/ })
  const code = await heading.innerText()
  await hands.click(drawer(page).getByRole('button', { name: 'Từ chối', exact: true }))
  await expect(dialog(page).getByRole('textbox')).toBeFocused()
  await hands.type('Khách xin rút lại')
  await hands.press('Control+s')
  await expect(page.getByText('Đã từ chối, tiền đã trở lại ví của khách.')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Tiếp theo' })).toBeFocused()
  await hands.press('Enter')
  await expect(heading).not.toHaveText(code)
})

task('add a POS', async ({ hands, page }, begin) => {
  const mark = fresh().toUpperCase()
  await begin()
  await hands.goBy('Thêm POS')
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
  await expect(field('Mã POS')).toBeFocused()
  await hands.type(`QT${mark}`)
  await hands.tabTo(field('Tên POS'))
  await hands.type(`Quầy vé số ${mark}`)
  await hands.click(field('Địa chỉ'))
  await hands.type('268 Lý Thường Kiệt')
  for (const [label, typed, option_text] of [
    ['Tỉnh/Thành phố', 'ho chi minh', 'Hồ Chí Minh'],
    ['Quận/Huyện', 'quan 10', 'Quận 10'],
  ] as const) {
    await hands.tabTo(field(label))
    await hands.type(typed)
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(option_text)
    await hands.press('Enter')
    await expect(field(label)).toHaveValue(option_text)
  }
  await hands.press('Control+s')
  await expect(page.getByText('Đã thêm POS.')).toBeVisible()
})

task('change a right', async ({ hands, page, request }, begin) => {
  const group_name = `Nhóm ${fresh()}`
  const draft = { group_name, description: 'Để thử', status: 1, group_page: [] }
  await dataOf(request, await adminToken(request), 'cms/group/add', draft)
  await begin()
  await hands.goBy(group_name)
  await hands.click(page.getByRole('checkbox', { name: 'Xem: Nhật ký thao tác', exact: true }))
  await hands.press('Control+s')
  await expect(page.getByText('Đã cập nhật nhóm người dùng.')).toBeVisible()
})

task('import a file with three errors', async ({ hands, page }, begin) => {
  const mark = fresh().toUpperCase()
  const head = 'Mã POS;Tên POS;Địa chỉ;Tỉnh/Thành phố;Quận/Huyện'
  const line = (n: number) => `NT${mark}${n};Quầy nhập tệp ${mark} số ${n};${n} Trần Hưng Đạo;Hồ Chí Minh;Quận Sai`
  const buffer = Buffer.from([head, line(1), line(2), line(3)].join('\n'))
  await begin()
  await hands.goBy('quan ly pos', 'Quản lý POS')
  await hands.click(page.getByRole('button', { name: 'Nhập từ tệp' }))
  await hands.chooseFile(page.getByLabel('Tệp POS'), { name: `${mark}.csv`, mimeType: 'text/csv', buffer })
  await expect(page.getByText('3 dòng POS: 0 mới, 3 lỗi.')).toBeVisible()
  const cells = page.getByRole('textbox', { name: /^Quận\/Huyện, dòng/ })
  await hands.click(cells.first())
  for (let remaining = 3; remaining > 0; remaining--) {
    await expect(cells).toHaveCount(remaining)
    await expect(cells.first()).toBeFocused()
    await hands.type('Quận 1')
    await hands.press('Enter')
  }
  await hands.click(page.getByRole('button', { name: 'Nhập 3 dòng mới' }))
  await expect(page.getByText('3 dòng đã vào hệ thống.')).toBeVisible()
})

task('export a list', async ({ hands, page }, begin) => {
  await begin()
  await hands.goBy('nhat ky thao tac', 'Nhật ký thao tác')
  const file = page.waitForEvent('download')
  await hands.click(page.getByRole('button', { name: 'Xuất file excel' }))
  await hands.click(dialog(page).getByRole('button', { name: 'Xuất file', exact: true }))
  expect((await file).suggestedFilename()).toMatch(/^nhat-ky.*\.xlsx$/)
})

task('compare this month with the last', async ({ hands, page }, begin) => {
  await begin()
  await hands.goBy('doanh so ve dien toan', 'Doanh số vé điện toán')
  await hands.click(page.getByRole('button', { name: 'Khoảng thường dùng' }).first())
  await hands.click(page.getByRole('menuitem', { name: 'Tháng này' }))
  await hands.tabTo(page.getByLabel('So sánh với'))
  await hands.type('Kỳ liền')
  await expect(page).toHaveURL(/compare=previous/)
  await expect(page.getByRole('columnheader', { name: 'Tăng giảm' })).toBeVisible()
})

task('find who changed an account on a day', async ({ hands, page, request }, begin) => {
  const user_name = freshName()
  const draft = { user_name, password: first_password, full_name: 'Lê Thị Vừa Sửa', list_group: [], status: 1 }
  const token = await adminToken(request)
  const { user_id } = await dataOf<{ user_id: number }>(request, token, 'cms/account/add', draft)
  const change = { user_id, full_name: 'Lê Thị Đã Sửa', version: 1 }
  expect((await post(request, 'cms/account/update', change, token)).error.code).toBe(0)
  await begin()
  await hands.goBy('nhat ky thao tac', 'Nhật ký thao tác')
  await hands.click(page.getByText('Sửa tài khoản', { exact: true }).first())
  // The log has no entries of the test for yesterday, so this chooses today, which takes as many clicks in the same menu.
  await hands.click(page.getByRole('button', { name: 'Khoảng thường dùng' }).first())
  await hands.click(page.getByRole('menuitem', { name: 'Hôm nay' }))
  await hands.press('/')
  await hands.type(user_name)
  const row = page.getByRole('main').locator('tbody tr[data-index]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('admin')
  await expect(row).toContainText(user_name)
})

task('set up a banner', async ({ hands, page }, begin) => {
  const title = freshTitle()
  await begin()
  await hands.goBy('Thêm banner')
  const field = (label: string) => dialog(page).getByLabel(label, { exact: true })
  await hands.tabTo(field('Tiêu đề'))
  await hands.type(title)
  await hands.chooseFile(field('Ảnh'), await png())
  await expect(dialog(page).getByRole('button', { name: 'Bỏ ảnh' })).toBeVisible()
  await hands.tabTo(field('Chữ thay ảnh'))
  await hands.type('Mai vàng')
  await hands.tabTo(field('Vị trí'))
  await hands.type('Trang kết quả')
  await hands.press('Control+s')
  await expect(page.getByText('Đã thêm banner.')).toBeVisible()
})

const digits = String(randomInt(1e4)).padStart(4, '0')
const sheet = (page: Page) => page.getByRole('group', { name: 'Tờ kết quả' }).getByRole('textbox').first()

/** Its code is in capitals, like real ones. */
const drawnPeriod = () =>
  withDatabase(async (db) => {
    const period_id = await setGamePeriod({ db }, product.than_tai4, 'drawn')
    const { rows } = await writeTo(db, (trx) =>
      sql<{ period_code: string }>`
        update draw_period set period_code = upper(period_code) where period_id = ${period_id} returning period_code`.execute(
        trx,
      ),
    )
    return rows[0]!.period_code
  })

/** Keyed in by one task, confirmed by the next. */
let period_code = ''

task('enter a result', async ({ hands, page, request }, begin) => {
  period_code = await drawnPeriod()
  const first = await hire(request, { '/danh-sach-ket-qua': [1, 2, 3] })
  await begin(first.user_name)
  await hands.goBy('Nhập kết quả')
  // Draws of the calendar end at any minute and then stand before it.
  const line = dialog(page).getByRole('listitem').filter({ hasText: period_code })
  await hands.click(line.getByRole('button', { name: 'Nhập', exact: true }))
  await expect(sheet(page)).toBeFocused()
  await hands.type(digits)
  const accepted = page.getByRole('checkbox', { name: /^Tôi đã xem/ })
  const send = page.getByRole('button', { name: 'Gửi xác nhận' })
  await expect(page.getByText('Đủ số, đúng quy tắc').or(accepted).first()).toBeVisible()
  if (await accepted.isVisible()) await hands.click(accepted)
  await hands.click(send)
  await expect(page.getByText('Đã gửi, chờ người thứ hai nhập lại.')).toBeVisible()
})

task('confirm a result', async ({ hands, page, request }, begin) => {
  const second = await hire(request, { '/danh-sach-ket-qua': [1, 5] })
  await begin(second.user_name)
  await hands.goBy('danh sach ket qua', 'Danh sách kết quả')
  await hands.find(period_code)
  await hands.press('Enter')
  await hands.click(drawer(page).getByRole('button', { name: 'Xác nhận', exact: true }))
  await expect(sheet(page)).toBeFocused()
  await hands.type(digits)
  await hands.click(page.getByRole('button', { name: 'Xác nhận và tính thưởng' }))
  await expect(page.getByText('Hai lần nhập khớp nhau. Đã xác nhận, đang tính thưởng.')).toBeVisible()
})

task('pay a winner at the counter', async ({ hands, page, request }, begin) => {
  const msisdn = `84${phone().slice(1)}`
  await winnersAtCounter([{ msisdn, full_name: 'Trần Văn Trúng' }])
  const { user_name } = await newPerson(request, { password, group: 'Duyệt chi' })
  await begin(user_name)
  await hands.goBy('nhan thuong tai quay', 'Nhận thưởng tại quầy')
  await expect(page.getByRole('button', { name: 'Nhận vé' }).first()).toBeVisible()
  await hands.press('n')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await hands.type(`0${msisdn.slice(2)}`)
  await expect(page.getByText('Tìm thấy 1 giải chưa lĩnh')).toBeVisible()
  await hands.chooseFile(page.getByLabel('Mặt trước vé', { exact: true }), await png())
  await expect(page.getByRole('button', { name: 'Bỏ ảnh' })).toBeVisible()
  await hands.click(page.getByLabel('Dãy số trên vé'))
  await hands.type(winning.two_tiers)
  await hands.tabTo(page.getByLabel('Ngày in trên vé'))
  await hands.type((await page.getByText(/^Kỳ quay /).innerText()).replace('Kỳ quay ', ''))
  await hands.tabTo(page.getByRole('switch'))
  await hands.press('Space')
  await hands.click(page.getByRole('button', { name: /^Trả 500\.000/ }))
  await expect(page.getByText('Đã trả thưởng.')).toBeVisible()
})
