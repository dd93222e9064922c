// The business's own bank accounts: two lists under two pages, their VietQR, and the balances at MB Bank.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { confirmWith, errorAt, inMenu, password } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { newPerson, post, signIn, tokenOf } from './people.ts'
import { act } from './rows.ts'

const freshNumber = () => `0987${String(randomInt(1e9)).padStart(9, '0')}`
const inFours = (number: string) => number.replaceAll(/.{4}(?=.)/g, '$& ')
const rowOf = (page: Page, number: string) => page.getByRole('row').filter({ hasText: inFours(number) })

async function open(page: Page, url: string, title: string) {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function fillAccount(page: Page, number: string) {
  await page.getByRole('button', { name: 'Thêm ngân hàng' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Ngân hàng', { exact: true }).fill('mb bank')
  await page.getByRole('option', { name: /^MB Bank/ }).click()
  await form.getByLabel('Số tài khoản').fill(number)
  await form.getByLabel('Chủ tài khoản').fill('CONG TY CP VE SO')
  await form.getByLabel('Nội dung mẫu').fill('NAP TIEN')
  await form.getByRole('button', { name: 'Lưu' }).click()
  return form
}

test('a bank account is added to each list once; its number is shown in groups of four and copied without spaces', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const number = freshNumber()
  await signIn(page, 'admin', admin_password)
  await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
  await fillAccount(page, number)
  await expect(page.getByText('Đã thêm tài khoản ngân hàng.')).toBeVisible()
  await expect(page.getByText(/^Khách chưa nạp tiền được vào tài khoản này cho đến khi/)).toBeVisible()
  await rowOf(page, number).getByRole('button', { name: 'Sao chép số tài khoản' }).click()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(number)

  const form = await fillAccount(page, number)
  await expect.poll(() => errorAt(form, 'Số tài khoản')).toBe('Tài khoản ngân hàng này đã có trong danh sách.')
  await form.getByRole('button', { name: 'Hủy' }).click()
  await confirmWith(page, 'Bỏ thay đổi')

  await open(page, '/quan-ly-ngan-hang-nhan-thuong', 'Ngân hàng nhận thưởng')
  await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
  await expect(rowOf(page, number)).toHaveCount(0)
  await fillAccount(page, number)
  await expect(rowOf(page, number)).toBeVisible()
  await inMenu(page, rowOf(page, number), 'Xóa')
  await expect(page.getByRole('alertdialog')).toContainText(number)
  await confirmWith(page, 'Xóa')
  await expect(rowOf(page, number)).toHaveCount(0)
  await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
  await expect(rowOf(page, number)).toBeVisible()
})

test('a new deposit account waits in its row until a second person confirms it', async ({ page, request }) => {
  const number = freshNumber()
  const person = await newPerson(request, { password, group: 'Quản trị' })
  const account = { type: 1, bank_id: 1, account_number: number, account_name: 'CONG TY CP VE SO', status: 0 }
  const { error } = await post(
    request,
    'cms/bank_config/add',
    account,
    await tokenOf(request, person.user_name, password),
  )
  expect(error).toMatchObject({ code: 0 })
  await signIn(page, 'admin', admin_password)
  await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
  await expect(rowOf(page, number)).toContainText('Chưa kích hoạt')
  await expect(rowOf(page, number)).toContainText('Chờ xác nhận')
  await act(rowOf(page, number), 'Xác nhận')
  await expect(page.getByRole('alertdialog')).toContainText(
    `do ${person.user_name} thêm hoặc đổi? Tài khoản chưa kích hoạt`,
  )
  await confirmWith(page, 'Xác nhận')
  await expect(
    page.getByText('Đã xác nhận. Khách nạp tiền được vào tài khoản này khi nó được kích hoạt.'),
  ).toBeVisible()
  await expect(rowOf(page, number)).not.toContainText('Chờ xác nhận')
  expect(await faults(page)).toEqual([])
})

test('the VietQR of an account shows bank, number, name and content', async ({ page }) => {
  const number = freshNumber()
  await signIn(page, 'admin', admin_password)
  await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
  await fillAccount(page, number)
  await act(rowOf(page, number), 'Mã VietQR')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: new RegExp(number) })).toBeVisible()
  for (const text of ['MB Bank', inFours(number), 'CONG TY CP VE SO', 'NAP TIEN'])
    await expect(dialog).toContainText(text)
  expect(await faults(page)).toEqual([])
})

test('a form that was begun for deposit accounts is not restored on the page of prize accounts', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
  await page.getByRole('button', { name: 'Thêm ngân hàng' }).first().click()
  await page.getByRole('dialog').getByLabel('Chủ tài khoản').fill('DANG NHAP DO')
  await expect.poll(() => page.evaluate<string>('JSON.stringify(sessionStorage)')).toContain('DANG NHAP DO')
  page.on('dialog', (question) => void question.accept())
  await open(page, '/quan-ly-ngan-hang-nhan-thuong', 'Ngân hàng nhận thưởng')
  await expect(page.getByRole('navigation', { name: 'Phân trang' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/quan-ly-ngan-hang-nap-tien')
  await expect(page.getByRole('dialog').getByLabel('Chủ tài khoản')).toHaveValue('DANG NHAP DO')
})

test('an account whose balance MB Bank has not reported yet shows so, above a total of the balances', async ({
  page,
}) => {
  let number = ''
  await signIn(page, 'admin', admin_password)
  // The bank reports every account each minute: one that was added just before that has a balance already.
  await expect(async () => {
    number = freshNumber()
    await open(page, '/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền')
    await fillAccount(page, number)
    await expect(page.getByText('Đã thêm tài khoản ngân hàng.')).toBeVisible()
    await open(page, '/tai-khoan-MBBank', 'Tài khoản MBBank')
    await page.getByPlaceholder('Số tài khoản, tên tài khoản').fill(number)
    await expect(rowOf(page, number)).toContainText('Chưa đồng bộ', { timeout: 5_000 })
  }).toPass()
  const totals = page.getByRole('row').filter({ hasText: 'Tổng cộng' })
  await expect(totals.getByRole('cell', { name: '0 đ', exact: true }).first()).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(number))
})
