// Tickets come into stock by two people: one writes the slip, the other approves it; some tickets are returned.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { confirmWith, inMenu, password } from './accounts.ts'
import { fresh, get, hire, dataOf, openDraw, type Draw } from './draws.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { act } from './rows.ts'

const dialog = (page: Page) => page.getByRole('dialog').last()
const cell = (scope: Page | Locator, column: string, line: number) =>
  scope.getByLabel(`${column}, dòng ${line}`, { exact: true })

type Rights = Record<string, number[]>
const keeper: Rights = { '/quan-ly-ve-co-so': [1, 2, 3, 4, 6], '/bao-cao-lich-su-kho-ve': [1, 6] }
const approver: Rights = { ...keeper, '/ve-cho-duyet': [1, 4, 5, 6] }

/** Numbers that no other story has, all beginning with a zero. */
const numbers = (count: number) => {
  const first = Math.floor(Math.random() * 90_000)
  return Array.from({ length: count }, (_, index) => String(first + index).padStart(6, '0'))
}

interface Slip {
  ticket_import_id: number
  import_code: string
}
const newSlip = (request: APIRequestContext, token: string, draw: Draw, note: string, tickets: object[]) =>
  dataOf<Slip>(request, token, 'cms/ticket_import/create', {
    area_id: draw.area_id,
    open_date: draw.open_date,
    note,
    tickets,
  })

async function openEditor(page: Page, draw: Draw, note: string) {
  await page.goto('/quan-ly-ve-co-so')
  await page.getByRole('button', { name: 'Lập phiếu nhập' }).first().click()
  const editor = dialog(page)
  await editor.getByLabel('Ngày mở thưởng').fill(draw.open_date.split('-').toReversed().join('/'))
  await editor.getByLabel('Ngày mở thưởng').press('Tab')
  await editor.getByLabel('Đài').selectOption({ label: `${draw.area_name} · quay ${draw.draw_time}` })
  await editor.getByLabel('Ghi chú').fill(note)
  await editor.getByLabel('Ghi chú').press('Enter')
  await expect(cell(editor, 'Dãy số', 1)).toBeFocused()
  return editor
}

async function paste(page: Page, text: string) {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
}

test('a slip is written by one person, approved by another one, added to stock, and partly returned', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const an = await hire(request, { ...keeper, '/ve-cho-duyet': [1, 5] }, draw.base_id)
  const binh = await hire(request, approver)
  const [one, two, three, four, other, makers] = numbers(6) as [string, string, string, string, string, string]
  const note = `Đợt ${fresh()}`
  await signIn(page, an.user_name, password)

  await test.step('tickets are typed with Enter after each cell, and errors appear at their line', async () => {
    const editor = await openEditor(page, draw, note)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.type(key).then(() => page.keyboard.press('Enter'))
    }
    await press(one, '10', two.slice(1), '20')
    await expect(editor.getByText('Dãy số phải có 6 chữ số')).toBeVisible()
    await cell(editor, 'Dãy số', 2).fill(one)
    await expect(editor.getByText('Vé trùng với dòng 1').first()).toBeVisible()
    await cell(editor, 'Dãy số', 2).fill(two)
    await expect(editor.getByText(/dòng lỗi/)).toHaveCount(0)
  })

  await test.step('tickets that are pasted from a spreadsheet without leading zeros get them back', async () => {
    const editor = dialog(page)
    await cell(editor, 'Dãy số', 3).focus()
    await paste(page, `Dãy số\tSố lượng\n${Number(three)}\t5\n${Number(four)}\t1.000\n`)
    await editor.getByRole('button', { name: 'Thêm số 0 ở đầu' }).click()
    await expect(cell(editor, 'Dãy số', 4)).toHaveValue(four)
    await expect(editor.getByText('4 dòng, 1.035 vé, 10.350.000 đ')).toBeVisible()
    expect(await faults(page, '[role=dialog]')).toEqual([])
    await cell(editor, 'Dãy số', 4).press('Control+Enter')
    await expect(page.getByText(/Đã lập phiếu PN\d+ .*chờ người khác duyệt/)).toBeVisible()
  })

  await test.step('a ticket that waits in another slip is refused at its line', async () => {
    const editor = await openEditor(page, draw, note)
    await page.keyboard.type(other)
    await cell(editor, 'Dãy số', 2).fill(three)
    await cell(editor, 'Dãy số', 2).press('Control+Enter')
    await expect(editor.getByText(/^Vé đang chờ duyệt ở phiếu PN\d+$/)).toBeVisible()
    await expect(cell(editor, 'Dãy số', 2)).toBeFocused()
    await page.keyboard.press('Control+Delete')
    await expect(cell(editor, 'Dãy số', 2)).toHaveValue('')
    await page.keyboard.press('Control+Enter')
    await expect(editor).toHaveCount(0)
  })

  const { import_code } = await slipNoted(request, an.token, note)
  await test.step('the maker cannot approve the own slip and sees why', async () => {
    await page.goto(`/ve-cho-duyet?keyword=${import_code}`)
    const row = page.getByRole('row').filter({ hasText: import_code })
    await expect(row.getByRole('button', { name: 'Duyệt' })).toHaveAttribute('aria-disabled', 'true')
    await row.click()
    await expect(dialog(page).getByText('Người lập phiếu không được tự duyệt phiếu của mình.').first()).toBeVisible()
  })

  await test.step('a second person approves several slips in bulk; the own one is skipped with the reason', async () => {
    await newSlip(request, binh.token, draw, note, [{ number: makers, quantity: 1 }])
    const context = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? process.env.BASE_URL! })
    const second = await context.newPage()
    await signIn(second, binh.user_name, password)
    await second.goto(`/ve-cho-duyet?keyword=${encodeURIComponent(note)}`)
    await expect(second.getByText('1–3 / 3 phiếu nhập')).toBeVisible()
    await second.getByLabel('Chọn cả trang').check()
    await second.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Duyệt' }).click()
    const reason = 'Người lập phiếu không được tự duyệt phiếu của mình.'
    await expect(dialog(second).getByText('Sẽ duyệt 2 phiếu nhập, tổng 10.360.000 đ')).toBeVisible()
    await dialog(second).getByRole('button', { name: 'Duyệt 2 phiếu nhập · 10.360.000 đ' }).click()
    await expect(dialog(second).getByText(/^Đã duyệt 2 phiếu nhập, tổng 10\.360\.000 đ; 1 bị bỏ qua/)).toBeVisible()
    await expect(dialog(second).getByRole('row').filter({ hasText: 'Bỏ qua' })).toContainText(reason)
    await context.close()
  })

  await test.step('the stock shows the approved slip', async () => {
    await page.goto(`/quan-ly-ve-co-so?area_id=${draw.area_id}`)
    // Other stories have draws of this station on other days.
    const day = draw.open_date.split('-').toReversed().join('/')
    await page.getByRole('row').filter({ hasText: day }).first().click()
    const slips = dialog(page).getByRole('region', { name: 'Phiếu nhập' })
    const slip = slips.getByRole('listitem').filter({ hasText: import_code })
    await expect(slip).toContainText('Đã duyệt')
    await expect(slip).toContainText('4 dòng · 1.035 vé')
    await slip.getByRole('link', { name: import_code }).click()
    await expect(dialog(page).getByRole('heading', { name: `Phiếu ${import_code}` })).toBeVisible()
  })

  await test.step('part of the slip is returned', async () => {
    await dialog(page).getByRole('button', { name: 'Trả vé' }).click()
    await dialog(page).getByText('Chọn dòng và số lượng').click()
    await dialog(page).getByLabel(`SL trả của ${two}`).fill('3')
    await dialog(page).getByLabel('Lý do').fill('Đại lý thu hồi')
    await dialog(page).getByRole('button', { name: 'Trả 3 vé' }).click()
    await expect(page.getByText('Đã gửi phiếu hoàn, chờ người khác xác nhận.')).toBeVisible()
  })

  await test.step('the history of the stock shows what was there before and after the return', async () => {
    await page.goto(`/bao-cao-lich-su-kho-ve?keyword=${import_code}`)
    const returned = page.getByRole('row').filter({ hasText: 'Đại lý thu hồi' })
    await expect(returned).toContainText('−3')
    await expect(page.getByRole('row').filter({ hasText: '+1.035' })).toBeVisible()
    const figures = await returned.getByRole('cell').allTextContents()
    const index = figures.indexOf('−3')
    const number = (text: string | undefined) => Number(text?.replaceAll('.', ''))
    expect(number(figures[index - 1]) - number(figures[index + 1])).toBe(3)
    await returned.getByRole('link', { name: import_code }).click()
    await expect(dialog(page).getByRole('heading', { name: `Phiếu ${import_code}` })).toBeVisible()
  })
})

/** The first slip with this note. */
async function slipNoted(request: APIRequestContext, token: string, note: string): Promise<Slip> {
  const { items } = await get<{ items: Slip[] }>(request, token, 'cms/ticket_import/list', { keyword: note })
  return items.at(-1)!
}

test('an approver steps through waiting slips by keyboard and deletes one with a reason', async ({ page, request }) => {
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const an = await hire(request, keeper, draw.base_id)
  const binh = await hire(request, approver)
  const note = `Đợt ${fresh()}`
  const tickets = numbers(3)
  const slips: Slip[] = []
  for (const number of tickets) slips.push(await newSlip(request, an.token, draw, note, [{ number, quantity: 2 }]))
  const [first, second, third] = slips as [Slip, Slip, Slip]

  await signIn(page, binh.user_name, password)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Phiếu nhập vé chờ duyệt/ })).toBeVisible()
  await page.goto(`/ve-cho-duyet?keyword=${encodeURIComponent(note)}`)
  await page.getByRole('row').filter({ hasText: third.import_code }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: `Phiếu ${third.import_code}` })).toBeVisible()
  await expect(dialog(page).getByText('Đang mở bán')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Duyệt' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('2 vé')
  await expect(page.getByRole('alertdialog')).toContainText('Hai mươi nghìn đồng')
  await confirmWith(page, 'Duyệt')
  await expect(dialog(page).getByRole('button', { name: 'Tiếp theo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('heading', { name: `Phiếu ${second.import_code}` })).toBeVisible()
  await page.keyboard.press('Escape')

  const refused = page.getByRole('row').filter({ hasText: first.import_code })
  await inMenu(page, refused, 'Xóa')
  await dialog(page).getByLabel('Lý do').fill('Sai đợt giao')
  await dialog(page).getByRole('button', { name: 'Xóa phiếu' }).click()
  await expect(refused).toHaveCount(0)
  await page.goto(`/ve-cho-duyet?status=*&ticket_import_id=${first.ticket_import_id}`)
  // Shown in its details, and in its timeline once that is loaded.
  await expect(dialog(page).getByText('Sai đợt giao').first()).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Thao tác khác' })).toBeVisible()
})

test('lines are typed on beyond the hundredth, and the first one is reached again', async ({ page, request }) => {
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const an = await hire(request, keeper, draw.base_id)
  const many = numbers(104)
  await signIn(page, an.user_name, password)
  const editor = await openEditor(page, draw, `Đợt ${fresh()}`)
  await paste(page, many.slice(0, 98).join('\n'))
  await expect(cell(editor, 'Dãy số', 99)).toBeFocused()
  // Without a pause, as the grid stops rendering all of its rows at the hundredth.
  for (const number of many.slice(98)) {
    await page.keyboard.type(`${number}\n1\n`)
  }
  await expect(cell(editor, 'Dãy số', 105)).toBeFocused()
  for (const [index, number] of many.entries())
    if (index >= 98) await expect(cell(editor, 'Dãy số', index + 1)).toHaveValue(number)
  await expect(cell(editor, 'Dãy số', 1)).toHaveCount(0)
  await expect(cell(editor, 'Dãy số', 105)).toBeInViewport()
  await expect(editor.getByText(/104 dòng, 104 vé/)).toBeVisible()
  await cell(editor, 'Dãy số', 100).fill(many[0]!)
  await editor.getByLabel('Ghi chú').focus()
  await cell(editor, 'Dãy số', 100).hover()
  await page.mouse.wheel(0, -9_999)
  await expect(cell(editor, 'Dãy số', 1)).toBeInViewport()
  await expect(cell(editor, 'Dãy số', 1)).toHaveValue(many[0]!)
  await editor.getByRole('button', { name: /Đến dòng lỗi/ }).click()
  await expect(cell(editor, 'Dãy số', 100)).toBeFocused()
  await expect(cell(editor, 'Dãy số', 100)).toBeInViewport()
})

test('an unsaved slip is restored after a reload, and saving over the change of another person is refused', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const an = await hire(request, keeper, draw.base_id)
  const note = `Đợt ${fresh()}`
  const [one, two, three] = numbers(3) as [string, string, string]
  await signIn(page, an.user_name, password)
  await openEditor(page, draw, note)
  await page.keyboard.type(one)
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await expect.poll(() => page.evaluate("JSON.stringify(sessionStorage).includes('quantity')")).toBe(true)
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  const editor = dialog(page)
  await expect(editor.getByText(/Đã khôi phục nội dung/)).toBeVisible()
  await expect(cell(editor, 'Dãy số', 1)).toHaveValue(one)
  await expect(cell(editor, 'Số lượng', 1)).toHaveValue('7')
  await expect(editor.getByLabel('Ghi chú')).toHaveValue(note)
  await editor.getByRole('button', { name: 'Lập phiếu' }).click()
  await expect(editor).toHaveCount(0)

  const { ticket_import_id, import_code } = await slipNoted(request, an.token, note)
  await page.goto(`/quan-ly-ve-co-so?tab=slips&keyword=${import_code}`)
  await act(page.getByRole('row').filter({ hasText: import_code }), 'Sửa')
  await expect(cell(editor, 'Dãy số', 1)).toHaveValue(one)
  await cell(editor, 'Dãy số', 2).fill(two)
  const theirs = { ticket_import_id, version: 1, tickets: [{ number: three, quantity: 9 }] }
  await dataOf(request, an.token, 'cms/ticket_import/update', theirs)
  await editor.getByRole('button', { name: 'Lưu phiếu' }).click()
  await expect(editor.getByText(/1 dòng, 9 vé, 90\.000 đ.*Của bạn: 2 dòng, 8 vé/)).toBeVisible()
  await editor.getByRole('button', { name: 'Lấy bản của họ' }).click()
  await expect(cell(editor, 'Dãy số', 1)).toHaveValue(three)
  await expect(cell(editor, 'Dãy số', 2)).toHaveValue('')
})
