// The settings of selling: order times, gate fees, payment sources, and time limits of orders.
import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { password } from './accounts.ts'
import { get } from './draws.ts'
import { revertNewest } from './history.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, type Person } from './people.ts'

async function open(page: Page, tab: string) {
  await signIn(page, 'admin', admin_password)
  await page.goto(`/cau-hinh-he-thong/${tab}`)
}
/** A day in Viet Nam, as people type it. */
const dayFromNow = (days: number) => {
  const [year, month, day] = new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 10).split('-')
  return `${day}/${month}/${year}`
}

test('order times are changed from a day on, must be in sequence, and are restored from the history', async ({
  page,
}) => {
  await open(page, 'thoi-gian-nhan-don')
  const row = page.getByRole('row').filter({ hasText: 'Thần tài 4' })
  await row.click()
  await expect(page.getByRole('heading', { name: /^Thần tài 4 · quay/ })).toBeVisible()
  const stop = page.getByLabel('Ngừng nhận')
  const before = await stop.inputValue()
  const day = dayFromNow(30)
  await page.getByLabel('Sẽ dùng từ').fill(day)
  await page.getByLabel('Sẽ dùng từ').press('Tab')

  await stop.fill('23:30')
  await stop.press('Tab')
  await expect(page.getByText('Sai trật tự')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(stop).toBeFocused()
  const [hour, minute] = before.split(':').map(Number) as [number, number]
  const minutes = hour * 60 + minute - 5
  const after = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')
  await stop.fill(after)
  await stop.press('Tab')
  await expect(page.getByText('sớm hơn 5 phút')).toBeVisible()
  await expect(page.getByText(`Kênh bán từ chối (mã 156) từ đúng ${after}`)).toBeVisible()
  const why = `In vé kịp giờ ${Date.now()}`
  await page.getByLabel('Lý do', { exact: true }).fill(why)
  await page.getByRole('button', { name: `Đặt cho ${day}` }).click()
  await expect(page.getByText(`Đã đặt giờ nhận đơn từ ${day}`)).toBeVisible()
  await expect(row).toContainText(`${after} từ ${day.slice(0, 5)}`)
  await expect(page.getByText(`Lý do: ${why}`)).toBeVisible()

  await revertNewest(page, why)
  await expect(stop).toHaveValue(before)
  await page.getByRole('button', { name: `Đặt cho ${day}` }).click()
  await expect(row).not.toContainText(`${after} từ`)
})

test('what is typed beside a list comes back when the session has ended before it was saved', async ({
  page,
  request,
}) => {
  const editor = await newPerson(request, { password, group: 'Quản trị' })
  await signIn(page, editor.user_name, password)
  await page.goto('/cau-hinh-he-thong/thoi-gian-nhan-don')
  await page.getByRole('row').filter({ hasText: 'Thần tài 4' }).click()
  await expect(page.getByRole('heading', { name: /^Thần tài 4 · quay/ })).toBeVisible()
  const day = dayFromNow(31)
  await page.getByLabel('Sẽ dùng từ').fill(day)
  await page.getByLabel('Ngừng nhận').fill('12:34')
  await page.getByLabel('Lý do', { exact: true }).fill('Gõ trước khi hết phiên')
  await page.getByLabel('Lý do', { exact: true }).press('Tab')
  await signInAgain(page, editor, request)
  await expect(page.getByRole('heading', { name: /^Thần tài 4 · quay/ })).toBeVisible()
  await expect(page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')).toBeVisible()
  await expect(page.getByLabel('Sẽ dùng từ')).toHaveValue(day)
  await expect(page.getByLabel('Ngừng nhận')).toHaveValue('12:34')
  await expect(page.getByLabel('Lý do', { exact: true })).toHaveValue('Gõ trước khi hết phiên')
  await page.getByRole('button', { name: 'Bỏ', exact: true }).click()
  await expect(page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')).toBeHidden()

  await page.goto('/cau-hinh-he-thong/nguon-tt')
  const zalo = page.getByRole('listitem').filter({ hasText: 'ZALOPAY' })
  await zalo.getByRole('switch').click()
  await expect(page.getByText('Sẽ đóng: ZaloPay')).toBeVisible()
  await page.getByLabel('Lý do', { exact: true }).fill('Gõ trước khi hết phiên')
  await signInAgain(page, editor, request)
  await expect(page.getByText('Sẽ đóng: ZaloPay')).toBeVisible()
  await expect(page.getByLabel('Lý do', { exact: true })).toHaveValue('Gõ trước khi hết phiên')
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
  await expect(page.getByText('Sẽ đóng: ZaloPay')).toBeHidden()
})

/** Saves once the person's sessions have ended, and signs in on the page that comes. */
async function signInAgain(page: Page, { user_id, user_name }: Person, request: APIRequestContext) {
  const token = await adminToken(request)
  expect((await post(request, 'cms/account/session/revoke', { user_id }, token)).error.code).toBe(0)
  // The live connection may report the ended session before the save does.
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Tên đăng nhập').fill(user_name)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
}

test('a gate fee is set from a day on, once per source and day, changed, and reset from the history', async ({
  page,
}) => {
  await open(page, 'phi-cong-tt')
  const day = dayFromNow(randomInt(10, 4_000))
  const fill = async (rate: string) => {
    await page.getByRole('button', { name: 'Thêm mức phí' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nguồn thanh toán').fill('VNPAY')
    await page.getByRole('option', { name: 'VNPAY' }).click()
    await dialog.getByLabel('Áp dụng từ').fill(day)
    await dialog.getByLabel('Tỷ lệ').fill(rate)
    await dialog.getByLabel('Cố định mỗi giao dịch').fill('300')
    await dialog.getByRole('button', { name: 'Lưu' }).click()
    return dialog
  }
  await fill('1,5')
  const row = page.getByRole('table', { name: 'Phí cổng thanh toán' }).getByRole('row').filter({ hasText: day })
  await expect(row).toContainText('1,5')
  await expect(row).toContainText('Sắp áp dụng')
  const dialog = await fill('2')
  await expect(page.getByText('Phí cổng thanh toán đã tồn tại.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Hủy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ thay đổi' }).click()

  await row.getByRole('button', { name: 'Sửa mức phí VNPAY' }).click()
  await dialog.getByLabel('Cố định mỗi giao dịch').fill('500')
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(row).toContainText('500 đ mỗi giao dịch')
  await revertNewest(page, '500')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đặt lại' }).click()
  // The planned fee is what it was, and no other day has got one.
  await expect(row).toContainText('300 đ mỗi giao dịch')
  await expect(row).toHaveCount(1)
})

test('a payment source is closed and moved, which is announced before saving, and restored from the history', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const sources = async () => {
    const { items } = await get<{ items: { vendor_code: string; status: number }[] }>(
      request,
      token,
      'cms/utility/payment_vendor/list',
    )
    return items.map(({ vendor_code, status }) => `${vendor_code} ${status}`)
  }
  await open(page, 'nguon-tt')
  const zalo = page
    .getByRole('list', { name: 'Thứ tự nguồn thanh toán' })
    .getByRole('listitem')
    .filter({ hasText: 'ZALOPAY' })
  await expect(zalo).toBeVisible()
  const before = await sources()
  await zalo.getByRole('switch').click()
  await expect(page.getByText('Sẽ đóng: ZaloPay')).toBeVisible()
  await zalo.getByRole('button', { name: /^Lên/ }).click()
  const why = `Bảo trì ${Date.now()}`
  await page.getByLabel('Lý do', { exact: true }).fill(why)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã lưu nguồn thanh toán.')).toBeVisible()
  const closed = await sources()
  expect(closed).toContain('ZALOPAY 0')
  expect(closed.indexOf('ZALOPAY 0')).toBe(before.indexOf('ZALOPAY 1') - 1)
  await expect(page.getByText(`Lý do: ${why}`)).toBeVisible()

  await revertNewest(page, why)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect.poll(sources).toEqual(before)
})

test('of two people who change the payment sources, the second is refused and overwrites nothing', async ({
  page,
  request,
}) => {
  const token = await adminToken(request)
  const read = () => get<Sources>(request, token, 'cms/config/payment_vendor/list')
  const write = ({ items, version }: Sources, closed: readonly string[]) =>
    post(
      request,
      'cms/config/payment_vendor/update',
      {
        vendors: items.map(({ payment_vendor_id, vendor_name, vendor_code, status }) => ({
          payment_vendor_id,
          vendor_name,
          status: closed.includes(vendor_code) ? 0 : status,
        })),
        version,
      },
      token,
    )
  await open(page, 'nguon-tt')
  const source = (code: string) => page.getByRole('listitem').filter({ hasText: code }).getByRole('switch')
  await source('ZALOPAY').click()
  await expect(page.getByText('Sẽ đóng: ZaloPay')).toBeVisible()

  const before = await read()
  expect((await write(before, ['MOMO'])).error.code).toBe(0)
  try {
    // The newer version reaches this page too, but what is typed began from the older one.
    const newer = page.waitForResponse(/config\/payment_vendor\/list/)
    await page.getByRole('heading', { name: 'Nguồn thanh toán' }).first().click()
    await page.keyboard.press('r')
    await newer
    await page.getByRole('button', { name: 'Lưu', exact: true }).click()
    await expect(page.getByText('Dữ liệu đã được người khác thay đổi sau khi bạn mở.')).toBeVisible()
    const states = (await read()).items.map(({ vendor_code, status }) => `${vendor_code} ${status}`)
    expect(states).toContain('ZALOPAY 1')
    expect(states).toContain('MOMO 0')
    await page.getByRole('button', { name: 'Bỏ thay đổi' }).click()
    await expect(source('MOMO')).not.toBeChecked()
    await expect(source('ZALOPAY')).toBeChecked()
  } finally {
    const { version } = await read()
    expect((await write({ ...before, version }, [])).error.code).toBe(0)
  }
})

interface Sources {
  items: { payment_vendor_id: number; vendor_name: string; vendor_code: string; status: number }[]
  version: number
}

test('the time limits of orders are changed and restored from their history', async ({ page }) => {
  await open(page, 'thoi-han-don-hang')
  const field = page.getByLabel('Giữ đơn khi xử lý (phút)')
  const before = await field.inputValue()
  const other = String(Number(before) + 1)
  await field.fill(other)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã lưu thời hạn đơn hàng.')).toBeVisible()
  await revertNewest(page, other)
  await expect(page.getByText('Đã điền giá trị trước vào biểu mẫu. Hãy xem lại rồi lưu.')).toBeVisible()
  await expect(field).toHaveValue(before)
  await page.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Giữ đơn khi xử lý' }).first()).toContainText(other)
})

test('when a deadline is near is changed under Đẩy thưởng, and the history says by whom', async ({ page }) => {
  await open(page, 'day-thuong')
  const days = page.getByLabel('Báo sắp hết hạn lĩnh trước (ngày)')
  const earlier = await days.inputValue()
  const later = String(Number(earlier) + 1)
  for (const value of [later, earlier]) {
    await days.fill(value)
    await page.getByRole('button', { name: 'Lưu' }).click()
    await expect(page.getByText('Đã lưu cấu hình đẩy thưởng.').last()).toBeVisible()
    await expect(days).toHaveValue(value)
    const newest = page.getByRole('listitem').filter({ hasText: 'Báo sắp hết hạn lĩnh trước' }).first()
    await expect(newest).toContainText(value === later ? `${earlier}→${later}` : `${later}→${earlier}`)
  }
})
