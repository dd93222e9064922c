// Ticket groups: entered and approved by two people, moved to another store with all their tickets, and returned.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { confirmWith, inMenu, password } from './accounts.ts'
import { openDraw, fresh, get, hire, dataOf, paste, type Draw } from './draws.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { act } from './rows.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const cell = (scope: Locator, column: 'Số cuối' | 'Giá bán', line: number) =>
  scope.getByLabel(`${column}, dòng ${line}`, { exact: true })
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const makes = {
  '/quan-ly-ve-cap-nguyen': [1, 2, 3, 4, 6],
  '/bao-cao-lich-su-kho-ve': [1, 6],
  '/hoan-ve': [1, 3],
}
const approves = { '/ve-cap-nguyen-cho-duyet': [1, 4, 5, 6] }

/** Consecutive last digits, from a random number on: another story hardly has the same. */
const randomTails = (count: number) => {
  const first = Math.floor(Math.random() * 90_000)
  return Array.from({ length: count }, (_, index) => String(first + index).padStart(5, '0'))
}

interface Slip {
  ticket_group_import_id: number
  import_code: string
}

async function slipNoted(request: APIRequestContext, token: string, note: string): Promise<Slip> {
  const { items } = await get<{ items: Slip[] }>(request, token, 'cms/ticket_group/import/list', { keyword: note })
  return items[0]!
}

async function openEditor(page: Page, draw: Draw, note: string) {
  await page.goto('/quan-ly-ve-cap-nguyen')
  await page.getByRole('button', { name: 'Nhập cặp' }).first().click()
  const editor = dialog(page)
  await editor.getByLabel('Ngày mở thưởng').fill(draw.open_date.split('-').toReversed().join('/'))
  await editor.getByLabel('Ngày mở thưởng').press('Tab')
  await editor.getByLabel('Đài').selectOption({ label: `${draw.area_name} · quay ${draw.draw_time}` })
  await editor.getByLabel('Ghi chú').fill(note)
  await editor.getByLabel('Ghi chú').press('Enter')
  await expect(cell(editor, 'Số cuối', 1)).toBeFocused()
  return editor
}

test('ticket groups are entered, approved by a second person, moved to another store, and returned', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(150_000)
  const { draw, others } = await openDraw(request)
  const an = await hire(request, { ...makes, ...approves })
  const binh = await hire(request, approves)
  const [one, two, three, four] = randomTails(4) as [string, string, string, string]
  const note = `Đợt ${fresh()}`
  const target = others[0]!
  await signIn(page, an.user_name, password)

  await test.step('groups are typed and pasted, with their kind and size shown, and errors appear at their line', async () => {
    const editor = await openEditor(page, draw, note)
    for (const key of [one, '1200000', one, '']) {
      await page.keyboard.type(key)
      await page.keyboard.press('Enter')
    }
    await expect(editor.getByText('Nguyên cặp 10 đầu · 110 vé · 1.200.000 đ').first()).toBeVisible()
    await expect(editor.getByText('Cặp trùng với dòng 1').first()).toBeVisible()
    await cell(editor, 'Số cuối', 2).fill('123')
    await cell(editor, 'Giá bán', 2).focus()
    await expect(editor.getByText(/^Số cuối phải có 5 chữ số/).first()).toBeVisible()
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await cell(editor, 'Số cuối', 2).fill(two)
    await cell(editor, 'Số cuối', 3).focus()
    await paste(page, `${three}\t1.150.000 đ\n0${four}\t90.000\n`)
    await expect(editor.getByText('4 cặp, 341 vé, 3.640.000 đ')).toBeVisible()
    await expect(editor.getByText(/^Dòng 4: giá thấp hơn mệnh giá của cả cặp/)).toBeVisible()
    await cell(editor, 'Giá bán', 4).fill('115000')
    await cell(editor, 'Giá bán', 4).press('Control+Enter')
    await expect(
      page.getByText(/Đã lập phiếu PC\d+ \(4 cặp, 341 vé, 3\.665\.000 đ\), chờ người khác duyệt/),
    ).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a ticket group that the store has already is refused at its line', async () => {
    const editor = await openEditor(page, draw, '')
    await paste(page, `${three.slice(0, 4)}${(Number(three[4]) + 5) % 10} 1200000\n${two} 1200000`)
    await page.keyboard.press('Control+Enter')
    await expect(editor.getByText('Cặp đã có trong kho hoặc đang chờ duyệt').first()).toBeVisible()
    await expect(cell(editor, 'Số cuối', 2)).toBeFocused()
    await page.keyboard.press('Escape')
    await confirmWith(page, 'Bỏ thay đổi')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  const { import_code } = await slipNoted(request, an.token, note)
  await test.step('the maker cannot approve the own slip and sees why', async () => {
    await page.goto(`/ve-cap-nguyen-cho-duyet?keyword=${import_code}`)
    const row = rowWith(page, import_code)
    await expect(row.getByRole('button', { name: 'Duyệt' })).toHaveAttribute('aria-disabled', 'true')
    await row.click()
    await expect(dialog(page).getByText('Người lập phiếu không được tự duyệt phiếu của mình.').first()).toBeVisible()
    expect(await faults(page, '[role=dialog]')).toEqual([])
  })

  await test.step('a second person reaches the slip from the home page and approves it by keyboard', async () => {
    const context = await browser.newContext({ baseURL: process.env.BASE_URL! })
    const second = await context.newPage()
    await signIn(second, binh.user_name, password)
    await second.goto('/')
    await second.getByRole('link', { name: /Phiếu cặp nguyên chờ duyệt/ }).click()
    await expect(second).toHaveURL(/ve-cap-nguyen-cho-duyet/)
    await second.goto(`/ve-cap-nguyen-cho-duyet?keyword=${import_code}`)
    await rowWith(second, import_code).focus()
    await second.keyboard.press('Enter')
    await expect(
      dialog(second)
        .getByRole('listitem')
        .filter({ hasText: `•${two}` }),
    ).toContainText('110 vé')
    await dialog(second).getByRole('button', { name: 'Duyệt' }).press('Enter')
    const question = second.getByRole('alertdialog')
    await expect(question).toContainText('4 cặp, 341 vé')
    await expect(question).toContainText('Ba triệu sáu trăm sáu mươi lăm nghìn đồng')
    await confirmWith(second, 'Duyệt')
    await expect(second.getByText('Đã duyệt phiếu, vé đã vào kho.')).toBeVisible()
    await context.close()
  })

  await test.step('the ticket group shows its ten tickets', async () => {
    await page.goto(`/quan-ly-ve-cap-nguyen?keyword=${two}&open_date=${draw.open_date}`)
    await expect(rowWith(page, `•${two}`)).toContainText('Đang bán')
    await rowWith(page, `•${two}`).click()
    const members = dialog(page).getByRole('table').getByRole('row')
    for (const head of '0123456789') await expect(members.filter({ hasText: `${head}${two}` })).toContainText('11')
    expect(await faults(page, '[role=dialog]')).toEqual([])
  })

  await test.step('the ticket group is moved to another store, and its movements show both sides', async () => {
    await dialog(page).getByRole('button', { name: 'Chuyển kho' }).click()
    const form = page.getByRole('dialog', { name: /^Chuyển kho cặp/ })
    await form.getByLabel('Kho nhận').press('ArrowDown')
    await form.getByLabel('Kho nhận').fill(target.base_name)
    await page.getByRole('option', { name: target.base_name }).click()
    await expect(form.getByText(/^Cả 110 vé rời/)).toContainText(target.base_name)
    await form.getByRole('button', { name: 'Chuyển 110 vé' }).click()
    await expect(page.getByText(/^Đã chuyển cặp CN\d+ sang/)).toBeVisible()
    await dialog(page).getByRole('link', { name: 'Biến động kho' }).click()
    await expect(page).toHaveURL(/bao-cao-lich-su-kho-ve\?.*ticket_group_id=\d+/)
    await expect(rowWith(page, 'Chuyển đi')).toContainText('−110')
    await expect(rowWith(page, 'Chuyển đến')).toContainText('+110')
    await expect(rowWith(page, 'Chuyển đến')).toContainText(target.base_name)
  })

  await test.step('another ticket group is put on a return slip with a reason', async () => {
    await page.goto(`/quan-ly-ve-cap-nguyen?keyword=${three}&open_date=${draw.open_date}`)
    await inMenu(page, rowWith(page, `•${three}`), 'Hoàn vé')
    const button = dialog(page).getByRole('button', { name: 'Lập phiếu hoàn 110 vé' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await dialog(page).getByLabel('Lý do').fill('Nhà đài thu hồi')
    await button.click()
    await expect(page.getByText(/^Đã lập phiếu hoàn cặp CN\d+, chờ người khác xác nhận/)).toBeVisible()
    await expect(rowWith(page, `•${three}`)).toContainText('Chờ hoàn')
    await rowWith(page, `•${three}`).click()
    await dialog(page).getByRole('link', { name: 'Biến động kho' }).click()
    await expect(rowWith(page, 'Nhà đài thu hồi')).toContainText('−110')
  })
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('whoever changes number, price and picture of a waiting ticket group cannot approve its slip', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request)
  const an = await hire(request, makes)
  const both = await hire(request, { ...makes, ...approves })
  const [one, two, other] = randomTails(3) as [string, string, string]
  const note = `Đợt ${fresh()}`
  const tickets = [one, two].map((number) => ({ kind: 2, number, price: 1_200_000 }))
  const { area_id, open_date } = draw
  const { import_code } = await dataOf<Slip>(request, an.token, 'cms/ticket_group/add', {
    area_id,
    open_date,
    note,
    tickets,
  })
  await signIn(page, both.user_name, password)
  await page.goto(`/quan-ly-ve-cap-nguyen?keyword=${one}&open_date=${open_date}`)
  await act(rowWith(page, `•${one}`), 'Sửa')
  const form = dialog(page)
  await form.getByLabel('Số cuối').fill(other.slice(1))
  await expect(form.getByRole('button', { name: 'Lưu' })).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Số cuối').fill(other)
  await form.getByLabel('Giá bán').fill('1250000')
  await form.locator('input[type=file]').setInputFiles({ name: 've.png', mimeType: 'image/png', buffer: picture })
  await expect(form.getByRole('button', { name: 'Ảnh đã có', exact: true })).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã cập nhật cặp.')).toBeVisible()

  await page.goto(`/quan-ly-ve-cap-nguyen?keyword=${other}&open_date=${open_date}`)
  await expect(rowWith(page, `•${other}`)).toContainText('1.250.000 đ')
  await rowWith(page, `•${other}`).click()
  await dialog(page)
    .getByRole('button', { name: `Ảnh cặp •${other}` })
    .press('Enter')
  const large = page.getByRole('dialog', { name: `Ảnh cặp •${other}`, exact: true })
  await expect(large.getByRole('img')).toHaveJSProperty('complete', true)
  expect(await faults(page, '[role=dialog]')).toEqual([])

  await page.goto(`/quan-ly-ve-cap-nguyen?keyword=${two}&open_date=${open_date}`)
  const row = rowWith(page, `•${two}`)
  await row.getByRole('button', { name: 'Thao tác khác' }).click()
  await expect(page.getByRole('menuitem', { name: 'Chuyển kho' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await inMenu(page, row, 'Xóa')
  await dialog(page).getByRole('button', { name: 'Xóa cặp' }).click()
  await expect(row).toContainText('Đã xóa')

  await page.goto(`/ve-cap-nguyen-cho-duyet?keyword=${import_code}`)
  await page.getByLabel('Chọn cả trang').check()
  await page.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Duyệt' }).click()
  await expect(dialog(page).getByText('Người sửa phiếu không được tự duyệt phiếu mình đã sửa.').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Hủy' }).click()

  await act(rowWith(page, import_code), 'Xóa')
  await dialog(page).getByLabel('Lý do').fill('Sai đợt giao')
  await dialog(page).getByRole('button', { name: 'Xóa phiếu' }).click()
  await expect(page.getByText(`Đã xóa phiếu ${import_code}.`)).toBeVisible()
  await page.goto(`/ve-cap-nguyen-cho-duyet?status=7&keyword=${import_code}`)
  await rowWith(page, import_code).click()
  await expect(dialog(page).getByText('Sai đợt giao')).toBeVisible()
})

test('an unsaved slip of ticket groups is restored after a reload and can be submitted', async ({ page, request }) => {
  const { draw } = await openDraw(request)
  const an = await hire(request, makes, draw.base_id)
  const [number] = randomTails(1) as [string]
  const note = `Đợt ${fresh()}`
  await signIn(page, an.user_name, password)
  await openEditor(page, draw, note)
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await page.keyboard.type('1200000')
  await expect.poll(() => page.evaluate("JSON.stringify(sessionStorage).includes('1200000')")).toBe(true)
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  const editor = dialog(page)
  await expect(editor.getByText(/Đã khôi phục nội dung/)).toBeVisible()
  await expect(cell(editor, 'Số cuối', 1)).toHaveValue(number)
  await expect(cell(editor, 'Giá bán', 1)).toHaveValue('1200000')
  await expect(editor.getByLabel('Ghi chú')).toHaveValue(note)
  await expect(editor.getByLabel('Kho')).toHaveCount(0)
  await editor.getByRole('button', { name: 'Lập phiếu' }).click()
  await expect(page.getByText(/Đã lập phiếu PC\d+ \(1 cặp, 110 vé, 1\.200\.000 đ\)/)).toBeVisible()
})
