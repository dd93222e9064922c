// Customers' groups and their fees, cashback, and personal data, as the staff of customer care manage them.
import { randomInt } from 'node:crypto'
import { rowOf } from './banners.ts'
import { get } from './draws.ts'
import { faults } from './faults.ts'
import type { Locator } from '@playwright/test'
import { admin_password, expect, sample_password, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'
import { act } from './rows.ts'

const momentFromNow = (minutes: number) => {
  const [day, time] = new Date(Date.now() + (minutes + 7 * 60) * 60_000).toISOString().slice(0, 16).split('T')
  return `${day!.split('-').toReversed().join('/')} ${time}`
}
/** Fills in a moment, so many minutes from now: its day, and its hour in the box beside it. */
async function fillMoment(dialog: Locator, label: string, minutes: number, index: number) {
  const [day, time] = momentFromNow(minutes).split(' ') as [string, string]
  await dialog.getByLabel(label, { exact: true }).fill(day)
  await dialog.getByRole('textbox', { name: 'Giờ', exact: true }).nth(index).fill(time)
}
const isoFromNow = (minutes: number) =>
  new Date(Date.now() + (minutes + 7 * 60) * 60_000).toISOString().replace(/\.\d+Z$/, '+07:00')
const phone = () => `09${randomInt(10_000_000, 99_999_999)}`

test("typed phone numbers are added to a customers' group, an invalid one is reported, and a member is removed", async ({
  page,
}) => {
  const name = `Khách quý ${randomInt(1_000_000)}`
  const [one, other] = [phone(), phone()]
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-nhom-khach-hang')
  await page.getByRole('button', { name: 'Thêm nhóm' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tên nhóm').fill(name)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(rowOf(page, name)).toContainText('VIP')

  await act(rowOf(page, name), 'Thêm khách')
  await dialog.getByLabel('Gõ hoặc dán số điện thoại').fill(`${one}\n${other}, 12345`)
  await dialog.getByRole('button', { name: 'Kiểm tra 3 dòng' }).click()
  await expect(dialog.getByText('12345').first()).toBeVisible()
  await dialog.getByRole('button', { name: /^Nhập 2/ }).click()
  await expect(dialog.getByText('Đã nhập xong')).toBeVisible()
  await page.goto(`/quan-ly-nhom-khach-hang?tab=members&keyword=${one}`)
  const member = page.getByRole('main').getByRole('row').filter({ hasText: name })
  await expect(member).toHaveCount(1)
  expect(await faults(page)).toEqual([])

  await act(member, 'Gỡ khỏi nhóm')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gỡ khỏi nhóm' }).click()
  await expect(member).toHaveCount(0)
})

test('a fee rule that overlaps another one is shown and repaired by one press, and the trial computes the fees', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const { data } = await post(
    request,
    'cms/group_vip/add',
    { name: `Phí thử ${randomInt(1_000_000)}`, type: 1, status: 1 },
    token,
  )
  const { group_vip_id } = data as { group_vip_id: number }
  await signIn(page, 'admin', admin_password)
  await page.goto(`/quan-ly-nhom-khach-hang/${group_vip_id}/danh-sach-phi`)
  const dialog = page.getByRole('dialog')
  const fill = async (rule: Record<string, string>) => {
    await page.getByRole('button', { name: 'Thêm quy tắc' }).first().click()
    for (const [label, value] of Object.entries(rule)) {
      await dialog.getByLabel(label, { exact: true }).fill(value)
      await dialog.getByLabel(label, { exact: true }).press('Tab')
    }
  }
  await fill({ 'Từ giá trị': '0', 'Đến giá trị': '1000000', 'Phí theo tỷ lệ': '1,5' })
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã lưu. Phí có hiệu lực từ đơn kế tiếp.')).toBeVisible()

  await fill({ 'Từ giá trị': '900000', 'Phí theo tỷ lệ': '1' })
  await expect(dialog.getByText('Chồng lấn quy tắc khác (mã 2003)')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sửa giúp tôi' }).click()
  await expect(dialog.getByText('Chồng lấn quy tắc khác (mã 2003)')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Không chồng lấn, không khoảng trống')).toBeVisible()

  await page.getByLabel('Giá trị đơn', { exact: true }).fill('1000000')
  await expect(page.getByText('15.000 đ').first()).toBeVisible()
  await page.getByLabel('Giá trị đơn', { exact: true }).fill('1200000')
  await expect(page.getByText('12.000 đ').first()).toBeVisible()
  expect(await faults(page)).toEqual([])
  await get(request, token, 'cms/group_vip/delete', { group_vip_id })
})

test('a cashback programme is planned and ended at once, and one that overlaps it is refused', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const name = `Hoàn tiền ${randomInt(1_000_000)}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/chuong-trinh-cashback')
  await page.getByRole('button', { name: 'Thêm chương trình' }).first().click()
  const dialog = page.getByRole('dialog')
  // Years ahead and of an hour of its own, so that it overlaps no other programme.
  const ahead = randomInt(60 * 24 * 400, 60 * 24 * 3_000)
  await dialog.getByLabel('Tên chương trình').fill(name)
  await fillMoment(dialog, 'Bắt đầu', ahead, 0)
  await fillMoment(dialog, 'Kết thúc', ahead + 60, 1)
  await dialog.getByLabel('Tỷ lệ').fill('5')
  await dialog.getByLabel('Tối đa mỗi đơn').fill('50000')
  await dialog.getByLabel('Ngân sách').fill('1000000')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(rowOf(page, name)).toContainText('Sắp diễn ra')
  const same = {
    name: `${name} nữa`,
    start_at: isoFromNow(ahead + 30),
    end_at: isoFromNow(ahead + 90),
    rate: 100,
    most_per_order: 1_000,
    budget: 1_000,
  }
  expect((await post(request, 'cms/cashback/add', same, token)).error.code).toBe(141)

  await act(rowOf(page, name), 'Kết quả')
  await expect(page.getByRole('dialog')).toContainText(name)
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await act(rowOf(page, name), 'Kết thúc ngay')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kết thúc ngay' }).click()
  await expect(rowOf(page, name)).toContainText('Kết thúc')
})

test('a cashback programme with a large budget waits for a second person, and its maker withdraws it', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const name = `Hoàn tiền lớn ${randomInt(1_000_000)}`
  const ahead = randomInt(60 * 24 * 4_000, 60 * 24 * 7_000)
  const programme = {
    name,
    start_at: isoFromNow(ahead),
    end_at: isoFromNow(ahead + 60),
    rate: 100,
    most_per_order: 1_000,
    budget: 1_000_000_000,
  }
  expect((await post(request, 'cms/cashback/add', programme, token)).error.code).toBe(0)
  await signIn(page, 'admin', admin_password)
  await page.goto('/chuong-trinh-cashback?waits=true')
  await expect(rowOf(page, name)).toContainText('Chờ duyệt')
  await expect(rowOf(page, name)).toContainText('admin lập, chờ người khác')
  expect(await faults(page)).toEqual([])
  await act(rowOf(page, name), 'Rút lại')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lý do').fill('Chưa thống nhất')
  await dialog.getByRole('button', { name: 'Rút lại' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('personal data of a customer is looked up; one person requests its erasure and another one confirms it', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const group = { name: `Khách quên ${randomInt(1_000_000)}`, type: 1, status: 1 }
  const { data } = await post(request, 'cms/group_vip/add', group, token)
  const number = phone()
  const member = { group_vip_id: (data as { group_vip_id: number }).group_vip_id, msisdn: [number] }
  expect((await post(request, 'cms/group_vip_account/add_account', member, token)).error).toMatchObject({ code: 0 })
  const dialog = page.getByRole('dialog', { name: /Dữ liệu cá nhân/ })
  const lookUp = async () => {
    await page.goto('/du-lieu-ca-nhan')
    await page.getByRole('button', { name: 'Tra cứu một số' }).click()
    await dialog.getByLabel('Số điện thoại của khách').fill(number)
    await dialog.getByRole('button', { name: 'Xem', exact: true }).click()
    await expect(dialog.getByText('Khách trong nhóm VIP: 1 dòng')).toBeVisible()
  }

  await signIn(page, 'cskh', sample_password)
  await lookUp()
  expect(await faults(page)).toEqual([])
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Xuất file excel' }).click()
  expect((await file).suggestedFilename()).toBe(`du-lieu-ca-nhan-${number}.xlsx`)
  await dialog.getByRole('button', { name: 'Xóa theo yêu cầu' }).click()
  const asking = page.getByRole('dialog', { name: 'Xóa dữ liệu cá nhân theo yêu cầu' })
  await asking.getByRole('textbox').fill('Khách gọi tổng đài, đã xác minh')
  await asking.getByRole('button', { name: 'Lập yêu cầu' }).click()
  await expect(dialog.getByText('Yêu cầu xóa đang chờ người thứ hai')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Xác nhận xóa' })).toHaveCount(0)

  await page.context().clearCookies()
  await signIn(page, 'admin', admin_password)
  await lookUp()
  await dialog.getByRole('button', { name: 'Xác nhận xóa' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click()
  await expect(page.getByText('Đã xóa dữ liệu cá nhân theo yêu cầu.')).toBeVisible()
  const row = rowOf(page, `${number.slice(0, 4)} ••• ${number.slice(7)}`)
  await expect(row).toContainText('Đã xóa')
  expect(await faults(page)).toEqual([])
})
