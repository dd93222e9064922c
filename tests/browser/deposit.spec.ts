// Deposits: a clerk imports the statement of an account that is also read at the bank, and may not match its lines. A second person
// matches one line with its request, and a large one whose amount is too low, which a third person confirms.
import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, inMenu, password } from './accounts.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { adminToken, newPerson, signIn } from './people.ts'
import { act } from './rows.ts'

const url = '/nap-tien-chuyen-khoan'
const dialog = (page: Page) => page.getByRole('dialog').last()
const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const money = (amount: number) => `${amount.toLocaleString('vi-VN')} đ`

interface Request {
  content: string
  amount: number
  bank_name: string
  account_number: string
  is_late: boolean
}

/** The sample's requests that still wait for their transfer. */
async function waiting(request: APIRequestContext): Promise<Request[]> {
  const answer = await request.get('/api/xs/management/cms/wallet/list', {
    params: { status: 0, page_size: 100, channel: 'CMS', transid: `doc-${randomInt(1e9)}` },
    headers: { authorization: `Bearer ${await adminToken(request)}` },
  })
  const { data } = (await answer.json()) as { data: { items: Request[] } }
  return data.items.filter(({ is_late }) => !is_late)
}

function statementOf(lines: { reference: string; amount: number; content: string }[]): string {
  const time = { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Ho_Chi_Minh' } as const
  const now = new Intl.DateTimeFormat('en-GB', time).format(Date.now()).replace(',', '')
  return [
    'SAO KÊ TÀI KHOẢN;;;;;;',
    'Ngày giờ;Mã GD;Ghi có;Ghi nợ;Nội dung;Số TK đối ứng;Tên đối ứng',
    ...lines.map(
      ({ reference, amount, content }) =>
        `${now};${reference};${amount.toLocaleString('vi-VN')};0;${content};1012345678;NGUYEN VAN THU`,
    ),
  ].join('\r\n')
}

test('lines of an imported statement are matched by a second person; a large underpaid one needs a third one too', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(150_000)
  const large = (await waiting(request)).find(({ amount }) => amount >= 20_000_000)!
  const usual = (await waiting(request)).filter((deposit) => deposit.account_number === large.account_number)
  const equal = usual.find(({ amount }) => amount < 20_000_000)!
  const [fits, short] = [`FT${randomInt(1e9)}`, `FT${randomInt(1e9)}`]
  const received = large.amount - 500_000
  const text = statementOf([
    { reference: fits, amount: equal.amount, content: `MBVCB.881.${equal.content}.CT tu 0071` },
    { reference: short, amount: received, content: `${large.content.toLowerCase()} nap tien` },
  ])
  const an = await newPerson(request, { password, group: 'Kế toán' })
  await signIn(page, an.user_name, password)

  await page.goto(url)
  await page.getByRole('button', { name: 'Nhập sao kê' }).click()
  const label = new RegExp(`^${large.bank_name} ${large.account_number}`)
  const account = dialog(page).getByLabel('Tài khoản')
  await expect(account.locator('option', { hasText: label })).toBeAttached()
  await account.selectOption({ label: (await account.locator('option', { hasText: label }).textContent())! })
  const file = { name: 'sao kê.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog(page).getByLabel('Tệp sao kê').setInputFiles(file)
  await expect(dialog(page)).toContainText('2 dòng mới: 0 tự khớp, 0 đ vào ví; 2 cần xử lý')
  await dialog(page).getByRole('button', { name: 'Nhập 2 dòng mới' }).click()
  await expect(dialog(page).getByText('Đã nhập sao kê')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rowWith(page, fits)).toContainText('Từ tệp, chờ người khác xác nhận')
  await expect(rowWith(page, fits).getByRole('button', { name: 'Khớp thủ công' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await faults(page)).toEqual([])

  const binh = await newPerson(request, { password, group: 'Duyệt chi' })
  const second = await (await browser.newContext({ baseURL: process.env.BASE_URL! })).newPage()
  await signIn(second, binh.user_name, password)
  await second.goto(url)
  await act(rowWith(second, fits), 'Khớp thủ công')
  await expect(dialog(second).getByText('Bạn là người thứ hai: tiền vào ví ngay.')).toBeVisible()
  await dialog(second)
    .getByRole('button', { name: `Nạp ${money(equal.amount)}` })
    .click()
  await expect(second.getByText('Đã khớp giao dịch với yêu cầu.')).toBeVisible()
  await expect(rowWith(second, fits)).toHaveCount(0)

  const line = rowWith(second, short)
  await expect(line).toContainText('Sai số tiền')
  await expect(line).toContainText('−500.000 đ')
  await line.getByRole('button', { name: 'Khớp thủ công' }).click()
  await expect(dialog(second).getByText('Thiếu 500.000 đ.')).toBeVisible()
  const save = dialog(second).getByRole('button', { name: `Nạp ${money(received)}` })
  await expect(save).toHaveAccessibleDescription(/Số tiền khác nhau/)
  expect(await faults(second)).toEqual([])
  await dialog(second)
    .getByLabel(`Nạp ${money(received)} theo tiền về`)
    .check()
  await dialog(second).getByLabel('Ghi chú').fill('Khách chuyển thiếu, đồng ý nạp số đã chuyển')
  await save.click()
  await expect(second.getByText('Đã khớp giao dịch với yêu cầu.')).toBeVisible()
  await expect(rowWith(second, short)).toHaveCount(0)

  await second.goto(`${url}?tab=requests&status=1`)
  await expect(rowWith(second, large.content)).toContainText('Chờ xác nhận lần hai')
  await expect(rowWith(second, large.content).getByRole('button', { name: 'Xác nhận' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  const chau = await newPerson(request, { password, group: 'Duyệt chi' })
  const other = await (await browser.newContext({ baseURL: process.env.BASE_URL! })).newPage()
  await signIn(other, chau.user_name, password)
  await other.goto('/')
  await other.getByRole('link', { name: /Nạp tiền chờ xác nhận lần hai/ }).click()
  await act(rowWith(other, large.content), 'Xác nhận')
  await expect(other.getByRole('alertdialog')).toContainText('Khách yêu cầu nạp')
  await confirmWith(other, 'Xác nhận')
  await expect(other.getByText('Đã xác nhận, tiền đã vào ví.')).toBeVisible()
  await other.goto(`${url}?tab=requests&status=2`)
  const done = rowWith(other, large.content)
  await expect(done).toContainText('Hoàn thành')
  await inMenu(other, done, 'Lịch sử thay đổi')
  await expect(dialog(other)).toContainText(binh.user_name)
  await other.context().close()
  await second.context().close()
})
