// Two people adjust a customer's balance: one requests it with a reason, the other approves, and the history shows it.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { confirmWith, password, rowOf } from './accounts.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { adminToken, newPerson, signIn } from './people.ts'

interface Wallet {
  account_id: number
  full_name: string
  balance: number
}

/** A wallet of the sample that holds money, another for each story. */
async function walletAt(request: APIRequestContext, place: number): Promise<Wallet> {
  const token = await adminToken(request)
  const answer = await request.get('/api/xs/management/cms/accountWallet/list', {
    params: { status: 1, sort: '-balance', page_size: 50, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: { items: Wallet[] } }
  return data.items[place]!
}

const dong = (amount: number) => `${amount.toLocaleString('vi-VN')} đ`

test('an increase of a balance above the limit waits for a second person, and is then in the history', async ({
  page,
  browser,
}) => {
  const [maker, decider] = [
    await newPerson(page.request, { password, group: 'Kế toán' }),
    await newPerson(page.request, { password, group: 'Duyệt chi' }),
  ]
  const wallet = await walletAt(page.request, 10)
  const reason = `Trả thưởng chưa vào ví ${randomUUID().slice(0, 8)}`

  await signIn(page, maker.user_name, password)
  await page.goto(`/danh-sach-tai-khoan-vi?wallet=${wallet.account_id}`)
  const panel = page.getByRole('dialog', { name: wallet.full_name })
  await panel.getByRole('button', { name: 'Cộng tiền' }).click()
  const form = page.getByRole('dialog', { name: 'Cộng tiền' })
  await form.getByLabel('Số tiền').fill('7500000')
  await expect(form.getByText('Bảy triệu năm trăm nghìn đồng')).toBeVisible()
  await expect(form.getByText(dong(wallet.balance + 7_500_000))).toBeVisible()
  await expect(form.getByText('Sẽ chờ người khác duyệt')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await form.getByLabel('Lý do').fill(reason)
  await form.getByRole('button', { name: 'Gửi duyệt' }).click()
  await expect(page.getByText(/Đã gửi điều chỉnh DC\d{6}, chờ duyệt/)).toBeVisible()
  const approveOwn = panel.getByRole('button', { name: 'Duyệt' }).first()
  await expect(approveOwn).toHaveAttribute('aria-disabled', 'true')

  const second = await browser.newContext()
  const other = await second.newPage()
  await signIn(other, decider.user_name, password)
  await other.goto('/')
  const waiting = other.getByRole('region', { name: 'Đang chờ bạn' })
  await expect(waiting.getByRole('listitem').first()).toBeVisible()
  const more_button = waiting.getByRole('button', { name: /Xem thêm/ })
  if (await more_button.isVisible()) await more_button.click()
  await waiting.getByRole('link', { name: /Điều chỉnh số dư chờ duyệt/ }).click()
  const line = other.getByRole('row').filter({ hasText: reason })
  await expect(line).toContainText(dong(7_500_000))
  expect(await faults(other)).toEqual([])
  await line.getByRole('button', { name: 'Duyệt' }).click()
  await expect(other.getByRole('alertdialog')).toContainText('Bảy triệu năm trăm nghìn đồng')
  await confirmWith(other, 'Duyệt')
  await expect(other.getByText('Đã duyệt điều chỉnh.')).toBeVisible()
  await expect(line).toBeHidden()
  await second.close()

  await page.reload()
  await expect(panel.getByText(dong(wallet.balance + 7_500_000)).first()).toBeVisible()
  await panel.getByRole('link', { name: 'Xem tất cả' }).click()
  const entry = page.getByRole('row').filter({ hasText: reason })
  await expect(entry).toContainText('+7.500.000 đ')
  await expect(entry).toContainText(dong(wallet.balance))
  await expect(entry).toContainText(dong(wallet.balance + 7_500_000))
  expect(await faults(page)).toEqual([])
  await entry.getByRole('link', { name: /DC\d{6}/ }).click()
  await expect(page.getByRole('row').filter({ hasText: reason })).toContainText('Đã thực hiện')
})

test('a decrease beyond the balance is refused, and a locked wallet cannot be adjusted', async ({ page }) => {
  const maker = await newPerson(page.request, { password, group: 'Kế toán' })
  const wallet = await walletAt(page.request, 12)
  await signIn(page, maker.user_name, password)
  await page.goto(`/danh-sach-tai-khoan-vi?wallet=${wallet.account_id}`)
  const panel = page.getByRole('dialog', { name: wallet.full_name })
  await panel.getByRole('button', { name: 'Trừ tiền' }).click()
  const form = page.getByRole('dialog', { name: 'Trừ tiền' })
  await form.getByLabel('Số tiền').fill(String(wallet.balance + 1))
  await expect(form.getByText(/^Chỉ còn .* khả dụng\.$/).first()).toBeVisible()
  await expect(form.getByRole('button', { name: 'Trừ tiền' })).toHaveAttribute('aria-disabled', 'true')
  await form.getByRole('button', { name: 'Hủy' }).click()
  await confirmWith(page, 'Bỏ thay đổi')

  await panel.getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('menuitem', { name: 'Khóa ví' }).click()
  const lock = page.getByRole('dialog', { name: 'Khóa ví' })
  await lock.getByLabel('Lý do').fill('Chờ xác minh giấy tờ')
  await lock.getByRole('button', { name: 'Khóa ví' }).click()
  await expect(panel.getByText('Chờ xác minh giấy tờ')).toBeVisible()
  const add = panel.getByRole('button', { name: 'Cộng tiền' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/danh-sach-tai-khoan-vi?status=0')
  await expect(rowOf(page, wallet.full_name)).toContainText('Đã khóa')
})

test('limits and fees are saved in one form, which computes an example', async ({ page }) => {
  const maker = await newPerson(page.request, { password, group: 'Kế toán' })
  await signIn(page, maker.user_name, password)
  await page.goto('/quan-ly-hinh-thuc-nhan-thuong')
  const rate = page.getByLabel('Phí theo tỷ lệ về MoMo')
  const before = await rate.inputValue()
  await rate.fill('1,25')
  await expect(page.getByRole('region', { name: 'Phí khi rút 1.000.000 đ' })).toContainText('12.500 đ')
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã lưu hình thức nhận thưởng.')).toBeVisible()
  await rate.fill(before)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText(`${maker.user_name} sửa lần cuối`)).toBeVisible()
})

test('a proposed limit is not shown as the limit before another person confirms it', async ({ page }) => {
  const maker = await newPerson(page.request, { password, group: 'Kế toán' })
  await signIn(page, maker.user_name, password)
  await page.goto('/quan-ly-hinh-thuc-nhan-thuong')
  const limit = page.getByLabel('Khớp thủ công tiền nạp cần người thứ hai từ')
  const before = await limit.inputValue()
  await limit.fill('31000000')
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã gửi thay đổi giới hạn, chờ người khác xác nhận.')).toBeVisible()
  await expect(page.getByText(`Chờ xác nhận: 31.000.000 đ (${maker.user_name} đề nghị)`)).toBeVisible()
  await expect(limit).toHaveValue(before)
})
