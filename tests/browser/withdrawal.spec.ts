// Withdrawals: staff approve or reject them, and see how a simulated gateway pays them.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, errorAt, inMenu, password } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, signIn } from './people.ts'
import { act } from './rows.ts'

const momo = '/yeu-cau-rut-tien-ve-vi-momo'
const bank = '/yeu-cau-rut-tien-ve-tknh'
const drawer = (page: Page) => page.getByRole('dialog').last()
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })

interface WithdrawalRow {
  withdrawal_id: number
  withdrawal_code: string
  full_name: string
  account_name: string
  account_number: string
  amount: number
  approvals_left: number
  first_by: number | null
}

/** The sample's customers that wait for their money, the longest waiting first. */
async function waiting(request: APIRequestContext, call: 'list' | 'listMomo'): Promise<WithdrawalRow[]> {
  const answer = await request.get(`/api/xs/management/cms/withdrawal/${call}`, {
    params: { status: 0, sort: 'created_at', page_size: 50, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${await adminToken(request)}` },
  })
  const { data } = (await answer.json()) as { data: { items: WithdrawalRow[] } }
  return data.items
}

/** Whether the simulator refuses to pay to this number. */
const isRefused = ({ account_number }: WithdrawalRow) => /(4002|4003)$/.test(account_number)
const isSmall = (withdrawal: WithdrawalRow) =>
  withdrawal.approvals_left === 1 && withdrawal.first_by === null && !isRefused(withdrawal)
const dong = (amount: number) => `${amount.toLocaleString('vi-VN')} đ`

async function approver(page: Page, request: APIRequestContext) {
  const { user_name } = await newPerson(request, { password, group: 'Duyệt chi' })
  await signIn(page, user_name, password)
}

test('a withdrawal to MoMo is approved by keyboard, and its panel shows when it is paid', async ({ page, request }) => {
  const withdrawal = (await waiting(request, 'listMomo')).find(isSmall)!
  await approver(page, request)
  await page.goto(`${momo}?keyword=${withdrawal.withdrawal_code}`)
  await rowOf(page, withdrawal.withdrawal_code).focus()
  await page.keyboard.press('Enter')
  const pay = drawer(page).getByRole('button', { name: 'Xử lý' })
  await pay.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(withdrawal.account_name)
  await expect(question).toContainText(/nghìn đồng|triệu đồng/)
  await expect(question).toContainText('Lệnh chi được gửi ngay và không thu hồi được.')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: `Chi ${dong(withdrawal.amount)}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Đã duyệt chi.')).toBeVisible()
  await expect(drawer(page).getByText('Hoàn thành', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await expect(drawer(page).getByText('Tạm giữ 0 đ')).toBeVisible()
  await expect(drawer(page).getByText('Thành công. (mã 0)')).toBeVisible()
  expect(await faults(page, '[role=dialog]')).toEqual([])

  await expect(drawer(page).getByText('Đã chi', { exact: true })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Xử lý' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(rowOf(page, withdrawal.withdrawal_code).getByText('Hoàn thành', { exact: true })).toBeVisible()
})

test('a large withdrawal is paid only after a second person has approved it', async ({ browser, page, request }) => {
  const withdrawal = (await waiting(request, 'list')).find(({ approvals_left }) => approvals_left === 2)!
  await approver(page, request)
  await page.goto(`${bank}?withdrawal_id=${withdrawal.withdrawal_id}`)
  await expect(drawer(page).getByText('Cần 2 người duyệt')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Duyệt lần một' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Sau bạn còn cần 1 người duyệt nữa')
  await confirmWith(page, 'Duyệt lần một')
  await expect(drawer(page).getByText('Chờ người thứ hai', { exact: true })).toBeVisible()
  await expect(drawer(page).getByRole('status').getByText('Bạn đã duyệt lần một, cần người khác')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Duyệt lần hai' })).toHaveAttribute('aria-disabled', 'true')

  const context = await browser.newContext({ baseURL: process.env.BASE_URL! })
  const other = await context.newPage()
  await approver(other, request)
  await other.goto(`${bank}?withdrawal_id=${withdrawal.withdrawal_id}`)
  await drawer(other).getByRole('button', { name: 'Duyệt lần hai' }).click()
  await confirmWith(other, `Chi ${dong(withdrawal.amount)}`)
  await expect(drawer(other).getByText('Hoàn thành', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await context.close()
})

test("a payment that the gateway refuses returns the money to the wallet, with the gateway's reason", async ({
  page,
  request,
}) => {
  const withdrawal = (await waiting(request, 'listMomo')).find(isRefused)!
  await approver(page, request)
  await page.goto(`${momo}?withdrawal_id=${withdrawal.withdrawal_id}`)
  await drawer(page).getByRole('button', { name: 'Xử lý' }).click()
  await confirmWith(page, `Chi ${dong(withdrawal.amount)}`)
  await expect(drawer(page).getByText('Đã từ chối', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await expect(drawer(page).getByText('Tiền đã trở lại ví của khách')).toBeVisible()
  await expect(drawer(page).getByText('Tài khoản nhận chưa xác thực sinh trắc học. (mã 4002)')).toBeVisible()
  await expect(drawer(page).getByText('Tạm giữ 0 đ')).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Thử lại' })).toBeEnabled()
})

test('rejecting a withdrawal needs a reason, and several are approved in bulk after a preview', async ({
  page,
  request,
}) => {
  const [rejected, ...accepted] = (await waiting(request, 'list')).filter(isSmall)
  const [one, two] = accepted as [WithdrawalRow, WithdrawalRow]
  await approver(page, request)
  await page.goto(`${bank}?status=0&page_size=50`)
  await act(rowOf(page, rejected!.withdrawal_code), 'Từ chối')
  const reject = drawer(page).getByRole('button', { name: 'Từ chối' })
  await expect(reject).toHaveAttribute('aria-disabled', 'true')
  await drawer(page).getByLabel('Lý do').fill('Khách đổi ý, gọi tổng đài')
  await reject.click()
  await expect(page.getByText('Đã từ chối, tiền đã trở lại ví của khách.')).toBeVisible()
  await expect(rowOf(page, rejected!.withdrawal_code)).toHaveCount(0)

  for (const { withdrawal_code } of [one, two]) await rowOf(page, withdrawal_code).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Thao tác hàng loạt' }).getByRole('button', { name: 'Xử lý' }).click()
  const sum = `tổng ${dong(one.amount + two.amount)}`
  await expect(drawer(page).getByText(`Sẽ xử lý 2 yêu cầu rút tiền, ${sum}`)).toBeVisible()
  const does = `Xử lý 2 yêu cầu rút tiền · ${dong(one.amount + two.amount)}`
  await drawer(page).getByRole('button', { name: does }).click()
  await expect(drawer(page).getByText(`Đã xử lý 2 yêu cầu rút tiền, ${sum}.`)).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Đóng' }).last().click()
  await page.goto(`${bank}?withdrawal_id=${two.withdrawal_id}`)
  await expect(drawer(page).getByText('Hoàn thành', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('Escape')

  await page.goto(`${bank}?keyword=${rejected!.withdrawal_code}`)
  await inMenu(page, rowOf(page, rejected!.withdrawal_code), 'Lịch sử')
  await expect(drawer(page).getByText('Khách đổi ý, gọi tổng đài').first()).toBeVisible()
})

test('several withdrawals are rejected in bulk for one reason by keyboard', async ({ page, request }) => {
  const open = (await waiting(request, 'listMomo')).filter((withdrawal) => !isRefused(withdrawal))
  const [one, two] = open.slice(-2) as [WithdrawalRow, WithdrawalRow]
  await approver(page, request)
  await page.goto(`${momo}?status=0&page_size=50`)
  for (const { withdrawal_code } of [one, two]) await rowOf(page, withdrawal_code).getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await bar.getByRole('button', { name: 'Từ chối' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Từ chối' })
  const sum = `tổng ${dong(one.amount + two.amount)}`
  await expect(dialog.getByText(`Sẽ từ chối 2 yêu cầu rút tiền, ${sum}`)).toBeVisible()
  const reason = dialog.getByLabel('Lý do')
  await expect(reason).toBeFocused()
  const perform = dialog.getByRole('button', { name: 'Từ chối 2 yêu cầu rút tiền' })
  await expect(perform).toHaveAttribute('aria-disabled', 'true')
  await reason.fill('x'.repeat(501))
  await expect.poll(() => errorAt(dialog, 'Lý do')).toBe('Không được dài quá 500 ký tự')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(perform).toHaveAttribute('aria-disabled', 'true')
  await reason.fill('Nghi rút trùng, tổng đài đã gọi')
  expect(await faults(page, '[role=dialog]')).toEqual([])

  // Escape does not discard the typed reason without a question.
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Tiếp tục sửa')
  await expect(reason).toHaveValue('Nghi rút trùng, tổng đài đã gọi')
  await perform.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Đã từ chối 2 yêu cầu rút tiền, ${sum}.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Đóng' }).last().click()
  await expect(rowOf(page, one.withdrawal_code)).toHaveCount(0)
  await page.goto(`${momo}?withdrawal_id=${two.withdrawal_id}`)
  await expect(drawer(page).getByText('Đã từ chối', { exact: true }).first()).toBeVisible()
  await expect(drawer(page).getByText('Nghi rút trùng, tổng đài đã gọi').first()).toBeVisible()
})

test("a withdrawal links to its customer's wallet, and the held amount there links back", async ({ page, request }) => {
  const { withdrawal_id, withdrawal_code, full_name } = (await waiting(request, 'list'))[0]!
  await signIn(page, 'admin', admin_password)
  await page.goto(`${bank}?withdrawal_id=${withdrawal_id}`)
  await drawer(page).getByRole('link', { name: full_name }).click()
  await expect(page.getByRole('dialog', { name: full_name })).toContainText('Tạm giữ')
  await page.goBack()
  await drawer(page).getByRole('link', { name: 'Xem giao dịch ví' }).click()
  await page.getByRole('link', { name: withdrawal_code }).first().click()
  await expect(page.getByRole('dialog', { name: `Yêu cầu ${withdrawal_code}` })).toBeVisible()
})
